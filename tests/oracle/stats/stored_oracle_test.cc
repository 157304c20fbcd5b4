#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "harness/stats/interval.h"

namespace inferproof {
namespace {

using Sessions = std::vector<std::vector<double>>;

// With no prior and one run a session, the rule is the classical prediction interval of one further value
// (Hahn & Meeker, Statistical Intervals, ch. 4): mean +- t(n - 1) s sqrt(1 + 1/n).
TEST(StoredOracle, IsThePredictionIntervalWithoutAPrior) {
  // Group 2 of R's `sleep`: mean 2.33, standard deviation 2.002249; t(0.975; 9) = 2.262157. R: predict(lm(extra ~ 1,
  // subset(sleep, group == 2)), interval = "prediction") is 2.33 -+ 2.262157 * 2.002249 * sqrt(1.1) = 4.750476.
  const Sessions sessions = {{1.9}, {0.8}, {1.1}, {0.1}, {-0.1}, {4.4}, {5.5}, {1.6}, {4.6}, {3.4}};
  const Result<Estimate> change =
      StoredDifference(sessions, std::vector<double>{2.33}, {.session_spread = 0, .weight = 0}, 0.025, 0);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value, 0, 1e-12);
  EXPECT_NEAR(change->degrees_of_freedom, 9, 1e-12);
  EXPECT_NEAR(change->lo, -4.750476, 1e-6);
  EXPECT_NEAR(change->hi, 4.750476, 1e-6);
}

// docs/gate.md, rule 6, by hand for two sessions of two runs and three candidate runs.
TEST(StoredOracle, AgreesWithTheRuleByHand) {
  // Session means 0.01 and 0.05, their variance 0.0008. Squares within: 2 * 0.01^2 = 0.0002 (1 free), 2 * 0.02^2 =
  // 0.0008 (1 free), candidate -0.03, 0, 0.03 around 0.10: 0.0018 (2 free); s_run^2 = 0.0028 / 4 = 0.0007. v = (10
  // (0.0009 + 0.0007/2) + 0.0008) / 11 = 0.0133 / 11 = 0.001209091; k > K, so SE^2 = 1.5 v = 0.001813636, SE =
  // 0.0425868. t(0.99; 11) = 2.718079.
  const Sessions sessions = {{0.00, 0.02}, {0.03, 0.07}};
  const Result<Estimate> change = StoredDifference(sessions, std::vector<double>{0.07, 0.10, 0.13}, {}, 0.01, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value, 0.07, 1e-12);
  EXPECT_NEAR(change->standard_error, 0.0425868, 1e-7);
  EXPECT_NEAR(change->degrees_of_freedom, 11, 1e-12);
  EXPECT_NEAR(change->lo, 0.07 - 2.718079 * 0.0425868, 1e-6);
}

// Fewer candidate runs than a session has: SE^2 gains s_run^2 (1/k - 1/K).
TEST(StoredOracle, PaysForFewerCandidateRuns) {
  // One session 0.00, 0.02, 0.04, 0.06: squares 0.002 (3 free), one candidate run, so s_run^2 = 0.002 / 3 = 0.00066667,
  // K = 4; v = 0.0009 + s_run^2 / 4 = 0.00106667; SE^2 = 2 v + s_run^2 (1 - 1/4) = 0.00263333, SE = 0.0513160.
  const Result<Estimate> change =
      StoredDifference(Sessions{{0.00, 0.02, 0.04, 0.06}}, std::vector<double>{0.13}, {}, 0.01, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value, 0.10, 1e-12);
  EXPECT_NEAR(change->standard_error, 0.0513160, 1e-7);
  EXPECT_NEAR(change->degrees_of_freedom, 10, 1e-12);
}

}  // namespace
}  // namespace inferproof
