#include "harness/session/session_head.h"

#include <algorithm>
#include <random>

#include "harness/base/digest.h"

namespace inferproof {
namespace {

// Tells results apart; it is no seed, and nothing that is measured depends on it.
std::string NewSessionId(const Clock& clock) {
  std::random_device device;
  const std::string entropy = std::to_string(device()) + "." + std::to_string(device());
  return Sha256Hex(entropy + "." + std::to_string(clock.Wall().unix_ns)).substr(0, 16);
}

ScenarioSummary Summarise(const Scenario& scenario, const RequestPlan& plan, const DialectProfile& dialect) {
  ScenarioSummary summary;
  summary.name = scenario.name;
  summary.concurrency = plan.concurrency;
  summary.requests = plan.CountOf(Phase::kMeasured);
  summary.max_tokens = scenario.generation.max_tokens;
  summary.stream = scenario.stream;
  summary.fixed_length = dialect.knows_ignore_eos && scenario.generation.ignore_eos;
  summary.plan_digest = PlanDigest(plan);
  summary.suite_line = scenario.position.line;
  return summary;
}

// How much of the variation between processes is sampled: what the side with the fewest starts says.
std::string RestartOf(const SessionPlan& plan) {
  const auto rank = [](const Target& target) { return target.managed() ? static_cast<int>(target.restart) : 3; };
  const Target* rarest = &plan.candidate.target;
  if (plan.base && rank(plan.base->target) > rank(*rarest)) rarest = &plan.base->target;
  return rarest->managed() ? RestartName(rarest->restart) : "endpoint";
}

}  // namespace

void SummariseScenarios(const SessionPlan& plan, ResultFile& result) {
  result.scenarios.clear();
  for (std::size_t i = 0; i < plan.candidate.scenarios.size(); ++i) {
    result.scenarios.push_back(Summarise(plan.suite.scenarios[i], plan.candidate.scenarios[i], plan.candidate.dialect));
    if (plan.base) result.scenarios.back().base_plan_digest = PlanDigest(plan.base->scenarios[i]);
  }
}

ResultFile SessionHead(World& world, const SessionPlan& plan) {
  ResultFile result;
  result.suite_name = plan.suite.name;
  result.suite_version = plan.suite.version;
  result.suite_digest = plan.suite.digest;
  result.suite_path = plan.suite.path;
  const Target& target = plan.candidate.target;
  result.target_name = target.name;
  result.environment = target.environment;
  result.target_path = target.path;
  result.model = target.model;
  result.session_id = NewSessionId(world.clock);
  result.measured_at = world.clock.Wall().Iso8601();
  result.seed = plan.suite.seed;
  result.session_spread = target.session_spread;
  result.restart = RestartOf(plan);
  result.runs_a_side = plan.options.looks.back();
  result.looks = plan.options.looks;
  SummariseScenarios(plan, result);
  if (plan.base) result.base_name = plan.base->target.name;
  result.quality_asked = plan.suite.quality.has_value();
  for (const std::string& word : plan.options.command_line) result.command_line.push_back(world.redactor.Clean(word));
  if (result.restart != "run") result.evidence.notes.emplace_back("process-to-process variation not sampled");
  return result;
}

}  // namespace inferproof
