#include "harness/stats/planning.h"

#include <gtest/gtest.h>

#include <limits>

namespace inferproof {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ReliablyFailsFrom, AddsBothQuantilesToTheLimit) {
  // t tables at 10 degrees of freedom: 0.975 is 2.22814, 0.9 is 1.37218.
  EXPECT_NEAR(ReliablyFailsFrom(0.05, 0.01, 10, 0.025, 0.9), 0.05 + 0.01 * (2.22814 + 1.37218), 1e-6);
}

TEST(ReliablyFailsFrom, IsTheLimitWithoutAnyError) { EXPECT_EQ(ReliablyFailsFrom(0.05, 0, 6, 0.015, 0.9), 0.05); }

TEST(ReliablyFailsFrom, IsNeverForUnusableInputs) {
  EXPECT_EQ(ReliablyFailsFrom(kNaN, 0.01, 10, 0.025, 0.9), kInfinity);
  EXPECT_EQ(ReliablyFailsFrom(0.05, kNaN, 10, 0.025, 0.9), kInfinity);
  EXPECT_EQ(ReliablyFailsFrom(0.05, -1, 10, 0.025, 0.9), kInfinity);
  EXPECT_EQ(ReliablyFailsFrom(0.05, 0.01, 0, 0.025, 0.9), kInfinity);
  EXPECT_EQ(ReliablyFailsFrom(0.05, 0.01, 10, 0, 0.9), kInfinity);
  EXPECT_EQ(ReliablyFailsFrom(0.05, 0.01, 10, 0.025, 1), kInfinity);
}

TEST(RunsNeeded, IsTheFirstCountThatReachesTheEffect) {
  // k = 6: SE = 0.02 sqrt(1/3) = 0.011547, df 10, so fails from 0.05 + 3.60032 * 0.011547 = 0.09157.
  // k = 5: SE = 0.02 sqrt(0.4) = 0.012649, df 8 (2.30600 + 1.39682), so from 0.09684.
  EXPECT_EQ(RunsNeeded(0.05, 0.0916, 0.02, 0.025, 0.9, 20), 6);
  EXPECT_EQ(RunsNeeded(0.05, 0.0915, 0.02, 0.025, 0.9, 20), 7);
  EXPECT_EQ(RunsNeeded(0.05, 0.0969, 0.02, 0.025, 0.9, 20), 5);
}

TEST(RunsNeeded, NeverPlansACountWhoseRankIntervalCannotConvict) {
  EXPECT_EQ(RunsNeeded(0.05, 0.5, 0.001, 0.015, 0.9, 20), 4);  // 3 against 3 ends at 1/20
  EXPECT_EQ(RunsNeeded(0.05, 0.5, 0.001, 0.05, 0.9, 20), 3);
}

TEST(RunsNeeded, IsOneMoreThanTheMostWhenNoneSuffices) {
  EXPECT_EQ(RunsNeeded(0.05, 0.06, 0.2, 0.015, 0.9, 8), 9);
  EXPECT_EQ(RunsNeeded(0.05, 0.05, 0, 0.015, 0.9, 8), 9);  // an effect inside the band is no regression
  EXPECT_EQ(RunsNeeded(0.05, 0.1, kNaN, 0.015, 0.9, 8), 9);
}

}  // namespace
}  // namespace inferproof
