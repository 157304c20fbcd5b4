#include <gtest/gtest.h>

#include <cmath>

#include "harness/stats/interval.h"

namespace inferproof {
namespace {

// P(X <= most) of a binomial, by its definition.
double BinomialAtMost(long most, long n, double p) {
  double sum = 0;
  for (long x = 0; x <= most; ++x) {
    const double log_ways = std::lgamma(static_cast<double>(n) + 1) - std::lgamma(static_cast<double>(x) + 1) -
                            std::lgamma(static_cast<double>(n - x) + 1);
    sum += std::exp(log_ways + static_cast<double>(x) * std::log(p) + static_cast<double>(n - x) * std::log1p(-p));
  }
  return sum;
}

TEST(ClopperPearsonOracle, AgreesWithThePublishedBoundsOfSixInTwenty) {
  // R: binom.test(6, 20)$conf.int is 0.1189316 0.5427892.
  const Bounds bounds = ClopperPearson(6, 20, 0.025);
  EXPECT_NEAR(bounds.lo, 0.1189316, 5e-8);
  EXPECT_NEAR(bounds.hi, 0.5427892, 5e-8);
}

TEST(ClopperPearsonOracle, AgreesWithRsHelpPageOnMendelsPlants) {
  // Conover (1971), p. 97, as in R's ?binom.test: binom.test(682, 925, p = 0.75) has the interval 0.7076683 0.7654066.
  const Bounds bounds = ClopperPearson(682, 925, 0.025);
  EXPECT_NEAR(bounds.lo, 0.7076683, 5e-8);
  EXPECT_NEAR(bounds.hi, 0.7654066, 5e-8);
}

TEST(ClopperPearsonOracle, LeavesExactlyAlphaInEachBinomialTail) {
  for (const long n : {1L, 5L, 24L, 200L}) {
    for (long hits = 0; hits <= n; hits += (n > 30 ? 17 : 1)) {
      const Bounds bounds = ClopperPearson(hits, n, 0.025);
      if (hits > 0) {
        EXPECT_NEAR(1 - BinomialAtMost(hits - 1, n, bounds.lo), 0.025, 1e-9) << hits << " of " << n;
      }
      if (hits < n) {
        EXPECT_NEAR(BinomialAtMost(hits, n, bounds.hi), 0.025, 1e-9) << hits << " of " << n;
      }
    }
  }
}

}  // namespace
}  // namespace inferproof
