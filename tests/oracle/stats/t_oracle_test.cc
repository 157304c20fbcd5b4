#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "harness/stats/distribution.h"
#include "harness/stats/interval.h"
#include "harness/stats/planning.h"

namespace inferproof {
namespace {

// Area of Student's density from 0 to `t` by Simpson's rule: a second implementation without any special function but
// the gamma function of the standard library.
double AreaFromZero(double t, double degrees_of_freedom) {
  const double scale = std::exp(std::lgamma((degrees_of_freedom + 1) / 2) - std::lgamma(degrees_of_freedom / 2)) /
                       std::sqrt(degrees_of_freedom * std::acos(-1.0));
  const auto density = [&](double x) {
    return scale * std::pow(1 + x * x / degrees_of_freedom, -(degrees_of_freedom + 1) / 2);
  };
  constexpr int kSteps = 20000;
  const double step = t / kSteps;
  double sum = density(0) + density(t);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(i * step);
  return sum * step / 3;
}

TEST(StudentQuantileOracle, AgreesWithPublishedTables) {
  struct Row {
    double probability, degrees_of_freedom, t;
  };
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, three decimals.
  const std::vector<Row> rows = {{0.975, 1, 12.706}, {0.95, 2, 2.920},   {0.975, 6, 2.447},  {0.99, 6, 3.143},
                                 {0.99, 10, 2.764},  {0.90, 10, 1.372},  {0.975, 14, 2.145}, {0.95, 30, 1.697},
                                 {0.999, 5, 5.893},  {0.975, 100, 1.984}};
  for (const Row& row : rows) {
    const Result<double> t = StudentQuantile(row.probability, row.degrees_of_freedom);
    ASSERT_TRUE(t.ok());
    EXPECT_NEAR(*t, row.t, 0.0005001) << row.probability << " at " << row.degrees_of_freedom;
  }
}

TEST(StudentQuantileOracle, LeavesItsProbabilityBelowByNumericalIntegration) {
  for (const double df : {1.7, 3.0, 4.35, 6.0, 10.0, 12.5, 60.0}) {
    for (const double probability : {0.9, 0.95, 0.98, 0.985, 0.99}) {
      const Result<double> t = StudentQuantile(probability, df);
      ASSERT_TRUE(t.ok());
      EXPECT_NEAR(0.5 + AreaFromZero(*t, df), probability, 1e-9) << probability << " at " << df;
    }
  }
}

TEST(StudentQuantileOracle, TurnsWhatBoostThrowsIntoErrors) {
  EXPECT_FALSE(StudentQuantile(1, 5).ok());
  EXPECT_FALSE(StudentQuantile(1.5, 5).ok());
  EXPECT_FALSE(StudentQuantile(0.9, 0).ok());
  EXPECT_FALSE(StudentQuantile(std::nan(""), 5).ok());
  EXPECT_FALSE(BetaQuantile(0.5, 0, 1).ok());
  EXPECT_FALSE(BetaUpperQuantile(-0.1, 1, 1).ok());
}

TEST(WelchOracle, AgreesWithRsAnalysisOfStudentsSleepData) {
  // Extra hours of sleep under two drugs (Student 1908, R's data set `sleep`). R: t.test(extra ~ group) gives t =
  // -1.8608, df = 17.776 and the 95 % interval [-3.3654832, 0.2054832] for group 1 less group 2.
  const std::vector<double> group_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const std::vector<double> group_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const Result<Estimate> change = WelchDifference(group_2, group_1, 0.025, 0);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value / change->standard_error, -1.8608, 0.00005);
  EXPECT_NEAR(change->degrees_of_freedom, 17.776, 0.0005);
  EXPECT_NEAR(change->lo, -3.3654832, 1e-7);
  EXPECT_NEAR(change->hi, 0.2054832, 1e-7);
}

TEST(WelchOracle, AgreesWithRsAnalysisOfPlantGrowth) {
  // R's data set `PlantGrowth` (Dobson 1983), control against treatment 1: t.test(ctrl, trt1) gives t = 1.1913, df
  // = 16.524, interval [-0.2875162, 1.0295162].
  const std::vector<double> control = {4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14};
  const std::vector<double> treated = {4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69};
  const Result<Estimate> change = WelchDifference(treated, control, 0.025, 0);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value / change->standard_error, 1.1913, 0.00005);
  EXPECT_NEAR(change->degrees_of_freedom, 16.524, 0.0005);
  EXPECT_NEAR(change->lo, -0.2875162, 1e-7);
  EXPECT_NEAR(change->hi, 1.0295162, 1e-7);
}

}  // namespace
}  // namespace inferproof
