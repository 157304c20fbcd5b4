#include "harness/doctor/recorded.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/gate/gate.h"

namespace inferproof {
namespace {

constexpr char kSuccessRate[] = "success_rate";

// What can only be watched costs time in every planted gate and decides none.
bool CanDecide(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric) {
  return metric == kSuccessRate || RuleFor(suite, scenario, metric).role != Role::kWatch;
}

Status CheckSuite(const Suite& suite, const std::string& digest, int version, const std::string& source) {
  if (suite.digest == digest && suite.version == version) return {};
  return MakeError(ErrorCode::kIncomparable, source,
                   "recorded with suite version " + std::to_string(version) + " (" + digest +
                       "), the suite is version " + std::to_string(suite.version) + " (" + suite.digest + ")",
                   "Measure this suite first, and accept it or name the result with --result");
}

ScenarioSummary SummaryFor(const Scenario& scenario, const BaselineScenario& stored) {
  ScenarioSummary summary;
  summary.name = scenario.name;
  const ClosedLoad& load = std::get<ClosedLoad>(scenario.load);
  summary.concurrency = load.concurrency;
  summary.requests = load.requests;
  summary.max_tokens = scenario.generation.max_tokens;
  summary.stream = scenario.stream;
  summary.fixed_length = stored.fixed_length;
  summary.plan_digest = stored.plan_digest;
  summary.suite_line = scenario.position.line;
  return summary;
}

// Gaps are many in a request; what a quantile of theirs rests on is not kept in a baseline.
bool OneARequest(const std::string& metric) {
  return !metric.starts_with("itl_") && !metric.starts_with("chunk_gap_") && !metric.starts_with("client_lag_");
}

// A baseline keeps bare values: what they rest on follows from the scenario.
MetricValue ValueOf(const ScenarioSummary& scenario, const std::string& metric, double value) {
  return {.value = value,
          .n = scenario.requests,
          .approximate = false,
          .n_too_small = OneARequest(metric) && !SupportsQuantile(metric, scenario.requests)};
}

void AddSession(const Suite& suite, const BaselineSession& session, std::size_t number, RecordedScenario& scenario) {
  const auto metrics = session.values.find(scenario.summary.name);
  if (metrics == session.values.end()) return;
  std::vector<RecordedRun> runs;
  for (const auto& [metric, values] : metrics->second) {
    if (!CanDecide(suite, scenario.summary, metric)) continue;
    runs.resize(std::max(runs.size(), values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      runs[i].values[metric] = ValueOf(scenario.summary, metric, values[i]);
    }
  }
  for (RecordedRun& run : runs) run.session = number;
  std::move(runs.begin(), runs.end(), std::back_inserter(scenario.runs));
}

Status CheckRuns(const Recorded& recorded) {
  for (const RecordedScenario& scenario : recorded.scenarios) {
    if (!scenario.runs.empty()) continue;
    return MakeError(ErrorCode::kInvalid, recorded.source, "holds no run of the scenario " + scenario.summary.name);
  }
  if (recorded.scenarios.empty()) return MakeError(ErrorCode::kInvalid, recorded.source, "holds no scenario");
  return {};
}

ResultFile HeaderOf(const Suite& suite, const Target& target, const Baseline& baseline) {
  ResultFile header;
  header.suite_name = baseline.suite;
  header.suite_version = baseline.suite_version;
  header.suite_digest = baseline.suite_digest;
  header.suite_path = suite.path;
  header.target_name = baseline.target;
  header.environment = baseline.environment;
  header.metric_definitions = baseline.metric_definitions;
  header.grader_version = baseline.grader_version;
  header.session_spread = target.session_spread;
  header.restart = target.managed() ? RestartName(target.restart) : "endpoint";
  header.quality_asked = suite.quality.has_value();
  for (const auto& [field, value] : baseline.fingerprint) {
    header.evidence.server[field] = {value, std::string(kSourceMeasured)};
  }
  return header;
}

RecordedRun Kept(const Suite& suite, const ScenarioSummary& summary, const RunResult& run) {
  RecordedRun kept;
  for (const auto& [metric, value] : run.metrics.values) {
    if (CanDecide(suite, summary, metric)) kept.values[metric] = value;
  }
  return kept;
}

}  // namespace

int Recorded::RunsASession() const {
  std::size_t fewest = 0;
  for (const RecordedScenario& scenario : scenarios) {
    std::map<std::size_t, std::size_t> counts;
    for (const RecordedRun& run : scenario.runs) ++counts[run.session];
    for (const auto& [session, count] : counts) fewest = fewest == 0 ? count : std::min(fewest, count);
  }
  return static_cast<int>(fewest);
}

Result<Recorded> RecordedIn(const Suite& suite, const Target& target, const Baseline& baseline) {
  RETURN_IF_ERROR(CheckSuite(suite, baseline.suite_digest, baseline.suite_version, baseline.path));
  Recorded recorded;
  recorded.source = baseline.path;
  recorded.header = HeaderOf(suite, target, baseline);
  recorded.sessions = baseline.sessions.size();
  recorded.cases = baseline.cases;
  for (const Scenario& scenario : suite.scenarios) {
    const auto stored = baseline.scenarios.find(scenario.name);
    if (stored == baseline.scenarios.end()) continue;
    RecordedScenario kept{SummaryFor(scenario, stored->second), {}, stored->second.finish_reasons};
    for (std::size_t i = 0; i < baseline.sessions.size(); ++i) AddSession(suite, baseline.sessions[i], i, kept);
    recorded.scenarios.push_back(std::move(kept));
  }
  RETURN_IF_ERROR(CheckRuns(recorded));
  return recorded;
}

Result<Recorded> RecordedIn(const Suite& suite, const ResultFile& result, const std::string& path) {
  RETURN_IF_ERROR(CheckSuite(suite, result.suite_digest, result.suite_version, path));
  Recorded recorded;
  recorded.source = path;
  recorded.header = result;
  recorded.header.runs.clear();
  recorded.header.quality.clear();
  for (const ScenarioSummary& summary : result.scenarios) {
    RecordedScenario kept{summary, {}, {}};
    for (const RunResult& run : result.runs) {
      const bool sound = run.invalid.empty() && !run.server_died && !run.server_restarted && !run.usage_disagrees &&
                         run.side == "candidate";
      if (!sound || run.scenario != summary.name) continue;
      kept.runs.push_back(Kept(suite, summary, run));
      for (const auto& [reason, count] : run.finish_reasons) kept.finish_reasons[reason] += count;
    }
    recorded.scenarios.push_back(std::move(kept));
  }
  for (const CaseResult& entry : result.quality) {
    recorded.cases[entry.id] = {entry.digest, Classify(entry), static_cast<int>(entry.asks.size()),
                                entry.CountOf(Grade::kPass)};
  }
  RETURN_IF_ERROR(CheckRuns(recorded));
  return recorded;
}

}  // namespace inferproof
