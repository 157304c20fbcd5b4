#include "harness/gate/compare.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/gate/words.h"
#include "harness/stats/planning.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

constexpr double kLeastSpread = 0.001;  // 0.1 %: no clock and no machine is steadier
constexpr double kPriorWeight = 10;     // d0 of docs/gate.md, rule 6
constexpr double kPower = 0.9;
constexpr int kMostRuns = 50;  // beyond that "more than 50" is answer enough

// An interval turned so that larger is worse.
struct Ends {
  double good = 0;
  double bad = 0;
};
Ends Turned(Better better, double lo, double hi) { return better == Better::kHigher ? Ends{-hi, -lo} : Ends{lo, hi}; }

// The band on the scale of the comparison, and as people read it.
struct Limit {
  double on_scale = 0;
  double for_people = 0;
};
Limit LimitOf(const Scale& scale, const Band& band, double base_mean) {
  const double size = std::abs(base_mean);
  if (!scale.relative) {
    const double widest = std::max(band.absolute, band.relative * size);
    return {widest, widest};
  }
  const double widest = std::max(band.relative, size > 0 ? band.absolute / size : 0);
  return {std::log1p(widest), widest};
}

// Spread floor in the unit of the scale: logs are relative already.
double LeastSpread(const Scale& scale, double base_mean) {
  constexpr double kTiny = 1e-9;
  return scale.relative ? kLeastSpread : std::max(kLeastSpread * std::abs(base_mean), kTiny);
}

Result<Estimate> EstimateChange(const GateInput& input, const Scale& scale, double base_mean, const Sample& base,
                                const Sample& candidate) {
  const Sample before = scale.Into(base);
  const std::vector<double> after = scale.Into(candidate).Pooled();
  const double floor = LeastSpread(scale, base_mean);
  if (input.against == Against::kBaseSide)
    return WelchDifference(before.Pooled(), after, input.alpha(candidate.asked()), floor);
  const double per_unit = scale.relative ? 1 : std::abs(base_mean);
  const StoredPrior prior{std::max(0.0, input.candidate.session_spread) * per_unit, kPriorWeight};
  return StoredDifference(before.sessions, after, prior, input.alpha(candidate.asked()), floor);
}

// Regressed, improved, pass or inconclusive by the turned interval (docs/gate.md, rule 3).
VerdictWord WordFor(Ends ends, double limit) {
  if (ends.good > limit) return VerdictWord::kRegressed;
  if (ends.bad < -limit) return VerdictWord::kImproved;
  if (ends.bad <= limit) return VerdictWord::kPass;
  return VerdictWord::kInconclusive;
}

// Whether the exact rank interval says the same of a conviction, or of its mirror image, an improvement.
bool RanksAgree(const GateInput& input, const Scale& scale, const Sample& base, const Sample& candidate, Better better,
                double limit, VerdictWord word) {
  const RankInterval ranks =
      HodgesLehmann(scale.Into(base).Pooled(), scale.Into(candidate).Pooled(), input.alpha(candidate.asked()));
  return ranks.reachable && WordFor(Turned(better, ranks.lo, ranks.hi), limit) == word;
}

Estimate ForPeople(const Scale& scale, Estimate estimate) {
  if (scale.relative) estimate.standard_error *= scale.ValueForPeople(estimate.value);
  estimate.value = scale.ChangeForPeople(estimate.value);
  estimate.lo = scale.ChangeForPeople(estimate.lo);
  estimate.hi = scale.ChangeForPeople(estimate.hi);
  return estimate;
}

// What it would take to decide, for an inconclusive line.
std::string WhatWouldDecide(const GateInput& input, const Scale& scale, const Sample& base, const Sample& candidate,
                            double limit, const MetricVerdict& verdict) {
  if (input.against == Against::kStored) {
    if (!verdict.fails_from) return {};
    return "; a stored baseline cannot decide less than " + ChangeInWords(verdict, *verdict.fails_from);
  }
  if (!scale.relative || base.runs() < 2 || candidate.runs() < 2) return {};
  const double spread =
      std::sqrt((SampleVariance(scale.Into(base).Pooled()) + SampleVariance(scale.Into(candidate).Pooled())) / 2);
  const double effect = std::log1p(std::max(0.0, input.suite.min_effect));
  const int runs =
      RunsNeeded(limit, effect, std::max(spread, kLeastSpread), input.alpha(candidate.asked()), kPower, kMostRuns);
  const std::string count = runs > kMostRuns ? "more than " + std::to_string(kMostRuns) : std::to_string(runs);
  return "; " + count + " runs a side would decide a change of " + LevelInWords(input.suite.min_effect);
}

// False when the numbers are so large that their sums are none any more; then nothing is decided.
bool FillNumbers(const Scale& scale, const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  verdict.relative = scale.relative;
  verdict.base_runs = base.runs();
  verdict.candidate_runs = candidate.runs();
  const double before = BaseMean(scale, base);
  const double after = BaseMean(scale, candidate);
  if (!std::isfinite(before) || !std::isfinite(after)) {
    verdict.candidate.reset();
    verdict.word = VerdictWord::kInconclusive;
    verdict.reason = "no interval: values beyond the range of a double";
    return false;
  }
  verdict.base = before;
  verdict.candidate = after;
  return true;
}

void Decide(VerdictWord word, const GateInput& input, const Sample& base, std::string more, MetricVerdict& verdict) {
  verdict.word = word;
  verdict.reason = EvidenceInWords(verdict) + ", " + RunsInWords(input.against, verdict.candidate_runs, base) + more;
}

bool Undecidable(const Result<Estimate>& change, MetricVerdict& verdict) {
  if (change.ok()) return false;
  verdict.word = VerdictWord::kInconclusive;
  verdict.reason = "no interval: " + change.error().Text();
  return true;
}

// Equal to the last printed digit: token means are quotients of whole numbers.
bool SameWithin(double value, double lo, double hi) {
  constexpr double kRounding = 1e-9;
  const double slack = kRounding * std::max({std::abs(lo), std::abs(hi), 1.0});
  return value >= lo - slack && value <= hi + slack;
}

// Every run of the candidate lies among the base's runs. Runs differ in their prompts' nonces, so a base may have more
// than one value; with one value this is equality.
void CompareExactly(const Sample& base, const Sample& candidate, MetricVerdict& verdict) {
  const std::vector<double> before = base.Pooled();
  const std::vector<double> after = candidate.Pooled();
  const auto [least, most] = std::minmax_element(before.begin(), before.end());
  const bool same = std::all_of(after.begin(), after.end(),
                                [lo = *least, hi = *most](double value) { return SameWithin(value, lo, hi); });
  verdict.word = same ? VerdictWord::kPass : VerdictWord::kRegressed;
  verdict.base = Mean(before);
  verdict.candidate = Mean(after);
  const std::string numbers = FormatFixed(*verdict.base, 2) + " -> " + FormatFixed(*verdict.candidate, 2);
  verdict.reason = same ? "the same on both sides: exact" : "must be the same on both sides: " + numbers;
}

}  // namespace

void CompareMetric(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                   MetricVerdict& verdict) {
  const Scale scale = Scale::For(verdict.unit, base, candidate);
  if (!FillNumbers(scale, base, candidate, verdict)) return;
  const Limit limit = LimitOf(scale, band, *verdict.base);
  verdict.limit = limit.for_people;
  const Result<Estimate> change = EstimateChange(input, scale, *verdict.base, base, candidate);
  if (Undecidable(change, verdict)) return;
  verdict.change = ForPeople(scale, *change);
  if (verdict.better == Better::kNeither) {
    return Decide(VerdictWord::kPass, input, base, "; shown only: neither direction is better", verdict);
  }
  const double sign = verdict.better == Better::kHigher ? -1 : 1;
  const double fails_from = ReliablyFailsFrom(limit.on_scale, change->standard_error, change->degrees_of_freedom,
                                              input.alpha(candidate.asked()), kPower);
  if (std::isfinite(fails_from)) verdict.fails_from = scale.ChangeForPeople(sign * fails_from);
  const VerdictWord word = WordFor(Turned(verdict.better, change->lo, change->hi), limit.on_scale);
  const bool strong = word == VerdictWord::kRegressed || word == VerdictWord::kImproved;
  if (strong && input.against == Against::kBaseSide &&
      !RanksAgree(input, scale, base, candidate, verdict.better, limit.on_scale, word)) {
    return Decide(
        VerdictWord::kInconclusive, input, base,
        "; the rank interval does not agree" + WhatWouldDecide(input, scale, base, candidate, limit.on_scale, verdict),
        verdict);
  }
  const std::string more = word == VerdictWord::kInconclusive
                               ? WhatWouldDecide(input, scale, base, candidate, limit.on_scale, verdict)
                               : std::string();
  Decide(word, input, base, more, verdict);
}

void CompareWork(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                 MetricVerdict& verdict) {
  const Scale scale = Scale::For(verdict.unit, base, candidate);
  if (!FillNumbers(scale, base, candidate, verdict)) return;
  const Limit limit = LimitOf(scale, band, *verdict.base);
  verdict.limit = limit.for_people;
  if (limit.on_scale <= 0) return CompareExactly(base, candidate, verdict);
  const Result<Estimate> change = WelchDifference(scale.Into(base).Pooled(), scale.Into(candidate).Pooled(),
                                                  input.alpha(candidate.asked()), LeastSpread(scale, *verdict.base));
  if (Undecidable(change, verdict)) return;
  verdict.change = ForPeople(scale, *change);
  const bool beyond = change->lo > limit.on_scale || change->hi < -limit.on_scale;
  const bool inside = change->lo >= -limit.on_scale && change->hi <= limit.on_scale;
  Decide(beyond   ? VerdictWord::kRegressed
         : inside ? VerdictWord::kPass
                  : VerdictWord::kInconclusive,
         input, base, beyond ? "; the two sides did different work" : "", verdict);
}

}  // namespace inferproof
