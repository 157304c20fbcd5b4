#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/anchors.h"
#include "harness/baseline/baseline.h"
#include "harness/baseline/compatibility.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

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
  SetAnchors(old, request, baseline, outcome.notes);
  ASSIGN_OR_RETURN(auto cases, PoolCases(request.results));
  RETURN_IF_ERROR(CheckAcceptedNames(old, cases, request.accepted_cases));
  ASSIGN_OR_RETURN(baseline.cases, AcceptCases(old, std::move(cases), request.append, request.accepted_cases));
  baseline.acceptance = {request.at, request.by, request.reason, request.commit, request.command};
  outcome.changes = DescribeChanges(old, baseline);
  NoteCases(old, baseline, outcome.notes);
  return outcome;
}

}  // namespace inferproof
