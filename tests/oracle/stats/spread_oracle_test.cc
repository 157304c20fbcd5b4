#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/stats/distribution.h"
#include "harness/stats/spread.h"

namespace inferproof {
namespace {

using Groups = std::vector<std::vector<double>>;

TEST(ChiSquaredOracle, AgreesWithPublishedCriticalValues) {
  // NIST/SEMATECH e-Handbook 1.3.6.7.4: 3.841 and 18.307 (upper), 3.940 (lower, 10 degrees of freedom).
  EXPECT_NEAR(ChiSquaredQuantile(0.95, 1).value(), 3.841, 5e-4);
  EXPECT_NEAR(ChiSquaredQuantile(0.95, 10).value(), 18.307, 5e-4);
  EXPECT_NEAR(ChiSquaredQuantile(0.05, 10).value(), 3.940, 5e-4);
  EXPECT_FALSE(ChiSquaredQuantile(0.5, 0).ok());
}

TEST(PooledSpreadOracle, PoolsSquaresAroundEachGroupsOwnMean) {
  // {1, 3}: 2 over 1; {10, 14, 12}: 8 over 2. sqrt(10 / 3).
  EXPECT_NEAR(PooledSpread(Groups{{1, 3}, {10, 14, 12}, {7}}).value(), std::sqrt(10.0 / 3), 1e-12);
  EXPECT_FALSE(PooledSpread(Groups{{1}, {2}}).has_value());
}

TEST(SpreadBetweenOracle, TakesOutWhatTheRunsExplainAndSaysHowLittleFewSessionsTell) {
  // Means 2, 4, 6: variance 4. Each group has variance 2 of 2 values: 4 - 2/2 = 3.
  // 2 degrees of freedom: chi-squared 0.05 and 0.95 points 0.1025866 and 5.991465 (-2 ln 0.95, -2 ln 0.05).
  const auto between = SpreadBetween(Groups{{1, 3}, {3, 5}, {5, 7}});
  ASSERT_TRUE(between.has_value());
  EXPECT_NEAR(between->value, std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(between->lo, std::sqrt(8 / 5.991465 - 1), 1e-6);
  EXPECT_NEAR(between->hi, std::sqrt(8 / 0.1025866 - 1), 1e-5);
  EXPECT_FALSE(SpreadBetween(Groups{{1, 3}}).has_value());
  EXPECT_EQ(SpreadBetween(Groups{{1, 3}, {1, 3}})->value, 0);  // never below 0
}

TEST(AutocorrelationOracle, AgreesWithRsAcf) {
  // R: acf(1:5, plot = FALSE) gives 0.400 at lag 1: (2 + 0 + 0 + 2) / 10.
  const auto rising = LagOneAutocorrelation(Groups{{1, 2, 3, 4, 5}});
  ASSERT_TRUE(rising.has_value());
  EXPECT_NEAR(rising->value, 0.4, 1e-12);
  EXPECT_NEAR(rising->expected, -0.2, 1e-12);
  EXPECT_NEAR(rising->limit, 1.959964 / std::sqrt(5.0), 1e-6);
  EXPECT_FALSE(rising->beyond_chance());  // five values tell nothing
}

TEST(AutocorrelationOracle, ExpectsMinusOneOverNFromAllOrdersOfTheSameValues) {
  // The mean over every permutation is exact, whatever the values.
  std::vector<double> values = {1, 2, 4, 8};
  double sum = 0;
  int orders = 0;
  do {
    sum += LagOneAutocorrelation(Groups{values})->value;
    ++orders;
  } while (std::next_permutation(values.begin(), values.end()));
  EXPECT_EQ(orders, 24);
  EXPECT_NEAR(sum / orders, -0.25, 1e-12);
}

TEST(AutocorrelationOracle, SeesATrendAndASawtooth) {
  std::vector<double> trend;
  std::vector<double> sawtooth;
  for (int i = 0; i < 20; ++i) {
    trend.push_back(i);
    sawtooth.push_back(i % 2);
  }
  // Sawtooth of 20 values: 19 products of -1/4 over 20 squares of 1/4.
  EXPECT_TRUE(LagOneAutocorrelation(Groups{trend})->beyond_chance());
  EXPECT_NEAR(LagOneAutocorrelation(Groups{sawtooth})->value, -0.95, 1e-12);
  EXPECT_TRUE(LagOneAutocorrelation(Groups{sawtooth})->beyond_chance());
  EXPECT_FALSE(LagOneAutocorrelation(Groups{{2, 2, 2, 2}}).has_value());
}

TEST(SarleOracle, AgreesWithHandArithmeticOnTwoEqualHeaps) {
  // Five 0 and five 1: skewness 0, plain kurtosis -2, corrected 9/56 (11 * -2 + 6) = -18/7; 3 * 81/56 = 243/56.
  // 1 / (243/56 - 144/56) = 56/99.
  EXPECT_NEAR(SarleCoefficient(std::vector<double>{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}).value(), 56.0 / 99, 1e-12);
  EXPECT_GT(56.0 / 99, kUniformBimodality);
}

TEST(SarleOracle, ComesToFiveNinthsForAUniformAndToOneForTwoHeaps) {
  std::vector<double> uniform;
  std::vector<double> heaps;
  for (int i = 0; i < 20'000; ++i) {
    uniform.push_back(i);
    heaps.push_back(i % 2);
  }
  EXPECT_NEAR(SarleCoefficient(uniform).value(), 5.0 / 9, 1e-3);
  EXPECT_NEAR(SarleCoefficient(heaps).value(), 1, 1e-3);
  EXPECT_FALSE(SarleCoefficient(std::vector<double>(9, 1.0)).has_value());
  EXPECT_FALSE(SarleCoefficient(std::vector<double>(12, 1.0)).has_value());
}

TEST(MedianErrorOracle, TakesTheOrderStatisticsOfMcKeanAndSchrader) {
  // n = 25: c = round(13 - 4.9) = 8, so (x[18] - x[8]) / 3.92 = 10 / 3.92 for 1..25.
  std::vector<double> values;
  for (int i = 25; i >= 1; --i) values.push_back(i);
  EXPECT_NEAR(MedianStandardError(values).value(), 10 / (2 * 1.959964), 1e-6);
  EXPECT_FALSE(MedianStandardError({1, 2, 3, 4, 5}).has_value());
}

}  // namespace
}  // namespace inferproof
