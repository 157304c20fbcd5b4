#include "harness/compare/comparison.h"

#include <algorithm>
#include <map>
#include <utility>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/compatibility.h"
#include "harness/compare/accepted_side.h"
#include "harness/compare/merge.h"

namespace inferproof {
namespace {

std::string Counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

bool Names(const std::vector<std::string>& vary, const std::string& field) {
  return std::find(vary.begin(), vary.end(), field) != vary.end();
}

// The names that a comparison may be about. Versions and digests say what was measured, and stay.
void TakeVariedNames(const ResultFile& candidate, const std::vector<std::string>& vary, Baseline& base) {
  if (Names(vary, "target")) base.target = candidate.target_name;
  if (Names(vary, "environment")) base.environment = candidate.environment;
}

bool SamePlans(const Baseline& base, const ResultFile& candidate) {
  return std::all_of(candidate.scenarios.begin(), candidate.scenarios.end(), [&](const ScenarioSummary& scenario) {
    const auto known = base.scenarios.find(scenario.name);
    return known != base.scenarios.end() && known->second.plan_digest == scenario.plan_digest;
  });
}

// Whether the runs of both may stand beside each other: the same scenarios, requests, names and server.
bool MayStandTogether(const Baseline& base, const ResultFile& candidate, const std::vector<std::string>& vary) {
  return CompareIdentities(IdentityOf(base), IdentityOf(candidate)).empty() &&
         CompareFingerprints(base.fingerprint, MakeFingerprint(candidate.evidence), vary).empty() &&
         base.scenarios.size() == candidate.scenarios.size() &&
         (Names(vary, "plan_digest") || SamePlans(base, candidate));
}

int MostRuns(const ResultFile& result) {
  std::map<std::pair<std::string, std::string>, int> counts;
  int most = 0;
  for (const RunResult& run : result.runs) most = std::max(most, ++counts[{run.scenario, run.side}]);
  return most;
}

// What was measured is complete, so there is one look and the whole error is spent on it.
void JudgeOnce(ResultFile& result, GateOptions& options) {
  const int runs = std::max(1, MostRuns(result));
  options.looks = FixedRuns(runs);
  result.looks = {runs};
  result.runs_a_side = runs;
}

// A session that is broken by the machine's or the harness's fault is nothing to compare with.
Status CheckSound(const ResultFile& base) {
  const std::string name = "session " + base.session_id;
  if (base.interrupted) return MakeError(ErrorCode::kInvalid, name, "cannot be the base: it was interrupted");
  for (const RunResult& run : base.runs) {
    if (run.side == "base" || run.invalid.empty()) continue;
    return MakeError(
        ErrorCode::kInvalid, name,
        "cannot be the base: " + run.scenario + " run " + std::to_string(run.run + 1) + ": " + Join(run.invalid, "; "));
  }
  return {};
}

std::string StoredRule(const std::string& base, std::size_t candidate_sessions) {
  std::string text = "decided by sessions (docs/gate.md, rule 6): " + base + " as a stored baseline";
  if (candidate_sessions > 1)
    text += ", the runs of " + Counted(candidate_sessions, "session") + " of the candidate pooled";
  return text;
}

}  // namespace

Result<Comparison> Prepare(ComparedSide base, ComparedSide candidate, const std::vector<std::string>& vary) {
  if (base.accepted && candidate.accepted) {
    return MakeError(ErrorCode::kUsage, candidate.accepted->path, "both sides are accepted baselines",
                     "Give a result on one side");
  }
  Comparison comparison;
  comparison.options.vary = vary;
  if (base.accepted) {
    const std::size_t sessions = candidate.results.size();
    ASSIGN_OR_RETURN(comparison.candidate, PoolSessions(std::move(candidate.results)));
    comparison.baseline = std::move(base.accepted);
    TakeVariedNames(comparison.candidate, vary, *comparison.baseline);
    comparison.caveats = {StoredRule(Counted(comparison.baseline->sessions.size(), "accepted session"), sessions)};
    return comparison;
  }
  ASSIGN_OR_RETURN(comparison.baseline, StoredSessions(base.results));
  const std::size_t sessions = candidate.accepted ? candidate.accepted->sessions.size() : candidate.results.size();
  const bool run_against_run = base.results.size() == 1 && sessions == 1 && !candidate.accepted;
  if (candidate.accepted) {
    comparison.candidate = AcceptedAsCandidate(*candidate.accepted, base.results.front());
  } else {
    ASSIGN_OR_RETURN(comparison.candidate, PoolSessions(std::move(candidate.results)));
  }
  TakeVariedNames(comparison.candidate, vary, *comparison.baseline);
  if (!run_against_run || !MayStandTogether(*comparison.baseline, comparison.candidate, vary)) {
    for (const ResultFile& result : base.results) RETURN_IF_ERROR(CheckSound(result));
    comparison.caveats = {StoredRule(Counted(base.results.size(), "session") + " of the base", sessions),
                          kNotInterleaved};
    return comparison;
  }
  const bool itself = base.results.front().session_id == comparison.candidate.session_id;
  comparison.candidate = BesideEachOther(base.results.front(), std::move(comparison.candidate));
  JudgeOnce(comparison.candidate, comparison.options);
  comparison.caveats = {"decided by runs (docs/gate.md, rule 2): one session a side", kNotInterleaved};
  if (itself) comparison.caveats.push_back("both sides are the same session");
  return comparison;
}

Result<Comparison> PrepareAgain(ResultFile result, const std::vector<std::string>& vary) {
  const bool has_base =
      std::any_of(result.runs.begin(), result.runs.end(), [](const RunResult& run) { return run.side == "base"; });
  if (!has_base) {
    return MakeError(ErrorCode::kUsage, "session " + result.session_id, "was measured without a base",
                     "Name two sides: inferproof compare BASE CANDIDATE");
  }
  Comparison comparison;
  comparison.options.vary = vary;
  comparison.options.looks = LooksOf(result);
  comparison.candidate = std::move(result);
  comparison.caveats = {"judged again as it was measured: base and candidate in turn"};
  return comparison;
}

Verdict JudgeComparison(Suite suite, const Comparison& comparison) {
  std::erase_if(suite.scenarios, [&](const Scenario& scenario) {
    const auto& measured = comparison.candidate.scenarios;
    return std::none_of(measured.begin(), measured.end(),
                        [&](const ScenarioSummary& summary) { return summary.name == scenario.name; });
  });
  Verdict verdict = Judge(suite, comparison.candidate, comparison.baseline, comparison.options);
  verdict.caveats.insert(verdict.caveats.begin(), comparison.caveats.begin(), comparison.caveats.end());
  return verdict;
}

}  // namespace inferproof
