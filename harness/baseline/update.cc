#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/baseline.h"
#include "harness/baseline/compatibility.h"
#include "harness/stats/summary.h"

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

// By age, so that the bytes do not depend on the order in which results were named; the newest is last.
void SortByAge(std::vector<BaselineSession>& sessions) {
  std::stable_sort(sessions.begin(), sessions.end(), [](const BaselineSession& a, const BaselineSession& b) {
    return std::tie(a.measured_at, a.session_id) < std::tie(b.measured_at, b.session_id);
  });
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
    baseline.scenarios[scenario.name] = {scenario.plan_digest, scenario.fixed_length, {}};
  }
  return baseline;
}

void AddSessions(const std::vector<ResultFile>& results, Baseline& baseline) {
  for (const ResultFile& result : results) {
    baseline.sessions.push_back(SessionOf(result));
    CountFinishReasons(result, baseline);
  }
  SortByAge(baseline.sessions);
}

// An anchor is made when a metric first appears and never moves after, so that many small accepted losses stay visible.
void SetAnchors(const std::optional<Baseline>& old, Baseline& baseline, std::vector<std::string>& notes) {
  if (old && old->suite_version == baseline.suite_version && old->metric_definitions == baseline.metric_definitions) {
    baseline.anchors = old->anchors;
  } else if (old) {
    notes.push_back("anchors start again: another suite version or metric definition measures something else");
  }
  for (const BaselineSession& session : baseline.sessions) {
    for (const auto& [scenario, metrics] : session.values) {
      for (const auto& [metric, values] : metrics) {
        baseline.anchors[scenario].try_emplace(metric, *AcceptedMean(baseline, scenario, metric));
      }
    }
  }
}

void NoteCases(const std::optional<Baseline>& old, const Baseline& baseline, std::vector<std::string>& notes) {
  for (const auto& [id, entry] : baseline.cases) {
    if (entry.case_class == CaseClass::kStablePass) continue;
    if (old && old->cases.contains(id) && old->cases.at(id).case_class == entry.case_class) continue;
    notes.push_back("case " + id + " recorded as " + CaseClassName(entry.case_class) + " (" +
                    std::to_string(entry.passes) + " of " + std::to_string(entry.asks) + " passed): it does not gate");
  }
}

Status CheckRequest(const std::optional<Baseline>& old, const UpdateRequest& request) {
  if (TrimAscii(request.reason).empty()) {
    return MakeError(ErrorCode::kUsage, "", "a baseline is changed only with a reason", "Give one with --reason TEXT");
  }
  if (request.results.empty()) return MakeError(ErrorCode::kUsage, "", "no result was given");
  for (const ResultFile& result : request.results) RETURN_IF_ERROR(CheckAcceptable(result));
  RETURN_IF_ERROR(CheckSameKind(request.results));
  if (!old || !request.append) return {};
  for (const ResultFile& result : request.results) RETURN_IF_ERROR(CheckFitsInto(*old, result));
  return {};
}

// The file is named by target, environment and suite: another one's results belong into another file. One version of a
// suite has one text.
Status CheckSameFile(const std::optional<Baseline>& old, const Baseline& baseline) {
  if (!old) return {};
  std::vector<FieldDifference> differences = CompareIdentities(IdentityOf(*old), IdentityOf(baseline));
  if (ChangedWithoutNewVersion(differences)) return MakeError(ErrorCode::kConfig, old->path, kRaiseVersion);
  std::erase_if(differences, [](const FieldDifference& difference) {
    return difference.field != "target" && difference.field != "environment" && difference.field != "suite";
  });
  if (differences.empty()) return {};
  return MakeError(ErrorCode::kIncomparable, old->path,
                   "holds another baseline: " + DifferencesInWords(differences, "baseline", "results"));
}

}  // namespace

std::optional<double> AcceptedMean(const Baseline& baseline, const std::string& scenario, const std::string& metric) {
  std::vector<double> all;
  for (const BaselineSession& session : baseline.sessions) {
    const auto metrics = session.values.find(scenario);
    if (metrics == session.values.end()) continue;
    const auto values = metrics->second.find(metric);
    if (values != metrics->second.end()) all.insert(all.end(), values->second.begin(), values->second.end());
  }
  if (all.empty()) return std::nullopt;
  return Mean(all);
}

Result<UpdateOutcome> UpdateBaseline(const std::optional<Baseline>& old, const UpdateRequest& request) {
  RETURN_IF_ERROR(CheckRequest(old, request));
  UpdateOutcome outcome;
  Baseline& baseline = outcome.baseline;
  baseline = FreshBaseline(request.results.front());
  RETURN_IF_ERROR(CheckSameFile(old, baseline));
  if (old && request.append) {
    baseline.sessions = old->sessions;
    baseline.scenarios = old->scenarios;
  }
  if (old) baseline.path = old->path;
  AddSessions(request.results, baseline);
  SetAnchors(old, baseline, outcome.notes);
  ASSIGN_OR_RETURN(auto cases, PoolCases(request.results));
  ASSIGN_OR_RETURN(baseline.cases, AcceptCases(old, std::move(cases), request.append, request.accepted_cases));
  baseline.acceptance = {request.at, request.by, request.reason, request.commit, request.command};
  outcome.changes = DescribeChanges(old, baseline);
  NoteCases(old, baseline, outcome.notes);
  return outcome;
}

}  // namespace inferproof
