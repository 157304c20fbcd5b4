#include <algorithm>
#include <set>
#include <utility>

#include "harness/baseline/compatibility.h"
#include "harness/gate/gate.h"
#include "harness/gate/overall.h"
#include "harness/gate/quality_verdict.h"
#include "harness/gate/scenario.h"
#include "harness/gate/sides.h"
#include "harness/gate/validity.h"

namespace inferproof {
namespace {

Against WhatDecides(const ResultFile& candidate, const Baseline* baseline) {
  const bool base_side = std::any_of(candidate.runs.begin(), candidate.runs.end(),
                                     [](const RunResult& run) { return run.side == "base"; });
  if (base_side) return Against::kBaseSide;
  return baseline != nullptr ? Against::kStored : Against::kNothing;
}

// Fields in which the candidate may not be held against the stored baseline.
std::vector<FieldDifference> DifferencesFrom(const Baseline& baseline, const ResultFile& candidate,
                                             const std::vector<std::string>& vary) {
  std::vector<FieldDifference> differences = CompareIdentities(IdentityOf(baseline), IdentityOf(candidate));
  const std::vector<FieldDifference> server =
      CompareFingerprints(baseline.fingerprint, MakeFingerprint(candidate.evidence), vary);
  differences.insert(differences.end(), server.begin(), server.end());
  return differences;
}

std::string WhyIncomparable(const std::vector<FieldDifference>& differences) {
  const std::string fields = DifferencesInWords(differences, "baseline", "run");
  return ChangedWithoutNewVersion(differences) ? std::string(kRaiseVersion) + "; " + fields : fields;
}

// The answers of another grader, or of something that is not comparable at all, are not held against the baseline.
std::optional<std::string> WhyAnswersIncomparable(const GateInput& input,
                                                  const std::vector<FieldDifference>& differences) {
  if (input.baseline == nullptr) return std::nullopt;
  if (!differences.empty()) return WhyIncomparable(differences);
  if (input.baseline->grader_version == input.candidate.grader_version) return std::nullopt;
  return "grader_version (baseline: " + std::to_string(input.baseline->grader_version) +
         ", run: " + std::to_string(input.candidate.grader_version) + ")";
}

// Scenarios to judge: the result's in the suite's order, then the result's others.
std::vector<ScenarioSummary> MeasuredScenarios(const GateInput& input) {
  std::vector<ScenarioSummary> in_order;
  std::set<std::string> taken;
  const auto take = [&](const ScenarioSummary& summary) {
    if (taken.insert(summary.name).second) in_order.push_back(summary);
  };
  for (const Scenario& scenario : input.suite.scenarios) {
    for (const ScenarioSummary& summary : input.candidate.scenarios) {
      if (summary.name == scenario.name) take(summary);
    }
  }
  for (const ScenarioSummary& summary : input.candidate.scenarios) take(summary);
  return in_order;
}

// Names that the suite, the runs or a comparable baseline know and the result does not describe.
std::set<std::string> UnmeasuredScenarios(const GateInput& input, bool comparable) {
  std::set<std::string> names;
  for (const Scenario& scenario : input.suite.scenarios) names.insert(scenario.name);
  for (const RunResult& run : input.candidate.runs) names.insert(run.scenario);
  if (comparable && input.against == Against::kStored) {
    for (const auto& [name, scenario] : input.baseline->scenarios) names.insert(name);
  }
  for (const ScenarioSummary& summary : input.candidate.scenarios) names.erase(summary.name);
  return names;
}

void AddScenarios(const GateInput& input, const std::vector<FieldDifference>& differences, Verdict& verdict) {
  std::optional<std::string> incomparable;
  if (!differences.empty()) incomparable = WhyIncomparable(differences);
  for (const ScenarioSummary& summary : MeasuredScenarios(input)) {
    verdict.scenarios.push_back(JudgeScenario(input, summary, incomparable));
  }
  for (const std::string& name : UnmeasuredScenarios(input, differences.empty())) {
    verdict.scenarios.push_back(AbsentScenario(input, name));
  }
}

void AddQuality(const GateInput& input, const std::vector<FieldDifference>& differences, Verdict& verdict) {
  QualityVerdict quality = JudgeQuality(input, WhyAnswersIncomparable(input, differences));
  verdict.quality = quality.word;
  verdict.quality_summary = std::move(quality.summary);
  verdict.cases = std::move(quality.cases);
  for (ScenarioVerdict& scenario : verdict.scenarios) scenario.quality = quality.for_metrics;
}

// What the comparison was allowed to vary, in words.
void AddVaried(const GateInput& input, Verdict& verdict) {
  if (input.baseline == nullptr || input.options.vary.empty()) return;
  const auto varied = CompareFingerprints(input.baseline->fingerprint, MakeFingerprint(input.candidate.evidence), {});
  verdict.caveats.push_back(DescribeDifferences(varied));
}

Verdict NothingJudged(const GateInput& input, const std::string& why) {
  Verdict verdict;
  verdict.word = VerdictWord::kInvalid;
  verdict.headline = "invalid: " + why;
  verdict.quality = VerdictWord::kNew;
  verdict.quality_summary = "not judged";
  verdict.repeat_command = RepeatCommand(input.candidate);
  return verdict;
}

}  // namespace

Verdict Judge(const Suite& suite, const ResultFile& candidate, const std::optional<Baseline>& baseline,
              const GateOptions& options) {
  const Baseline* stored = baseline ? &*baseline : nullptr;
  const GateInput input{suite, candidate, stored, options, WhatDecides(candidate, stored)};
  if (const auto why = WhyNothingIsJudged(candidate)) return NothingJudged(input, *why);

  Verdict verdict;
  std::vector<FieldDifference> differences;
  if (stored != nullptr) differences = DifferencesFrom(*stored, candidate, options.vary);
  // A base measured beside the candidate shares its target and its suite: the stored baseline's age is no matter then.
  const bool stored_decides = input.against == Against::kStored;
  AddScenarios(input, stored_decides ? differences : std::vector<FieldDifference>(), verdict);
  AddQuality(input, differences, verdict);
  verdict.word = OverallWord(verdict);
  if (stored_decides || verdict.word == VerdictWord::kIncomparable) verdict.differences = differences;
  verdict.headline = Headline(input, verdict);
  verdict.caveats = Caveats(input, verdict);
  AddVaried(input, verdict);
  verdict.next_command = NextCommand(verdict);
  verdict.repeat_command = RepeatCommand(candidate);
  return verdict;
}

}  // namespace inferproof
