#include "harness/stats/planning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
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

std::function<double(int)> Always(double alpha) {
  return [=](int) { return alpha; };
}

TEST(InterleavedFailsFrom, PaysForTheRanksAndPlansWithAsManyDegreesOfFreedomAsRuns) {
  // t tables at 10 degrees of freedom as above; sqrt(pi / 3) = 1.0233267.
  EXPECT_NEAR(InterleavedFailsFrom(0.05, 0.01, 10, 0.025, 0.9), 0.05 + 0.01 * 1.0233267 * (2.22814 + 1.37218), 1e-6);
  EXPECT_EQ(InterleavedFailsFrom(0.05, 0.01, 0, 0.025, 0.9), kInfinity);
}

TEST(RunsNeeded, IsTheFirstCountThatReachesTheEffect) {
  // k = 10: SE = 0.02 sqrt(0.2) = 0.0089443, so fails from 0.05 + 1.0233267 * 3.60032 * 0.0089443 = 0.082953.
  // k = 9: 2.26216 + 1.38303 and SE = 0.0094281, so from 0.085169.
  EXPECT_EQ(RunsNeeded(0.05, 0.0830, 0.02, Always(0.025), 0.9, 20), 10);
  EXPECT_EQ(RunsNeeded(0.05, 0.0829, 0.02, Always(0.025), 0.9, 20), 11);
  EXPECT_EQ(RunsNeeded(0.05, 0.0852, 0.02, Always(0.025), 0.9, 20), 9);
}

TEST(RunsNeeded, IsTheSameHoweverManyAreAllowed) {
  for (const double spread : {0.001, 0.01, 0.02, 0.03}) {
    const int of_many = RunsNeeded(0.05, 0.08, spread, Always(0.02), 0.8, 200);
    for (const int most : {of_many, of_many + 1, 60}) {
      EXPECT_EQ(RunsNeeded(0.05, 0.08, spread, Always(0.02), 0.8, most), std::min(of_many, most + 1)) << spread;
    }
  }
}

TEST(RunsNeeded, TakesTheErrorOfEachCountAndSkipsThoseThatAreNotJudged) {
  const auto looks = [](int runs) { return runs < 11 ? 0.0 : 0.025; };
  EXPECT_EQ(RunsNeeded(0.05, 0.5, 0.02, looks, 0.9, 20), 11);
}

TEST(RunsNeeded, NeverPlansACountWhoseRankIntervalCannotConvict) {
  EXPECT_EQ(RunsNeeded(0.05, 0.5, 0.001, Always(0.015), 0.9, 20), 4);  // 3 against 3 ends at 1/20
  EXPECT_EQ(RunsNeeded(0.05, 0.5, 0.001, Always(0.05), 0.9, 20), 3);
}

TEST(RunsNeeded, IsOneMoreThanTheMostWhenNoneSuffices) {
  EXPECT_EQ(RunsNeeded(0.05, 0.06, 0.2, Always(0.015), 0.9, 8), 9);
  EXPECT_EQ(RunsNeeded(0.05, 0.05, 0, Always(0.015), 0.9, 8), 9);  // an effect inside the band is no regression
  EXPECT_EQ(RunsNeeded(0.05, 0.1, kNaN, Always(0.015), 0.9, 8), 9);
}

}  // namespace
}  // namespace inferproof
