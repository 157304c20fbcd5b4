#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "harness/stats/interval.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

// Beyond this the table of the null distribution costs more than the answer is worth.
constexpr std::size_t kMostValuesASide = 100;

// Sums of probabilities such as 1/20 miss their alpha by the last bit; that is no reason to call them out of reach.
constexpr double kRounding = 1 + 1e-12;

// P(U = u) for u = 0..n*m when n values of one side and m of the other come from one continuous distribution.
// Mann & Whitney 1947: the largest of all values belongs to the m-side with probability m / (n + m), and then it beats
// all n values of the other side. Sums of positive terms only, so every probability keeps its digits.
std::vector<double> NullDistribution(std::size_t n, std::size_t m) {
  // by_n[i] is the distribution for (i, j) values; the loop raises j.
  std::vector<std::vector<double>> by_n(n + 1, std::vector<double>{1.0});
  for (std::size_t j = 1; j <= m; ++j) {
    std::vector<std::vector<double>> next(n + 1);
    next[0] = {1.0};
    for (std::size_t i = 1; i <= n; ++i) {
      std::vector<double>& row = next[i];
      row.assign(i * j + 1, 0.0);
      const double all = static_cast<double>(i + j);
      const double from_m = static_cast<double>(j) / all;
      const double from_n = static_cast<double>(i) / all;
      for (std::size_t u = 0; u < by_n[i].size(); ++u) row[u + i] += from_m * by_n[i][u];
      for (std::size_t u = 0; u < next[i - 1].size(); ++u) row[u] += from_n * next[i - 1][u];
    }
    by_n = std::move(next);
  }
  return by_n[n];
}

std::vector<double> OrderedDifferences(std::span<const double> base, std::span<const double> candidate) {
  std::vector<double> differences;
  differences.reserve(base.size() * candidate.size());
  for (const double before : base) {
    for (const double after : candidate) differences.push_back(after - before);
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

bool Usable(std::span<const double> values) {
  return !values.empty() && values.size() <= kMostValuesASide &&
         std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

RankInterval HodgesLehmann(std::span<const double> base, std::span<const double> candidate, double alpha) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  RankInterval interval{.shift = 0, .lo = -kInfinity, .hi = kInfinity, .level = 0, .reachable = false};
  if (!Usable(base) || !Usable(candidate)) return interval;
  const std::vector<double> differences = OrderedDifferences(base, candidate);
  if (!std::isfinite(differences.front()) || !std::isfinite(differences.back())) return interval;

  // The k-th difference from either end leaves out the truth with probability P(U <= k - 1): take the largest k that
  // alpha allows, and the widest interval when it allows none.
  const std::vector<double> null_distribution = NullDistribution(base.size(), candidate.size());
  double error = null_distribution[0];
  std::size_t k = 1;
  const double allowed = alpha * kRounding;
  interval.reachable = error <= allowed;
  while (interval.reachable && 2 * k < differences.size() && error + null_distribution[k] <= allowed)
    error += null_distribution[k++];

  interval.shift = Quantile(differences, 0.5);
  interval.lo = differences[k - 1];
  interval.hi = differences[differences.size() - k];
  interval.level = 1 - error;
  return interval;
}

}  // namespace inferproof
