#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace inferproof {

// How values that should repeat do vary: for planning and for people, never for a verdict. Values are finite; `groups`
// are sessions, each with its values in the order in which they were measured.

// Standard deviation around each group's own mean, pooled; nothing when no group has two values.
std::optional<double> PooledSpread(std::span<const std::vector<double>> groups);

// How much group means differ beyond what the spread inside the groups explains: sqrt(max(0, var(means) - s^2 / K)), K
// the smallest group, with the two-sided 90 % chi-squared interval of var(means) carried through the same subtraction.
// Nothing for fewer than two groups or without a pooled spread.
struct BetweenSpread {
  double value = 0;
  double lo = 0;
  double hi = 0;
};
std::optional<BetweenSpread> SpreadBetween(std::span<const std::vector<double>> groups);

// Lag-1 autocorrelation around each group's mean, pooled: sum of (x[i]-m)(x[i+1]-m) over sum of (x[i]-m)^2 (Box &
// Jenkins, Time Series Analysis). Without any correlation its expectation is -1/n for a group of n, because the
// deviations of a group sum to 0; `expected` is that, and `limit` is 1.96 / sqrt(N), the usual large-sample bound of
// the difference. Nothing when no group has three values or nothing varies.
struct Autocorrelation {
  double value = 0;
  double expected = 0;
  double limit = 0;
  bool beyond_chance() const { return value > expected + limit || value < expected - limit; }
};
std::optional<Autocorrelation> LagOneAutocorrelation(std::span<const std::vector<double>> groups);

// Sarle's bimodality coefficient (g^2 + 1) / (k + 3 (n-1)^2 / ((n-2)(n-3))), g and k the bias-corrected skewness and
// excess kurtosis (SAS/STAT User's Guide, MODECLUS; Pfister et al. 2013, Frontiers in Psychology 4:700). 5/9 is the
// uniform distribution's; more suggests two modes. Nothing for fewer than 10 values, where even two equal heaps stay
// below 5/9, or when nothing varies.
inline constexpr double kUniformBimodality = 5.0 / 9.0;
inline constexpr std::size_t kFewestForBimodality = 10;
std::optional<double> SarleCoefficient(std::span<const double> values);

// Standard error of a sample's median from the distance of two order statistics (McKean & Schrader 1984,
// Communications in Statistics B13:751): (x[n-c+1] - x[c]) / (2 * 1.96), c = round((n + 1) / 2 - 1.96 sqrt(n / 4)).
// Nothing for fewer than six values, where c is below 1.
std::optional<double> MedianStandardError(std::vector<double> values);

}  // namespace inferproof
