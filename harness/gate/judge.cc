#include <algorithm>
#include <set>
#include <utility>

#include "harness/gate/comparability.h"
#include "harness/gate/gate.h"
#include "harness/gate/overall.h"
#include "harness/gate/quality_verdict.h"
#include "harness/gate/scenario.h"
#include "harness/gate/sides.h"
#include "harness/gate/validity.h"

namespace inferproof {
namespace {

Against WhatDecides(const ResultFile& candidate, const Baseline* baseline) {
  // A base that was promised and never ran is a broken measurement, not a reason to ask the stored baseline instead.
  const bool base_side = candidate.base_name || std::any_of(candidate.runs.begin(), candidate.runs.end(),
                                                            [](const RunResult& run) { return run.side == "base"; });
  if (base_side) return Against::kBaseSide;
  return baseline != nullptr ? Against::kStored : Against::kNothing;
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

void AddScenarios(const GateInput& input, const Comparability& comparability, Verdict& verdict) {
  for (const ScenarioSummary& summary : MeasuredScenarios(input)) {
    verdict.scenarios.push_back(JudgeScenario(input, summary, comparability.why_not));
  }
  for (const std::string& name : UnmeasuredScenarios(input, !comparability.why_not)) {
    verdict.scenarios.push_back(AbsentScenario(input, name));
  }
}

void AddQuality(const GateInput& input, const Comparability& comparability, Verdict& verdict) {
  QualityVerdict quality = JudgeQuality(input, comparability.why_not_answers);
  verdict.quality = quality.word;
  verdict.quality_summary = std::move(quality.summary);
  verdict.cases = std::move(quality.cases);
  for (ScenarioVerdict& scenario : verdict.scenarios) scenario.quality = quality.for_metrics;
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
  const Comparability comparability = CompareSides(input);
  AddScenarios(input, comparability, verdict);
  AddQuality(input, comparability, verdict);
  verdict.word = OverallWord(verdict);
  if (comparability.why_not || verdict.word == VerdictWord::kIncomparable) {
    verdict.differences = comparability.differences;
  }
  verdict.headline = Headline(input, verdict);
  verdict.caveats = Caveats(input, verdict);
  verdict.caveats.insert(verdict.caveats.end(), comparability.notes.begin(), comparability.notes.end());
  verdict.next_command = NextCommand(verdict);
  verdict.repeat_command = RepeatCommand(candidate);
  return verdict;
}

}  // namespace inferproof
