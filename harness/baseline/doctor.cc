#include "harness/baseline/doctor.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/history.h"
#include "harness/stats/interval.h"
#include "harness/stats/planning.h"

namespace inferproof {
namespace {

constexpr double kLeastSpread = 0.001;  // as the gate's (docs/gate.md, rule 2)
constexpr double kPriorWeight = 10;     // docs/gate.md, rule 6
constexpr double kPower = 0.9;
constexpr double kTooMuch = 0.5;  // who fails only beyond 50 % does not watch
constexpr int kFewestRuns = 4;
constexpr int kMostRuns = 10'000;

std::string Percent(double share) { return FormatFixed(share * 100, share < 0.01 ? 2 : 1) + " %"; }

double ErrorOfDifference(double run_spread, int runs) { return run_spread * std::sqrt(2.0 / runs); }

// On the scale of people: how far a value moves in the bad direction.
double BadChange(Better better, double on_logs) {
  return std::abs(std::expm1(better == Better::kHigher ? -on_logs : on_logs));
}

void FindPatterns(const std::vector<std::vector<double>>& logs, Diagnosis& diagnosis) {
  diagnosis.run_spread = PooledSpread(logs);
  diagnosis.session_spread = SpreadBetween(logs);
  diagnosis.autocorrelation = LagOneAutocorrelation(logs);
  std::vector<double> around_means;
  for (const std::vector<double>& session : logs) {
    double sum = 0;
    for (const double value : session) sum += value;
    for (const double value : session) around_means.push_back(value - sum / static_cast<double>(session.size()));
  }
  diagnosis.bimodality = SarleCoefficient(around_means);
  if (diagnosis.autocorrelation && diagnosis.autocorrelation->beyond_chance())
    diagnosis.warnings.push_back("runs follow each other: their spread understates the noise, or a trend is in them");
  if (diagnosis.bimodality && *diagnosis.bimodality > kUniformBimodality)
    diagnosis.warnings.push_back("run values may fall in two heaps: look for two states of the machine or the server");
}

void FindDetectable(const std::vector<std::vector<double>>& logs, const GatePlan& plan, double limit, double spread,
                    Diagnosis& diagnosis) {
  const auto stored =
      StoredDifference(logs, logs.back(), {plan.session_spread, kPriorWeight}, plan.alpha_stored, kLeastSpread);
  if (stored.ok()) {
    const double from =
        ReliablyFailsFrom(limit, stored->standard_error, stored->degrees_of_freedom, plan.alpha_stored, kPower);
    if (std::isfinite(from)) diagnosis.stored_from = BadChange(diagnosis.better, from);
  }
  for (const GatePlan::Look& look : plan.interleaved) {
    const double from =
        InterleavedFailsFrom(limit, ErrorOfDifference(spread, look.runs), look.runs, look.alpha, kPower);
    if (std::isfinite(from)) diagnosis.interleaved_from.push_back({look.runs, BadChange(diagnosis.better, from)});
  }
}

void CheckBand(const GatePlan& plan, double limit, double spread, Diagnosis& diagnosis) {
  const double needed = kBandInErrors * ErrorOfDifference(spread, diagnosis.judged_runs);
  if (limit < needed) {
    const double runs = std::ceil(2 * std::pow(kBandInErrors * spread / std::max(limit, 1e-9), 2));
    diagnosis.runs_for_band = static_cast<int>(std::clamp(runs, double{kFewestRuns}, double{kMostRuns}));
    diagnosis.proposed_band = std::ceil(std::expm1(needed) * 1000 - 1e-9) / 1000;
    diagnosis.warnings.push_back(
        "a band of " + Percent(*diagnosis.band) + " is not testable with " + std::to_string(diagnosis.judged_runs) +
        " runs a side; it takes " + (*diagnosis.runs_for_band >= kMostRuns ? "more than " : "") +
        std::to_string(*diagnosis.runs_for_band) + ", or a band of " + Percent(*diagnosis.proposed_band));
  }
  if (*diagnosis.band > plan.min_effect)
    diagnosis.warnings.push_back("the band is wider than min_effect (" + Percent(plan.min_effect) +
                                 "): what the suite wants to see passes");
  if (diagnosis.stored_from.value_or(0) > kTooMuch)
    diagnosis.warnings.push_back("against the stored baseline it can hardly fail: only beyond " +
                                 Percent(*diagnosis.stored_from));
  if (!diagnosis.interleaved_from.empty() && diagnosis.interleaved_from.back().from > kTooMuch)
    diagnosis.warnings.push_back("even beside a base it can hardly fail: only beyond " +
                                 Percent(diagnosis.interleaved_from.back().from));
}

}  // namespace

std::optional<Diagnosis> Examine(const Baseline& baseline, const ExaminedMetric& metric, const GatePlan& plan) {
  const auto logs = SessionLogs(baseline, metric.scenario, metric.metric);
  if (!logs || logs->empty()) return std::nullopt;
  Diagnosis diagnosis;
  diagnosis.scenario = metric.scenario;
  diagnosis.metric = metric.metric;
  if (const MetricDefinition* definition = FindMetric(metric.metric)) diagnosis.better = definition->better;
  diagnosis.sessions = static_cast<int>(logs->size());
  for (const std::vector<double>& session : *logs) diagnosis.runs += static_cast<int>(session.size());
  diagnosis.request_error = metric.request_error;
  FindPatterns(*logs, diagnosis);
  if (!metric.band || !diagnosis.run_spread) return diagnosis;

  const double mean = *AcceptedMean(baseline, metric.scenario, metric.metric);
  diagnosis.band = std::max(metric.band->relative, metric.band->absolute / mean);
  const double limit = std::log1p(*diagnosis.band);
  const double spread = std::max(*diagnosis.run_spread, kLeastSpread);
  diagnosis.judged_runs = plan.interleaved.empty() ? kFewestRuns : plan.interleaved.front().runs;
  FindDetectable(*logs, plan, limit, spread, diagnosis);
  CheckBand(plan, limit, spread, diagnosis);
  return diagnosis;
}

}  // namespace inferproof
