#include "harness/gate/looks.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/gate/drift.h"
#include "harness/gate/severity.h"
#include "harness/gate/words.h"

namespace inferproof {
namespace {

constexpr double kErrorInAll = 0.05;  // one-sided, over all looks

bool IsConviction(VerdictWord word) { return word == VerdictWord::kRegressed || word == VerdictWord::kMissing; }

// The first established failure, by name; nothing when there is none. Drift is no news of this candidate: its runs go
// on.
std::optional<std::string> FirstConviction(const Verdict& verdict) {
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (Decides(metric) && !IsDrift(metric) && IsConviction(metric.word)) {
        return scenario.name + " " + metric.metric + " is " + VerdictName(metric.word);
      }
    }
    // A scenario that is gone has no metrics.
    if (scenario.metrics.empty() && IsConviction(scenario.word))
      return scenario.name + " is " + VerdictName(scenario.word);
  }
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.gates && IsConviction(entry.word)) return "quality case " + entry.id + " is " + VerdictName(entry.word);
  }
  return std::nullopt;
}

bool IsUndecided(const MetricVerdict& metric) { return Decides(metric) && metric.word == VerdictWord::kInconclusive; }

// Whether the estimate lies inside half the band on the bad side; a metric whose work must be equal has two bad sides.
// Halved on the scale of the comparison.
bool ShowsNoSign(const MetricVerdict& metric) {
  if (!metric.change) return false;
  const double half = (metric.relative ? std::log1p(metric.limit) : metric.limit) / 2;
  const double badness = Badness(metric);
  return (metric.role == Role::kEqual ? std::abs(badness) : badness) <= half;
}

}  // namespace

double LookPlan::AlphaFor(int runs) const {
  for (const Look& look : looks) {
    if (look.runs >= runs) return look.alpha;
  }
  return looks.empty() ? kErrorInAll : looks.back().alpha;
}

bool LookPlan::Judges(int runs) const {
  return std::all_of(looks.begin(), looks.end(), [&](const Look& look) { return runs > look.runs; }) ||
         std::any_of(looks.begin(), looks.end(), [&](const Look& look) { return runs == look.runs; });
}

LookPlan StandardLooks() { return {{{4, 0.015}, {6, 0.015}, {8, 0.02}}}; }

LookPlan FixedRuns(int runs) { return {{{runs, kErrorInAll}}}; }

LookDecision AfterLook(const Verdict& verdict, bool decide) {
  if (const auto convicted = FirstConviction(verdict)) return {{}, "convicted: " + *convicted};
  LookDecision decision;
  bool no_sign = true;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (std::none_of(scenario.metrics.begin(), scenario.metrics.end(), IsUndecided)) continue;
    decision.again.push_back(scenario.name);
    no_sign = no_sign && std::all_of(scenario.metrics.begin(), scenario.metrics.end(), [](const MetricVerdict& metric) {
                return !IsUndecided(metric) || ShowsNoSign(metric);
              });
  }
  if (decision.again.empty()) return {{}, "every gate metric is decided"};
  if (no_sign && !decide) {
    return {{}, "no sign of a regression: the estimate of every undecided metric is inside half its band"};
  }
  decision.why = Counted(static_cast<std::int64_t>(decision.again.size()), "scenario") +
                 (decision.again.size() == 1 ? " is" : " are") + " undecided";
  return decision;
}

LookPlan LooksOf(const ResultFile& result) {
  return result.looks.size() == 1 ? FixedRuns(result.looks.front()) : StandardLooks();
}

}  // namespace inferproof
