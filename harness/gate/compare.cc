#include "harness/gate/compare.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/gate/power.h"
#include "harness/gate/words.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

// An interval turned so that larger is worse.
struct Ends {
  double good = 0;
  double bad = 0;
};
Ends Turned(Better better, double lo, double hi) { return better == Better::kHigher ? Ends{-hi, -lo} : Ends{lo, hi}; }

// The band on the scale of the comparison. Its absolute part is a share of the mean that one comes from: of the base's
// for a loss, of the candidate's for a gain, so that a gain is what the loss is with its sides swapped.
struct Limits {
  double loss = 0;
  double gain = 0;
  double for_people = 0;
};
Limits LimitsOf(const Scale& scale, const Band& band, double base_mean, double candidate_mean) {
  const double loss = WidestBand(scale, band, base_mean);
  const double gain = WidestBand(scale, band, candidate_mean);
  return scale.relative ? Limits{std::log1p(loss), std::log1p(gain), loss} : Limits{loss, gain, loss};
}

// Spread floor in the unit of the scale: logs are relative already.
double LeastSpreadOf(const Scale& scale, const MetricVerdict& verdict) {
  constexpr double kTiny = 1e-9;
  if (scale.relative) return kLeastSpread;
  return std::max(kLeastSpread * std::max(std::abs(*verdict.base), std::abs(*verdict.candidate)), kTiny);
}

Result<Estimate> EstimateChange(const GateInput& input, const Scale& scale, const Sample& base, const Sample& candidate,
                                const MetricVerdict& verdict) {
  const Sample before = scale.Into(base);
  const std::vector<double> after = scale.Into(candidate).Pooled();
  const double alpha = AlphaOf(input, base, candidate);
  const double floor = LeastSpreadOf(scale, verdict);
  if (input.against == Against::kBaseSide) return WelchDifference(before.Pooled(), after, alpha, floor);
  const double per_unit = scale.relative ? 1 : std::abs(*verdict.base);
  StoredPrior prior = PriorOf(input);
  prior.session_spread *= per_unit;
  return StoredDifference(before.sessions, after, prior, alpha, floor);
}

// Regressed, improved, pass or inconclusive by the turned interval (docs/gate.md, rule 3).
VerdictWord WordFor(Ends ends, const Limits& limits) {
  if (ends.good > limits.loss) return VerdictWord::kRegressed;
  if (ends.bad < -limits.gain) return VerdictWord::kImproved;
  if (ends.bad <= limits.loss) return VerdictWord::kPass;
  return VerdictWord::kInconclusive;
}

// Whether the exact rank interval says the same of a conviction, or of its mirror image, an improvement.
bool RanksAgree(const GateInput& input, const Scale& scale, const Sample& base, const Sample& candidate, Better better,
                const Limits& limits, VerdictWord word) {
  const RankInterval ranks =
      HodgesLehmann(scale.Into(base).Pooled(), scale.Into(candidate).Pooled(), AlphaOf(input, base, candidate));
  return ranks.reachable && WordFor(Turned(better, ranks.lo, ranks.hi), limits) == word;
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

StoredPrior PriorOf(const GateInput& input) {
  constexpr double kWeight = 10;  // d0
  return {std::max(0.0, input.candidate.session_spread), kWeight};
}

void CompareMetric(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                   MetricVerdict& verdict) {
  const Scale scale = Scale::For(verdict.unit, base, candidate);
  if (!FillNumbers(scale, base, candidate, verdict)) return;
  const Limits limits = LimitsOf(scale, band, *verdict.base, *verdict.candidate);
  verdict.limit = limits.for_people;
  const Result<Estimate> change = EstimateChange(input, scale, base, candidate, verdict);
  if (Undecidable(change, verdict)) return;
  verdict.change = ForPeople(scale, *change);
  if (verdict.better == Better::kNeither) {
    return Decide(VerdictWord::kPass, input, base, "; shown only: neither direction is better", verdict);
  }
  const double sees = ReliablySees(input, base, candidate, *change, limits.loss);
  const double sign = verdict.better == Better::kHigher ? -1 : 1;
  if (std::isfinite(sees)) verdict.fails_from = scale.ChangeForPeople(sign * sees);
  VerdictWord word = WordFor(Turned(verdict.better, change->lo, change->hi), limits);
  std::string more;
  const bool strong = word == VerdictWord::kRegressed || word == VerdictWord::kImproved;
  if (strong && input.against == Against::kBaseSide &&
      !RanksAgree(input, scale, base, candidate, verdict.better, limits, word)) {
    word = VerdictWord::kInconclusive;
    more = "; the rank interval does not agree";
  }
  if (word == VerdictWord::kInconclusive) {
    more += WhatWouldDecide(input, scale, base, candidate, limits.loss, verdict);
  }
  Decide(word, input, base, more, verdict);
}

void CompareWork(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                 MetricVerdict& verdict) {
  const Scale scale = Scale::For(verdict.unit, base, candidate);
  if (!FillNumbers(scale, base, candidate, verdict)) return;
  const Limits limits = LimitsOf(scale, band, *verdict.base, *verdict.candidate);
  verdict.limit = limits.for_people;
  if (limits.loss <= 0) return CompareExactly(base, candidate, verdict);
  const Result<Estimate> change = WelchDifference(scale.Into(base).Pooled(), scale.Into(candidate).Pooled(),
                                                  AlphaOf(input, base, candidate), LeastSpreadOf(scale, verdict));
  if (Undecidable(change, verdict)) return;
  verdict.change = ForPeople(scale, *change);
  const bool beyond = change->lo > limits.loss || change->hi < -limits.gain;
  const bool inside = change->lo >= -limits.gain && change->hi <= limits.loss;
  Decide(beyond   ? VerdictWord::kRegressed
         : inside ? VerdictWord::kPass
                  : VerdictWord::kInconclusive,
         input, base, beyond ? "; the two sides did different work" : "", verdict);
}

}  // namespace inferproof
