#include "harness/gate/power.h"

#include <algorithm>
#include <cmath>

#include "harness/gate/words.h"
#include "harness/stats/planning.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

constexpr double kReliably = 0.9;  // of "fails reliably from"
constexpr double kPlanned = 0.8;   // of "N runs a side would decide"
constexpr int kMostRuns = 50;      // beyond that "more than 50" is answer enough

}  // namespace

double ReliablySees(const GateInput& input, const Sample& base, const Sample& candidate, const Estimate& change,
                    double limit) {
  const double alpha = AlphaOf(input, base, candidate);
  if (input.against == Against::kBaseSide) {
    const int runs = std::min(base.runs(), candidate.runs());
    return InterleavedFailsFrom(limit, change.standard_error, runs, alpha, kReliably);
  }
  return ReliablyFailsFrom(limit, change.standard_error, change.degrees_of_freedom, alpha, kReliably);
}

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
  const auto alpha = [&](int k) { return input.options.looks.Judges(k) ? input.alpha(k) : 0.0; };
  const int runs = RunsNeeded(limit, effect, std::max(spread, kLeastSpread), alpha, kPlanned, kMostRuns);
  const std::string count = runs > kMostRuns ? "more than " + std::to_string(kMostRuns) : std::to_string(runs);
  return "; " + count + " runs a side would decide a change of " + LevelInWords(input.suite.min_effect);
}

}  // namespace inferproof
