#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "harness/stats/summary.h"

namespace inferproof {
namespace {

// Fuel economy of the 32 cars in R's data set `mtcars` (Motor Trend, 1974).
std::vector<double> CarMileage() {
  std::vector<double> mpg = {21.0, 21.0, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8,
                             16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4, 30.4, 33.9, 21.5, 15.5,
                             15.2, 13.3, 19.2, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4};
  std::sort(mpg.begin(), mpg.end());
  return mpg;
}

TEST(QuantileOracle, AgreesWithRsDefaultOnMtcars) {
  // R: quantile(mtcars$mpg) prints 10.400 15.425 19.200 22.800 33.900 (type 7 is its default).
  const std::vector<double> mpg = CarMileage();
  EXPECT_DOUBLE_EQ(Quantile(mpg, 0), 10.4);
  EXPECT_DOUBLE_EQ(Quantile(mpg, 0.25), 15.425);
  EXPECT_DOUBLE_EQ(Quantile(mpg, 0.5), 19.2);
  EXPECT_DOUBLE_EQ(Quantile(mpg, 0.75), 22.8);
  EXPECT_DOUBLE_EQ(Quantile(mpg, 1), 33.9);
}

TEST(QuantileOracle, AgreesWithPythonsInclusiveMethodOnMtcars) {
  // Python: statistics.quantiles(mpg, n=10, method="inclusive").
  const std::vector<double> deciles = {14.34, 15.2, 15.98, 17.92, 19.2, 21.0, 21.47, 24.08, 30.09};
  const std::vector<double> mpg = CarMileage();
  for (std::size_t i = 0; i < deciles.size(); ++i)
    EXPECT_NEAR(Quantile(mpg, static_cast<double>(i + 1) / 10), deciles[i], 1e-12);
}

TEST(SummaryOracle, AgreesWithRsSummaryOfMtcars) {
  // R: mean(mtcars$mpg) is 20.09062, sd(mtcars$mpg) is 6.026948.
  const std::vector<double> mpg = CarMileage();
  EXPECT_NEAR(Mean(mpg), 20.09062, 1e-5);
  EXPECT_NEAR(SampleVariance(mpg), 6.026948 * 6.026948, 1e-5);
}

}  // namespace
}  // namespace inferproof
