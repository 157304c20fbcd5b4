#include "harness/stats/interval.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Values = std::vector<double>;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kT975Of6 = 2.44691185;   // t tables: 0.975, 6 degrees of freedom
constexpr double kT975Of10 = 2.22813885;  // 0.975, 10
constexpr double kT975Of12 = 2.17881283;  // 0.975, 12

std::string ErrorOf(const Result<Estimate>& result) {
  return result.ok() ? "no error" : result.error().code == ErrorCode::kInvalid ? result.error().Text() : "another code";
}

TEST(WelchDifference, OfEqualSpreadsHasAllDegreesOfFreedom) {
  // Both variances 20/3 with n = 4: SE^2 = 2 * (20/3) / 4 = 10/3, df = 6.
  const Result<Estimate> change = WelchDifference(Values{1, 3, 5, 7}, Values{11, 13, 15, 17}, 0.025, 0);
  ASSERT_TRUE(change.ok());
  EXPECT_DOUBLE_EQ(change->value, 10);
  EXPECT_DOUBLE_EQ(change->standard_error, std::sqrt(10.0 / 3));
  EXPECT_NEAR(change->degrees_of_freedom, 6, 1e-12);
  EXPECT_NEAR(change->lo, 10 - kT975Of6 * std::sqrt(10.0 / 3), 1e-7);
  EXPECT_NEAR(change->hi, 10 + kT975Of6 * std::sqrt(10.0 / 3), 1e-7);
  EXPECT_DOUBLE_EQ(change->level, 0.975);
  EXPECT_THAT(change->warnings, IsEmpty());
}

TEST(WelchDifference, ChangesSignWhenTheSidesAreSwapped) {
  const Values a = {1, 2, 4, 3};
  const Values b = {2, 9, 4, 4};
  const Result<Estimate> forth = WelchDifference(a, b, 0.015, 0.001);
  const Result<Estimate> back = WelchDifference(b, a, 0.015, 0.001);
  ASSERT_TRUE(forth.ok() && back.ok());
  EXPECT_DOUBLE_EQ(forth->value, -back->value);
  EXPECT_DOUBLE_EQ(forth->lo, -back->hi);
  EXPECT_DOUBLE_EQ(forth->hi, -back->lo);
}

TEST(WelchDifference, FloorsTheSpreadOfASideAndSaysSo) {
  // One side constant, the other of variance 2 / 2 = 1: with least spread 0.5, SE^2 = 0.25 / 3 + 1 / 3.
  const Result<Estimate> change = WelchDifference(Values{4, 4, 4}, Values{4, 5, 6}, 0.025, 0.5);
  ASSERT_TRUE(change.ok());
  EXPECT_DOUBLE_EQ(change->standard_error, std::sqrt(1.25 / 3));
  EXPECT_THAT(change->warnings, ElementsAre("spread floored at 0.5"));
}

TEST(WelchDifference, SaysOnceThatBothSpreadsWereFloored) {
  const Result<Estimate> change = WelchDifference(Values{4, 4, 4, 4}, Values{5, 5, 5, 5}, 0.025, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->degrees_of_freedom, 6, 1e-9);
  EXPECT_THAT(change->warnings, ElementsAre("spread floored at 0.001"));
}

TEST(WelchDifference, WithoutAnySpreadIsThatDifference) {
  const Result<Estimate> change = WelchDifference(Values{1, 1, 1}, Values{1, 1, 1, 1}, 0.015, 0);
  ASSERT_TRUE(change.ok());
  EXPECT_EQ(change->lo, 0);
  EXPECT_EQ(change->hi, 0);
  EXPECT_EQ(change->degrees_of_freedom, 5);
  EXPECT_THAT(change->warnings, ElementsAre("no spread between runs"));
}

TEST(WelchDifference, KeepsItsDegreesOfFreedomInAnyUnit) {
  const Result<Estimate> usual = WelchDifference(Values{1, 2, 4, 3}, Values{2, 9, 4, 4}, 0.015, 0);
  for (const double unit : {1e-120, 1e120}) {
    const Values base = {1 * unit, 2 * unit, 4 * unit, 3 * unit};
    const Values candidate = {2 * unit, 9 * unit, 4 * unit, 4 * unit};
    const Result<Estimate> scaled = WelchDifference(base, candidate, 0.015, 0);
    ASSERT_TRUE(usual.ok() && scaled.ok());
    EXPECT_NEAR(scaled->degrees_of_freedom, usual->degrees_of_freedom, 1e-9);
  }
}

TEST(WelchDifference, RefusesTooFewValues) {
  EXPECT_EQ(ErrorOf(WelchDifference(Values{1}, Values{1, 2}, 0.015, 0)), "base: at least 2 values needed, got 1");
  EXPECT_EQ(ErrorOf(WelchDifference(Values{1, 2}, Values{}, 0.015, 0)), "candidate: at least 2 values needed, got 0");
}

TEST(WelchDifference, RefusesWhatIsNotFinite) {
  EXPECT_EQ(ErrorOf(WelchDifference(Values{1, kNaN, 2}, Values{1, 2}, 0.015, 0)),
            "base: value 2 of 3 is not a finite number");
  EXPECT_THAT(ErrorOf(WelchDifference(Values{1, 2}, Values{kInfinity, 2}, 0.015, 0)), HasSubstr("candidate: value 1"));
  EXPECT_THAT(ErrorOf(WelchDifference(Values{1, 2}, Values{1, 2}, 0.015, kNaN)), HasSubstr("least spread"));
  EXPECT_THAT(ErrorOf(WelchDifference(Values{1, 2}, Values{1, 2}, 0.015, -1)), HasSubstr("least spread"));
  for (const double alpha : {0.0, 0.5, 1.0, -0.1, kNaN})
    EXPECT_THAT(ErrorOf(WelchDifference(Values{1, 2}, Values{1, 2}, alpha, 0)), HasSubstr("one-sided error")) << alpha;
}

TEST(WelchDifference, RefusesValuesWhoseDifferenceOverflows) {
  EXPECT_NE(ErrorOf(WelchDifference(Values{-1.7e308, -1.6e308}, Values{1.7e308, 1.6e308}, 0.015, 0)), "no error");
}

TEST(HodgesLehmann, FindsTheMedianDifferenceAndTheExtremesAtFourAgainstFour) {
  // 16 differences, all 10 + {-3..3}: the median is 10; alpha 0.015 allows only the outermost pair (1/70).
  const RankInterval shift = HodgesLehmann(Values{1, 2, 3, 4}, Values{11, 12, 13, 14}, 0.015);
  EXPECT_TRUE(shift.reachable);
  EXPECT_DOUBLE_EQ(shift.shift, 10);
  EXPECT_DOUBLE_EQ(shift.lo, 7);
  EXPECT_DOUBLE_EQ(shift.hi, 13);
  EXPECT_NEAR(shift.level, 69.0 / 70, 1e-12);
}

TEST(HodgesLehmann, GoesOneDifferenceInwardsWhenAlphaAllowsIt) {
  // P(U <= 1) = 2/70 = 0.0286.
  const Values base = {0, 100, 200, 300};
  const Values candidate = {1, 2, 4, 8};  // differences: -299, -298, ... 4, 8
  EXPECT_DOUBLE_EQ(HodgesLehmann(base, candidate, 0.0285).lo, -299);
  const RankInterval shift = HodgesLehmann(base, candidate, 0.0286);
  EXPECT_DOUBLE_EQ(shift.lo, -298);
  EXPECT_DOUBLE_EQ(shift.hi, 4);
  EXPECT_NEAR(shift.level, 68.0 / 70, 1e-12);
}

TEST(HodgesLehmann, SaysWhenTooFewValuesCannotReachTheLevel) {
  const RankInterval shift = HodgesLehmann(Values{1, 2, 3}, Values{11, 12, 13}, 0.015);
  EXPECT_FALSE(shift.reachable);
  EXPECT_NEAR(shift.level, 19.0 / 20, 1e-12);
  EXPECT_DOUBLE_EQ(shift.lo, 8);
  EXPECT_DOUBLE_EQ(shift.hi, 12);
  EXPECT_TRUE(HodgesLehmann(Values{1, 2, 3}, Values{11, 12, 13}, 0.05).reachable);
}

TEST(HodgesLehmann, KnowsNothingWithoutUsableValues) {
  const std::vector<std::pair<Values, Values>> unusable = {
      {{}, {1, 2}}, {{1, 2}, {}}, {{1, kNaN}, {1, 2}}, {{1, 2}, {kInfinity, 1}}, {Values(101, 1.0), {1, 2}}};
  for (const auto& [base, candidate] : unusable) {
    const RankInterval shift = HodgesLehmann(base, candidate, 0.015);
    EXPECT_FALSE(shift.reachable);
    EXPECT_EQ(shift.level, 0);
    EXPECT_EQ(shift.lo, -kInfinity);
    EXPECT_EQ(shift.hi, kInfinity);
  }
}

TEST(HodgesLehmann, OfTiedValuesIsTheirDifference) {
  const RankInterval shift = HodgesLehmann(Values(6, 3.0), Values(6, 5.0), 0.015);
  EXPECT_TRUE(shift.reachable);
  EXPECT_DOUBLE_EQ(shift.shift, 2);
  EXPECT_DOUBLE_EQ(shift.lo, 2);
  EXPECT_DOUBLE_EQ(shift.hi, 2);
}

TEST(StoredDifference, OfOneSessionRestsOnTheAssumedSpread) {
  // K = 3, k = 6: s_run^2 pooled = (2 * 0.0001 + 5 * 0.0001) / 7 = 0.0001; v = 0.0009 + 0.0001 / 3 = 0.00093333;
  // SE^2 = 2 v + 0.0001 * max(0, 1/6 - 1/3) = 0.00186667; 10 degrees of freedom.
  const double step = 0.01;
  const double wide = step * std::sqrt(5.0 / 6);  // six values +-wide have variance 6 wide^2 / 5 = step^2
  const std::vector<Values> sessions = {{-step, 0, step}};
  const Values candidate = {0.2 - wide, 0.2 + wide, 0.2 - wide, 0.2 + wide, 0.2 - wide, 0.2 + wide};
  const Result<Estimate> change = StoredDifference(sessions, candidate, {}, 0.025, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value, 0.2, 1e-12);
  EXPECT_NEAR(change->standard_error * change->standard_error, 0.0056 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(change->degrees_of_freedom, 10);
  EXPECT_NEAR(change->lo, 0.2 - kT975Of10 * std::sqrt(0.0056 / 3), 1e-9);
  EXPECT_THAT(change->warnings, ElementsAre("one session"));
}

TEST(StoredDifference, LearnsTheSpreadBetweenSessions) {
  // Session means -0.1, 0, 0.1: variance 0.01. Runs +-0.01 around them (variance 0.0002 each, so s_run^2 = 0.0002 with
  // the candidate's two). K = k = 2. v = (10 (0.0009 + 0.0001) + 2 * 0.01) / 12 = 0.0025; SE^2 = v * 4/3.
  const std::vector<Values> sessions = {{-0.11, -0.09}, {-0.01, 0.01}, {0.09, 0.11}};
  const Result<Estimate> change = StoredDifference(sessions, Values{0.29, 0.31}, {}, 0.025, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->value, 0.3, 1e-12);
  EXPECT_NEAR(change->standard_error * change->standard_error, 0.01 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(change->degrees_of_freedom, 12);
  EXPECT_NEAR(change->hi, 0.3 + kT975Of12 * std::sqrt(0.01 / 3), 1e-9);
  EXPECT_THAT(change->warnings, IsEmpty());
}

TEST(StoredDifference, AddsRunNoiseWhenTheCandidateHasFewerRunsThanTheSessions) {
  // K = 4, k = 2; every group has variance 0.0002. v = 0.0009 + 0.00005; SE^2 = 2 v + 0.0002 (1/2 - 1/4).
  const double near = 0.01 * std::sqrt(1.5);  // four values +-near have variance 4 near^2 / 3 = 0.0002
  const std::vector<Values> sessions = {{-near, near, -near, near}};
  const Result<Estimate> change = StoredDifference(sessions, Values{-0.01, 0.01}, {}, 0.025, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->standard_error * change->standard_error, 2 * 0.00095 + 0.00005, 1e-12);
}

TEST(StoredDifference, TakesTheRunSpreadFromTheCandidateWhenSessionsHaveOneRunEach) {
  // s_run^2 = 0.0002 from the candidate; K = 1: v = 0.0009 + 0.0002 with both session means equal, weight 10 of 11.
  const std::vector<Values> sessions = {{0.0}, {0.0}};
  const Result<Estimate> change = StoredDifference(sessions, Values{-0.01, 0.01}, {}, 0.025, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_NEAR(change->standard_error * change->standard_error, 0.0011 * 10 / 11 * 1.5, 1e-12);
  EXPECT_THAT(change->warnings, IsEmpty());
}

TEST(StoredDifference, SaysWhenNothingTellsTheRunSpread) {
  const std::vector<Values> sessions = {{0.0}};
  const Result<Estimate> change = StoredDifference(sessions, Values{0.1}, {}, 0.01, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_THAT(change->warnings, ElementsAre("one session", "run spread not known: one run a session, taken as 0.001"));
}

TEST(StoredDifference, FloorsTheRunSpread) {
  const std::vector<Values> sessions = {{1, 1, 1}, {1, 1, 1}};
  const Result<Estimate> change = StoredDifference(sessions, Values{1, 1, 1}, {}, 0.01, 0.001);
  ASSERT_TRUE(change.ok());
  EXPECT_THAT(change->warnings, ElementsAre("spread floored at 0.001"));
}

TEST(StoredDifference, RefusesWhatItCannotUse) {
  const std::vector<Values> good = {{1, 2}, {1, 2}};
  const std::vector<Values> with_empty = {{1, 2}, {}};
  const std::vector<Values> with_nan = {{1, 2}, {1, kNaN}};
  const std::vector<Values> none;
  const std::vector<Values> one = {{1, 2}};
  EXPECT_THAT(ErrorOf(StoredDifference(none, Values{1}, {}, 0.01, 0)), HasSubstr("at least 1 session"));
  EXPECT_EQ(ErrorOf(StoredDifference(with_empty, Values{1}, {}, 0.01, 0)),
            "baseline session 2: at least 1 value needed, got 0");
  EXPECT_THAT(ErrorOf(StoredDifference(with_nan, Values{1}, {}, 0.01, 0)), HasSubstr("baseline session 2: value 2"));
  EXPECT_THAT(ErrorOf(StoredDifference(good, Values{}, {}, 0.01, 0)), HasSubstr("candidate"));
  EXPECT_THAT(ErrorOf(StoredDifference(good, Values{1}, {.session_spread = kNaN, .weight = 10}, 0.01, 0)),
              HasSubstr("session spread"));
  EXPECT_THAT(ErrorOf(StoredDifference(good, Values{1}, {.session_spread = 0.03, .weight = -1}, 0.01, 0)),
              HasSubstr("weight"));
  EXPECT_THAT(ErrorOf(StoredDifference(one, Values{1}, {.session_spread = 0.03, .weight = 0}, 0.01, 0)),
              HasSubstr("with one session"));
}

TEST(ClopperPearson, IsOneSidedAtTheEdges) {
  // No hits in n: the upper bound u solves (1 - u)^n = alpha.
  const Bounds none = ClopperPearson(0, 10, 0.025);
  EXPECT_EQ(none.lo, 0);
  EXPECT_NEAR(none.hi, 1 - std::pow(0.025, 0.1), 1e-12);
  const Bounds all = ClopperPearson(10, 10, 0.025);
  EXPECT_NEAR(all.lo, std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(all.hi, 1);
}

TEST(ClopperPearson, TellsNothingAboutImpossibleCounts) {
  const std::vector<std::pair<long, long>> impossible = {{0, 0}, {-1, 5}, {6, 5}, {0, -3}};
  for (const auto& [hits, n] : impossible) {
    EXPECT_EQ(ClopperPearson(hits, n, 0.025).lo, 0);
    EXPECT_EQ(ClopperPearson(hits, n, 0.025).hi, 1);
  }
  EXPECT_EQ(ClopperPearson(3, 5, kNaN).hi, 1);
}

}  // namespace
}  // namespace inferproof
