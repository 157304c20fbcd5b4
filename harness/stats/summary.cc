#include "harness/stats/summary.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace inferproof {

double Mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Two passes: the textbook formula (sum of squares less the square of the sum) loses every digit of a small spread
// around a large mean.
double SampleVariance(std::span<const double> values) {
  const double mean = Mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

double Quantile(std::span<const double> sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  // std::lerp is exact at both ends and monotone, which a + t * (b - a) is not.
  return std::lerp(sorted[below], sorted[below + 1], place - std::floor(place));
}

double Median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return Quantile(sorted, 0.5);
}

}  // namespace inferproof
