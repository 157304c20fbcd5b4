#include "harness/stats/summary.h"

#include <gtest/gtest.h>

#include <vector>

namespace inferproof {
namespace {

TEST(Mean, IsTheSumOverTheCount) { EXPECT_DOUBLE_EQ(Mean(std::vector<double>{1, 2, 6}), 3); }

TEST(SampleVariance, DividesByOneLessThanTheCount) {
  // Deviations -2, -1, 3 from the mean 3: 14 / 2.
  EXPECT_DOUBLE_EQ(SampleVariance(std::vector<double>{1, 2, 6}), 7);
}

TEST(SampleVariance, KeepsItsDigitsAroundALargeMean) {
  EXPECT_NEAR(SampleVariance(std::vector<double>{1e9 + 1, 1e9 + 2, 1e9 + 3}), 1, 1e-9);
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> sorted = {10, 20, 40, 80};
  EXPECT_DOUBLE_EQ(Quantile(sorted, 0), 10);
  EXPECT_DOUBLE_EQ(Quantile(sorted, 0.25), 17.5);  // place 0.75: 10 + 0.75 * 10
  EXPECT_DOUBLE_EQ(Quantile(sorted, 0.5), 30);     // place 1.5
  EXPECT_DOUBLE_EQ(Quantile(sorted, 0.9), 68);     // place 2.7: 40 + 0.7 * 40
  EXPECT_DOUBLE_EQ(Quantile(sorted, 1), 80);
}

TEST(Quantile, OfOneValueIsThatValue) {
  const std::vector<double> one = {7};
  for (const double q : {0.0, 0.3, 1.0}) EXPECT_DOUBLE_EQ(Quantile(one, q), 7);
}

TEST(Quantile, NeverFallsAsTheShareRises) {
  const std::vector<double> sorted = {-3, 0.1, 0.1, 0.2, 5, 5.0000001, 1e9};
  double last = sorted.front();
  for (int i = 0; i <= 1000; ++i) {
    const double now = Quantile(sorted, i / 1000.0);
    EXPECT_GE(now, last) << i;
    last = now;
  }
}

TEST(Median, SortsFirstAndAveragesTheMiddlePair) {
  EXPECT_DOUBLE_EQ(Median(std::vector<double>{9, 1, 5}), 5);
  EXPECT_DOUBLE_EQ(Median(std::vector<double>{9, 1, 5, 7}), 6);
}

}  // namespace
}  // namespace inferproof
