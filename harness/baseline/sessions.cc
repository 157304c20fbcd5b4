#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/baseline/acceptance.h"

namespace inferproof {
namespace {

BaselineSession SessionOf(const ResultFile& result) {
  BaselineSession session{result.session_id, ResultDigest(result), result.measured_at, {}};
  for (const auto& [scenario, runs] : CandidateRuns(result)) {
    auto& metrics = session.values[scenario];
    for (const RunResult* run : runs) {
      for (const auto& [metric, value] : run->metrics.values) {
        // What rests on an estimated token count can judge nothing, so it is not worth keeping.
        if (!value.approximate) metrics[metric].push_back(value.value);
      }
    }
  }
  return session;
}

void CountFinishReasons(const ResultFile& result, Baseline& baseline) {
  for (const auto& [scenario, runs] : CandidateRuns(result)) {
    for (const RunResult* run : runs) {
      for (const auto& [reason, count] : run->finish_reasons) {
        baseline.scenarios[scenario].finish_reasons[reason] += count;
      }
    }
  }
}

}  // namespace

std::map<std::string, std::string> DefinitionsOf(const ResultFile& result, const std::string& scenario) {
  std::map<std::string, std::string> definitions;
  for (const RunResult& run : result.runs) {
    if (run.scenario != scenario || run.side != "candidate") continue;
    for (const auto& [metric, value] : run.metrics.values) {
      if (!value.definition.empty()) definitions[metric] = value.definition;
    }
  }
  return definitions;
}

bool OlderSession(const BaselineSession& a, const BaselineSession& b) {
  return std::tie(a.measured_at, a.session_id) < std::tie(b.measured_at, b.session_id);
}

Baseline FreshBaseline(const ResultFile& first) {
  Baseline baseline;
  baseline.target = first.target_name;
  baseline.environment = first.environment;
  baseline.suite = first.suite_name;
  baseline.suite_version = first.suite_version;
  baseline.suite_digest = first.suite_digest;
  baseline.metric_definitions = first.metric_definitions;
  baseline.grader_version = first.grader_version;
  baseline.fingerprint = MakeFingerprint(first.evidence);
  for (const ScenarioSummary& scenario : first.scenarios) {
    baseline.scenarios[scenario.name] = {
        scenario.plan_digest, scenario.fixed_length, {}, DefinitionsOf(first, scenario.name)};
  }
  return baseline;
}

void AddSessions(const std::vector<ResultFile>& results, Baseline& baseline) {
  for (const ResultFile& result : results) {
    baseline.sessions.push_back(SessionOf(result));
    CountFinishReasons(result, baseline);
  }
  std::stable_sort(baseline.sessions.begin(), baseline.sessions.end(), OlderSession);
}

Result<Baseline> StoredSessions(const std::vector<ResultFile>& results) {
  if (results.empty()) return MakeError(ErrorCode::kUsage, "", "no result was given");
  RETURN_IF_ERROR(CheckSameKind(results));
  Baseline baseline = FreshBaseline(results.front());
  AddSessions(results, baseline);
  ASSIGN_OR_RETURN(baseline.cases, PoolCases(results));
  return baseline;
}

}  // namespace inferproof
