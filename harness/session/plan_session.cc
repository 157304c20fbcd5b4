#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/metrics/definitions.h"
#include "harness/quality/grading.h"
#include "harness/session/session.h"

namespace inferproof {
namespace {

bool Selected(const QualityCase& quality_case, const std::vector<std::string>& tags) {
  if (tags.empty()) return true;
  for (const std::string& tag : quality_case.tags) {
    for (const std::string& wanted : tags) {
      if (tag == wanted) return true;
    }
  }
  return false;
}

// The cases the suite names, each checked to be gradable before any request is sent.
Result<std::vector<QualityCase>> LoadCases(FileSystem& files, const Suite& suite) {
  std::vector<QualityCase> cases;
  if (!suite.quality) return cases;
  std::set<std::string> ids;
  for (const std::string& path : suite.quality->files) {
    ASSIGN_OR_RETURN(const std::string text, files.Read(path));
    ASSIGN_OR_RETURN(CaseFile file, ParseCases(text, path));
    for (QualityCase& quality_case : file.cases) {
      const std::string where = path + ":" + std::to_string(quality_case.line);
      if (!ids.insert(quality_case.id).second) {
        return MakeError(ErrorCode::kConfig, where, "the case id \"" + quality_case.id + "\" is used twice");
      }
      Result<Grader> grader = Grader::Make(quality_case);
      if (!grader.ok()) return std::move(grader).error();
      if (Selected(quality_case, suite.quality->tags)) cases.push_back(std::move(quality_case));
    }
  }
  if (cases.empty()) {
    return MakeError(ErrorCode::kConfig, suite.path, "no quality case is left by the tags of `quality`",
                     "Zero executed cases would be no verdict");
  }
  return cases;
}

Status CheckBudget(const Suite& suite, const CostEstimate& estimate) {
  const Budget& budget = suite.budget;
  if (budget.max_requests > 0 && estimate.requests > budget.max_requests) {
    return MakeError(ErrorCode::kConfig, suite.path,
                     "needs " + std::to_string(estimate.requests) + " requests, budget.max_requests is " +
                         std::to_string(budget.max_requests),
                     "Nothing was sent. Raise the budget or lower requests or runs");
  }
  if (budget.max_cost > 0 && estimate.cost_at_most && *estimate.cost_at_most > budget.max_cost) {
    return MakeError(ErrorCode::kConfig, suite.path,
                     "may cost " + FormatFixed(*estimate.cost_at_most, 2) + ", budget.max_cost is " +
                         FormatFixed(budget.max_cost, 2),
                     "Nothing was sent. Raise the budget or lower requests, tokens or runs");
  }
  if (budget.max_cost > 0 && !estimate.cost_at_most) {
    return MakeError(ErrorCode::kConfig, suite.path, "has budget.max_cost, but the target states no prices",
                     "Add `prices` to the target or drop the cost budget");
  }
  return {};
}

// A rule on a metric that does not exist would gate nothing, silently.
Status CheckRules(const Suite& suite) {
  for (const GateRule& rule : suite.gates.rules) {
    if (FindMetric(rule.metric) != nullptr) continue;
    std::vector<std::string> names;
    for (const MetricDefinition& definition : MetricDefinitions()) {
      names.push_back(definition.distribution ? definition.name + ".p50" : definition.name);
    }
    const std::optional<std::string> nearest = NearestWord(rule.metric, names);
    return MakeError(ErrorCode::kConfig,
                     suite.path + ":" + std::to_string(rule.position.line) + ":" + std::to_string(rule.position.column),
                     "a gate rule names the unknown metric \"" + Truncate(rule.metric, 60) + "\"",
                     nearest ? "Did you mean \"" + *nearest + "\"?" : "docs/metrics.md lists the metrics");
  }
  return {};
}

}  // namespace

Result<SessionPlan> PlanSession(World& world, const Suite& suite, const Target& target, const SessionOptions& options) {
  RETURN_IF_ERROR(CheckRules(suite));
  ASSIGN_OR_RETURN(const DialectProfile dialect, FindDialect(target.dialect));
  SessionPlan plan{suite, target, dialect, {}, {}, {}, options, {}};
  std::vector<RequestPlan> all;
  for (const Scenario& scenario : suite.scenarios) {
    ASSIGN_OR_RETURN(RequestPlan requests, BuildPlan(suite, scenario, target, dialect));
    plan.scenarios.push_back(std::move(requests));
  }
  ASSIGN_OR_RETURN(plan.cases, LoadCases(world.files, suite));
  plan.estimate = EstimateCost(plan.scenarios, target, options.looks.back());
  if (!plan.cases.empty()) {
    ASSIGN_OR_RETURN(plan.quality, BuildCasePlan(plan.cases, suite, target, dialect, 1));
    // A plan of cases is counted once, and here it is asked several times.
    const CostEstimate asked = EstimateCost({*plan.quality}, target, 1);
    const int times = options.quality_asks;
    plan.estimate.requests += times * asked.requests;
    plan.estimate.output_tokens_at_most += times * asked.output_tokens_at_most;
    plan.estimate.prompt_chars += times * asked.prompt_chars;
    if (plan.estimate.cost_at_most && asked.cost_at_most) *plan.estimate.cost_at_most += times * *asked.cost_at_most;
  }
  const auto runs = static_cast<std::int64_t>(options.looks.back()) * static_cast<std::int64_t>(suite.scenarios.size());
  plan.estimate.starts = !target.managed() ? 0 : target.restart == Restart::kRun ? runs + 1 : 1;
  RETURN_IF_ERROR(CheckBudget(suite, plan.estimate));
  return plan;
}

}  // namespace inferproof
