#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/metrics/definitions.h"
#include "harness/stats/spread.h"
#include "harness/suite/suite.h"

namespace inferproof {

// What is known of one metric beside its accepted values.
struct ExaminedMetric {
  std::string scenario;
  std::string metric;
  std::optional<Band> band;             // of the suite's rules; nothing: not known
  std::optional<double> request_error;  // of a run's value by the sampling of its requests, as a share of the value
};

// How the gate would judge.
struct GatePlan {
  struct Look {
    int runs = 0;
    double alpha = 0;
  };
  std::vector<Look> interleaved;  // beside a base, at so many runs a side
  double alpha_stored = 0.015;
  double session_spread = 0.03;  // of the target
  double min_effect = 0.10;      // of the suite
};

// What the accepted runs say of one metric and of the band it is held to. Spreads and changes are shares: 0.02 is 2 %.
struct Diagnosis {
  std::string scenario;
  std::string metric;
  Better better = Better::kNeither;
  int sessions = 0;
  int runs = 0;  // of all sessions
  std::optional<double> run_spread;
  std::optional<BetweenSpread> session_spread;
  std::optional<Autocorrelation> autocorrelation;
  std::optional<double> bimodality;
  std::optional<double> request_error;

  // The rest needs a band.
  std::optional<double> band;         // the effective one: the wider of the relative and the absolute
  std::optional<double> stored_from;  // the change that the stored rule convicts with 90 % probability
  struct Detectable {
    int runs = 0;
    double from = 0;
  };
  std::vector<Detectable> interleaved_from;  // the same beside a base
  int judged_runs = 0;                       // a side, that a band must be testable with: those of the first look
  std::optional<int> runs_for_band;          // set when the band is below 1.6 standard errors: the runs that it takes
  std::optional<double> proposed_band;       // likewise: max(band, 1.6 standard errors), rounded up to 0.1 %
  std::vector<std::string> warnings;
};

// A band below this many standard errors of the difference of two sides cannot be told from noise: with ten metrics
// and bands of 1.6 the whole suite alarms falsely at most once in a hundred times (docs/baselines.md).
inline constexpr double kBandInErrors = 1.6;

// Nothing when the metric has no accepted values, or a value that has no logarithm (shares and counts are judged
// otherwise).
std::optional<Diagnosis> Examine(const Baseline& baseline, const ExaminedMetric& metric, const GatePlan& plan);

// The diagnosis for people, the metric's name first, then one finding a line.
std::vector<std::string> DiagnosisInWords(const Diagnosis& diagnosis);

}  // namespace inferproof
