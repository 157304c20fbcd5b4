#include "harness/gate/scenario.h"

#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/gate/compare.h"
#include "harness/gate/drift.h"
#include "harness/gate/faults.h"
#include "harness/gate/host.h"
#include "harness/gate/rules.h"
#include "harness/gate/severity.h"
#include "harness/gate/validity.h"
#include "harness/gate/waive.h"
#include "harness/gate/words.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr std::int64_t kFewestRequests = 10;  // fewer say too little of a run's latency
constexpr char kDifferentWork[] = "not judged: the two sides did different work";

bool IsLatency(const std::string& unit) { return unit == "ms" || unit == "ms/token"; }

// What depends on how much was generated, so that it says little where that is free.
bool DependsOnLength(const std::string& metric) {
  return metric.starts_with("e2e_") || metric == "request_rps" || metric == "request_rpm";
}

// Why a metric that could gate only watches; nothing when it gates.
std::optional<std::string> WhyOnlyWatched(const Sides& sides, const MetricVerdict& verdict, const Sample& base,
                                          const Sample& candidate, bool exact_work) {
  if (base.approximate || candidate.approximate) return "it rests on estimated token counts";
  if (base.n_too_small || candidate.n_too_small) return "too few requests support this quantile";
  if (IsLatency(verdict.unit) && sides.summary.requests < kFewestRequests) {
    return "a run has " + Counted(sides.summary.requests, "measured request") + ", fewer than " +
           std::to_string(kFewestRequests);
  }
  if (!exact_work && DependsOnLength(verdict.metric)) return "the output length is free";
  // Of a metric that nobody has no more is known; that it is missing still decides.
  if (verdict.better == Better::kNeither && !candidate.empty()) return "neither direction is better";
  return std::nullopt;
}

// Presence first: absence is a failure, not a skip.
bool DecidePresence(const GateInput& input, const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  if (candidate.empty()) {
    verdict.word = VerdictWord::kMissing;
    verdict.reason = base.empty() ? "the suite gates it and neither side has it" : "the candidate has no value of it";
    verdict.base = MeanToShow(verdict.unit, base);
    verdict.base_runs = base.runs();
    return true;
  }
  verdict.candidate = MeanToShow(verdict.unit, candidate);
  if (candidate.absent > 0 && Decides(verdict)) {
    verdict.word = VerdictWord::kMissing;
    verdict.reason = "absent from " + Counted(candidate.absent, "run") + " of the candidate";
    return true;
  }
  if (!base.empty()) return false;
  verdict.word = VerdictWord::kNew;
  verdict.reason = input.against == Against::kNothing ? "nothing to compare with" : "not known to the base";
  return true;
}

bool DecideDefinition(const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  const std::optional<std::string> why = WhyDefinitionsDiffer(base, candidate);
  if (!why) return false;
  verdict.word = VerdictWord::kIncomparable;
  verdict.reason = *why;
  verdict.base = MeanToShow(verdict.unit, base);
  verdict.base_runs = base.runs();
  return true;
}

// A gate on speed needs values that a clock can have measured.
bool DecideMeasurable(const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  if (!Decides(verdict) || !IsSpeed(verdict.unit)) return false;
  const auto impossible = [](const Sample& sample) {
    const std::vector<double> values = sample.Pooled();
    return std::any_of(values.begin(), values.end(), [](double value) { return !(value > 0); });
  };
  if (!impossible(base) && !impossible(candidate)) return false;
  verdict.word = VerdictWord::kInvalid;
  verdict.reason = std::string("a run of the ") + (impossible(candidate) ? "candidate" : "base") +
                   " has a value of 0 or below, which no clock measures";
  return true;
}

// A gate that rests on the server's counts cannot do with a guess: dropping usage must not switch it off.
bool DecideCounted(const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  if (!Decides(verdict) || !candidate.approximate || base.empty() || base.approximate) return false;
  verdict.word = VerdictWord::kInvalid;
  verdict.candidate = MeanToShow(verdict.unit, candidate);
  verdict.base = MeanToShow(verdict.unit, base);
  verdict.base_runs = base.runs();
  verdict.reason = "it rests on estimated token counts: the server told none, and the base's are its own";
  return true;
}

MetricVerdict JudgeMetric(const GateInput& input, const Sides& sides, const std::string& metric, const Work& work) {
  const EffectiveRule rule = RuleForWork(input.suite, sides.summary, metric, work.exact);
  MetricVerdict verdict = BlankVerdict(input, sides, metric, rule);
  const Sample base = BaseSample(input, sides, metric);
  const Sample candidate = CandidateSample(sides, metric);
  if (DecideCounted(base, candidate, verdict)) return verdict;
  std::optional<std::string> watched;
  if (Decides(verdict)) watched = WhyOnlyWatched(sides, verdict, base, candidate, work.exact);
  if (watched) verdict.role = Role::kWatch;
  if (!DecidePresence(input, base, candidate, verdict) && !DecideDefinition(base, candidate, verdict) &&
      !DecideMeasurable(base, candidate, verdict)) {
    CompareMetric(input, rule.band, base, candidate, verdict);
  }
  if (watched) verdict.reason += "; does not gate: " + *watched;
  return verdict;
}

// A metric shown beside a reason that keeps it from being judged.
MetricVerdict ShowMetric(const GateInput& input, const Sides& sides, const std::string& metric, VerdictWord word,
                         const std::string& reason) {
  const EffectiveRule rule = RuleFor(input.suite, sides.summary, metric);
  MetricVerdict verdict = BlankVerdict(input, sides, metric, rule);
  verdict.word = word;
  verdict.role = Role::kWatch;
  verdict.reason = reason;
  const Sample base = BaseSample(input, sides, metric);
  verdict.candidate = MeanToShow(verdict.unit, CandidateSample(sides, metric));
  verdict.base = MeanToShow(verdict.unit, base);
  verdict.base_runs = base.runs();
  return verdict;
}

// The whole scenario ends in one word; its numbers are still shown.
void EndAll(const GateInput& input, const Sides& sides, VerdictWord word, std::string reason,
            ScenarioVerdict& scenario) {
  scenario.word = word;
  scenario.reason = std::move(reason);
  for (const std::string& metric : MetricNames(input, sides)) {
    scenario.metrics.push_back(ShowMetric(input, sides, metric, word, "not judged: " + scenario.reason));
  }
}

bool AlreadyJudged(const ScenarioVerdict& scenario, const std::string& metric) {
  return std::any_of(scenario.metrics.begin(), scenario.metrics.end(),
                     [&](const MetricVerdict& verdict) { return verdict.metric == metric; });
}

void Take(std::vector<MetricVerdict> verdicts, ScenarioVerdict& scenario) {
  std::move(verdicts.begin(), verdicts.end(), std::back_inserter(scenario.metrics));
}

void WithdrawTheRest(const GateInput& input, const Sides& sides, ScenarioVerdict& scenario) {
  for (const std::string& metric : MetricNames(input, sides)) {
    if (AlreadyJudged(scenario, metric)) continue;
    scenario.metrics.push_back(ShowMetric(input, sides, metric, VerdictWord::kInconclusive, kDifferentWork));
  }
}

void JudgeTheRest(const GateInput& input, const Sides& sides, const Work& work, ScenarioVerdict& scenario) {
  for (const std::string& metric : MetricNames(input, sides)) {
    if (!AlreadyJudged(scenario, metric)) scenario.metrics.push_back(JudgeMetric(input, sides, metric, work));
  }
}

void Conclude(ScenarioVerdict& scenario) {
  SortForReaders(scenario.metrics);
  scenario.word = VerdictWord::kPass;
  for (const MetricVerdict& verdict : scenario.metrics) {
    if (Decides(verdict)) scenario.word = Worse(verdict.word, scenario.word);
  }
  for (const MetricVerdict& verdict : scenario.metrics) {
    if (Decides(verdict) && verdict.word == scenario.word && scenario.word != VerdictWord::kPass) {
      scenario.reason = verdict.metric + ": " + verdict.reason;
      return;
    }
  }
  const bool waived = std::any_of(scenario.metrics.begin(), scenario.metrics.end(),
                                  [](const MetricVerdict& verdict) { return verdict.waived.has_value(); });
  scenario.reason = waived ? "every gate metric is inside its band or waived" : "every gate metric is inside its band";
}

ScenarioVerdict NamedScenario(const GateInput& input, const std::string& name) {
  ScenarioVerdict scenario;
  scenario.name = name;
  scenario.file = input.suite.path;
  for (const Scenario& known : input.suite.scenarios) {
    if (known.name == name) scenario.line = known.position.line;
  }
  return scenario;
}

// Without a comparison a candidate's fault cannot be told from a broken set-up.
std::optional<std::string> FaultWithoutComparison(const Sides& sides) {
  const Failures failures = CountFailures(sides.candidate);
  for (const auto& [name, runs] : failures.named) return NamedInWords(name) + ": " + Truncate(runs.front(), 400);
  if (failures.failed == 0) return std::nullopt;
  return std::to_string(failures.failed) + " of " + Counted(failures.planned, "request") +
         " failed: " + KindsInWords(failures.by_kind);
}

std::optional<std::string> WhyPlansDiffer(const GateInput& input, const Sides& sides) {
  if (input.against != Against::kStored || sides.stored == nullptr) return std::nullopt;
  if (sides.stored->plan_digest == sides.summary.plan_digest) return std::nullopt;
  const auto& vary = input.options.vary;
  if (std::find(vary.begin(), vary.end(), "plan_digest") != vary.end()) return std::nullopt;
  return "the requests differ: plan_digest (baseline: " + Truncate(sides.stored->plan_digest, 80) +
         ", run: " + Truncate(sides.summary.plan_digest, 80) + ")";
}

}  // namespace

ScenarioVerdict AbsentScenario(const GateInput& input, const std::string& name) {
  ScenarioVerdict scenario = NamedScenario(input, name);
  const bool known = input.against == Against::kStored && input.baseline->scenarios.contains(name);
  scenario.word = known ? VerdictWord::kMissing : VerdictWord::kInvalid;
  scenario.reason = known ? "the baseline has this scenario and the run does not"
                          : "the suite has this scenario and the run does not";
  return scenario;
}

ScenarioVerdict JudgeScenario(const GateInput& input, const ScenarioSummary& summary,
                              const std::optional<std::string>& incomparable) {
  const Sides sides = SidesOf(input, summary);
  if (sides.candidate.empty()) return AbsentScenario(input, summary.name);
  ScenarioVerdict scenario = NamedScenario(input, summary.name);
  if (scenario.line == 0) scenario.line = summary.suite_line;
  const auto end = [&](VerdictWord word, std::string reason) {
    EndAll(input, sides, word, std::move(reason), scenario);
    return scenario;
  };
  if (const auto why = WhyInvalid(input, sides)) return end(VerdictWord::kInvalid, *why);
  const std::optional<std::string> differs = incomparable ? incomparable : WhyPlansDiffer(input, sides);
  const bool unknown = input.against == Against::kNothing || (input.against == Against::kStored && !sides.stored);
  if (differs || unknown) {
    if (const auto fault = FaultWithoutComparison(sides)) return end(VerdictWord::kInvalid, *fault);
    return differs ? end(VerdictWord::kIncomparable, *differs) : end(VerdictWord::kNew, "nothing to compare with");
  }
  Faults faults = FindFaults(input, sides);
  if (faults.invalid) return end(VerdictWord::kInvalid, *faults.invalid);
  Take(std::move(faults.verdicts), scenario);
  Work work;
  if (!faults.different_work) {
    work = CompareWorkCounters(input, sides);
    Take(std::exchange(work.verdicts, {}), scenario);
  }
  if (faults.different_work || work.different) {
    WithdrawTheRest(input, sides, scenario);
  } else {
    JudgeTheRest(input, sides, work, scenario);
    Take(FindDrift(input, sides, scenario.metrics), scenario);
  }
  const std::optional<std::string> host = TakeBackForHost(input, sides, scenario);
  WaiveMetrics(input.suite, scenario);
  Conclude(scenario);
  if (host && scenario.word == VerdictWord::kInvalid) scenario.reason = *host;
  return scenario;
}

}  // namespace inferproof
