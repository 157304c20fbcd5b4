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

TEST(RunsNeeded, IsTheFirstCountThatReachesTheEffect) {
  // k = 12: t tables at 12 degrees of freedom, 0.975 is 2.17881 and 0.9 is 1.35622, their sum times sqrt(pi/3)
  // = 1.023327 is 3.61749; SE = 0.02 sqrt(2/12) = 0.0081650, so fails from 0.05 + 0.029537 = 0.079537. k = 11: SE =
  // 0.0085280 and larger quantiles, so beyond 0.0810.
  EXPECT_EQ(RunsNeeded(0.05, 0.0796, 0.02, Always(0.025), 0.9, 20), 12);
  EXPECT_EQ(RunsNeeded(0.05, 0.0795, 0.02, Always(0.025), 0.9, 20), 13);
}

TEST(FailsBesideABaseFrom, PaysForTheRanksAndForFewRuns) {
  // t tables at 6 degrees of freedom: 0.975 is 2.44691, 0.9 is 1.43976; sqrt(pi/3) = 1.023327.
  EXPECT_NEAR(FailsBesideABaseFrom(0.05, 0.01, 6, 0.025, 0.9), 0.05 + 0.01 * 1.023327 * (2.44691 + 1.43976), 1e-6);
}

TEST(RunsNeeded, IsTheSameHoweverManyAreAllowed) {
  for (const double spread : {0.001, 0.01, 0.02, 0.03}) {
    const int of_many = RunsNeeded(0.05, 0.08, spread, Always(0.02), 0.8, 200);
    for (const int most : {of_many, of_many + 1, 60}) {
      EXPECT_EQ(RunsNeeded(0.05, 0.08, spread, Always(0.02), 0.8, most), std::min(of_many, most + 1)) << spread;
    }
  }
}

TEST(RunsNeeded, TakesTheErrorOfEachCount) {
  const auto looks = [](int runs) { return runs < 11 ? 1e-6 : 0.025; };
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
