#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "harness/stats/interval.h"

namespace inferproof {
namespace {

// Counts of U = 0..n*m over all ways to choose which of n + m ranks belong to the n-side: the definition, enumerated.
std::vector<double> EnumeratedU(std::size_t n, std::size_t m) {
  std::vector<double> counts(n * m + 1, 0);
  std::vector<int> of_n(n + m, 0);
  std::fill(of_n.end() - static_cast<std::ptrdiff_t>(n), of_n.end(), 1);
  do {
    std::size_t u = 0;
    std::size_t of_m_below = 0;
    for (const int is_n : of_n) {
      if (is_n == 1) u += of_m_below;
      if (is_n == 0) ++of_m_below;
    }
    counts[u] += 1;
  } while (std::next_permutation(of_n.begin(), of_n.end()));
  return counts;
}

// Sides whose n * m differences are all different, so that a difference tells its place in the order.
struct Sides {
  std::vector<double> base, candidate;
  std::vector<double> differences;
};
Sides DistinctSides(std::size_t n, std::size_t m) {
  Sides sides;
  for (std::size_t i = 0; i < n; ++i) sides.base.push_back(1000.0 * static_cast<double>(i * i + i));
  for (std::size_t j = 0; j < m; ++j) sides.candidate.push_back(static_cast<double>(j) + 0.25);
  for (const double before : sides.base)
    for (const double after : sides.candidate) sides.differences.push_back(after - before);
  std::sort(sides.differences.begin(), sides.differences.end());
  return sides;
}

std::size_t PlaceOf(double value, const std::vector<double>& sorted) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

TEST(RankOracle, AgreesWithEnumerationOfEveryArrangement) {
  for (std::size_t n = 1; n <= 8; ++n) {
    for (std::size_t m = 1; m <= 8; ++m) {
      const std::vector<double> counts = EnumeratedU(n, m);
      double all = 0;
      for (const double count : counts) all += count;
      const Sides sides = DistinctSides(n, m);
      for (const double alpha : {0.01, 0.015, 0.02, 0.05, 0.2}) {
        std::size_t allowed = 0;  // how many differences may be left out at each end
        double below = 0;
        while (below + counts[allowed] <= alpha * all) below += counts[allowed++];
        const RankInterval interval = HodgesLehmann(sides.base, sides.candidate, alpha);
        EXPECT_EQ(interval.reachable, allowed > 0) << n << " v " << m << " at " << alpha;
        const std::size_t place = allowed > 0 ? allowed - 1 : 0;
        EXPECT_EQ(PlaceOf(interval.lo, sides.differences), place) << n << " v " << m << " at " << alpha;
        EXPECT_EQ(PlaceOf(interval.hi, sides.differences), n * m - 1 - place) << n << " v " << m << " at " << alpha;
        EXPECT_NEAR(interval.level, 1 - (allowed > 0 ? below : counts[0]) / all, 1e-12);
      }
    }
  }
}

TEST(RankOracle, AgreesWithPublishedCriticalValues) {
  struct Row {
    std::size_t n, m, critical;
  };
  // Largest U that is significant at 0.025 one-sided (Milton 1964, as printed in most tables): the interval then starts
  // at difference number critical + 1.
  const std::vector<Row> rows = {{5, 5, 2},    {6, 6, 5},    {7, 7, 8},    {8, 8, 13},   {6, 9, 10},
                                 {10, 10, 23}, {12, 12, 37}, {15, 15, 64}, {20, 20, 127}};
  for (const Row& row : rows) {
    const Sides sides = DistinctSides(row.n, row.m);
    const RankInterval interval = HodgesLehmann(sides.base, sides.candidate, 0.025);
    EXPECT_TRUE(interval.reachable);
    EXPECT_EQ(PlaceOf(interval.lo, sides.differences), row.critical) << row.n << " v " << row.m;
  }
}

TEST(RankOracle, AgreesWithRsHelpPageOnPermeabilityOfMembranes) {
  // Hollander & Wolfe (1973), p. 69 f., as in R's ?wilcox.test: W = 35 of 50, shift of x against y 0.305.
  const std::vector<double> x = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> y = {1.15, 0.88, 0.90, 0.74, 1.21};
  const RankInterval shift = HodgesLehmann(y, x, 0.025);
  EXPECT_NEAR(shift.shift, 0.305, 1e-12);
  // R's exact one-sided p-value is 0.1272: the interval leaves 0 outside from that alpha on.
  EXPECT_LT(HodgesLehmann(y, x, 0.1271).lo, 0);
  EXPECT_GT(HodgesLehmann(y, x, 0.1273).lo, 0);
}

TEST(RankOracle, KeepsItsDigitsAtSixtyAgainstSixty) {
  // The normal approximation of U (mean nm/2, variance nm(n+m+1)/12) is good to one or two places at this size.
  const Sides sides = DistinctSides(60, 60);
  const RankInterval interval = HodgesLehmann(sides.base, sides.candidate, 0.025);
  const double approximate = 1800 - 1.959964 * 190.526;  // sqrt(3600 * 121 / 12)
  EXPECT_NEAR(static_cast<double>(PlaceOf(interval.lo, sides.differences)), approximate, 2);
  EXPECT_GE(interval.level, 0.975);
  EXPECT_LT(interval.level, 0.976);
}

}  // namespace
}  // namespace inferproof
