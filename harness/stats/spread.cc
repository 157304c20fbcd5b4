#include "harness/stats/spread.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/distribution.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

constexpr double kTwoSided95 = 1.959963984540054;  // the normal distribution's 97.5 % point
constexpr double kTail = 0.05;                     // of each end of the interval between groups

double SquaresAround(std::span<const double> values, double mean) {
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum;
}

double MeanOfPower(std::span<const double> values, double mean, int power) {
  double sum = 0;
  for (const double value : values) sum += std::pow(value - mean, power);
  return sum / static_cast<double>(values.size());
}

}  // namespace

std::optional<double> PooledSpread(std::span<const std::vector<double>> groups) {
  double squares = 0;
  double free = 0;
  for (const std::vector<double>& group : groups) {
    if (group.size() < 2) continue;
    squares += SquaresAround(group, Mean(group));
    free += static_cast<double>(group.size() - 1);
  }
  if (free == 0) return std::nullopt;
  return std::sqrt(squares / free);
}

std::optional<BetweenSpread> SpreadBetween(std::span<const std::vector<double>> groups) {
  const std::optional<double> within = PooledSpread(groups);
  if (groups.size() < 2 || !within) return std::nullopt;
  std::vector<double> means;
  std::size_t smallest = groups.front().size();
  for (const std::vector<double>& group : groups) {
    means.push_back(Mean(group));
    smallest = std::min(smallest, group.size());
  }
  const double free = static_cast<double>(means.size() - 1);
  const Result<double> low = ChiSquaredQuantile(kTail, free);
  const Result<double> high = ChiSquaredQuantile(1 - kTail, free);
  if (!low.ok() || !high.ok()) return std::nullopt;
  const double explained = *within * *within / static_cast<double>(smallest);
  const double seen = SampleVariance(means);
  const auto beyond = [&](double variance) { return std::sqrt(std::max(0.0, variance - explained)); };
  return BetweenSpread{beyond(seen), beyond(seen * free / *high), beyond(seen * free / *low)};
}

std::optional<Autocorrelation> LagOneAutocorrelation(std::span<const std::vector<double>> groups) {
  double products = 0;
  double squares = 0;
  double expected = 0;
  std::size_t count = 0;
  for (const std::vector<double>& group : groups) {
    if (group.size() < 3) continue;
    const double mean = Mean(group);
    const double own = SquaresAround(group, mean);
    for (std::size_t i = 0; i + 1 < group.size(); ++i) products += (group[i] - mean) * (group[i + 1] - mean);
    squares += own;
    expected -= own / static_cast<double>(group.size());
    count += group.size();
  }
  if (!(squares > 0)) return std::nullopt;
  return Autocorrelation{products / squares, expected / squares, kTwoSided95 / std::sqrt(static_cast<double>(count))};
}

std::optional<double> SarleCoefficient(std::span<const double> values) {
  if (values.size() < kFewestForBimodality) return std::nullopt;
  const double n = static_cast<double>(values.size());
  const double mean = Mean(values);
  const double variance = MeanOfPower(values, mean, 2);
  if (!(variance > 0)) return std::nullopt;
  const double skewness = MeanOfPower(values, mean, 3) / std::pow(variance, 1.5) * std::sqrt(n * (n - 1)) / (n - 2);
  const double plain_kurtosis = MeanOfPower(values, mean, 4) / (variance * variance) - 3;
  const double kurtosis = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * plain_kurtosis + 6);
  return (skewness * skewness + 1) / (kurtosis + 3 * (n - 1) * (n - 1) / ((n - 2) * (n - 3)));
}

std::optional<double> MedianStandardError(std::vector<double> values) {
  const double n = static_cast<double>(values.size());
  const double rank = std::round((n + 1) / 2 - kTwoSided95 * std::sqrt(n / 4));
  if (values.size() < 6 || rank < 1) return std::nullopt;
  std::sort(values.begin(), values.end());
  const auto from_below = static_cast<std::size_t>(rank) - 1;
  return (values[values.size() - 1 - from_below] - values[from_below]) / (2 * kTwoSided95);
}

}  // namespace inferproof
