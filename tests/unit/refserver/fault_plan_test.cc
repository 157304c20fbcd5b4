#include "harness/refserver/fault_plan.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

int CountBreaks(const PlantedFaults& faults, Break wanted, bool stream) {
  FaultPlan plan(faults, 3);
  int count = 0;
  for (int i = 0; i < 1000; ++i) count += plan.Next(stream) == wanted ? 1 : 0;
  return count;
}

TEST(FaultPlan, BreaksNothingWithoutFaults) { EXPECT_EQ(CountBreaks({}, Break::kNone, true), 1000); }

TEST(FaultPlan, BreaksTheShareItWasGiven) {
  // Binomial(1000, 0.1) has standard deviation 9.5; four of them.
  EXPECT_NEAR(CountBreaks({.truncated = 0.1}, Break::kTruncated, true), 100, 38);
  EXPECT_NEAR(CountBreaks({.error_mid_stream = 0.1}, Break::kError, true), 100, 38);
  EXPECT_EQ(CountBreaks({.truncated = 1}, Break::kTruncated, true), 1000);
}

TEST(FaultPlan, GivesTwoSharesToDifferentRequests) {
  const PlantedFaults both{.truncated = 0.4, .error_mid_stream = 0.6};
  EXPECT_EQ(CountBreaks(both, Break::kTruncated, true) + CountBreaks(both, Break::kError, true), 1000);
}

TEST(FaultPlan, RefusesWholeAnswersTooButHangsAndResetsStreamsAlone) {
  const PlantedFaults all{.too_many = 0.25, .unavailable = 0.25, .hang = 0.25, .reset = 0.25};
  EXPECT_EQ(CountBreaks(all, Break::kNone, true), 0);
  EXPECT_NEAR(CountBreaks(all, Break::kTooMany, false), 250, 55);
  EXPECT_NEAR(CountBreaks(all, Break::kUnavailable, false), 250, 55);
  EXPECT_EQ(CountBreaks(all, Break::kHang, false) + CountBreaks(all, Break::kReset, false), 0);
}

TEST(FaultPlan, LeavesAnswersThatAreNotStreamedWhole) {
  EXPECT_EQ(CountBreaks({.truncated = 1, .error_mid_stream = 1}, Break::kNone, false), 1000);
}

TEST(FaultPlan, DiesInTheRequestThatWasNamed) {
  FaultPlan plan({.die_after = 3}, 1);
  EXPECT_EQ(plan.Next(true), Break::kNone);
  EXPECT_EQ(plan.Next(false), Break::kNone);
  EXPECT_EQ(plan.Next(false), Break::kDeath);
}

TEST(FaultPlan, PicksTheSameRequestsForTheSameSeed) {
  FaultPlan one({.truncated = 0.5}, 9);
  FaultPlan two({.truncated = 0.5}, 9);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(one.Next(true), two.Next(true));
}

}  // namespace
}  // namespace inferproof
