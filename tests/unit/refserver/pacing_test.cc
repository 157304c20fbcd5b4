#include "harness/refserver/pacing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace inferproof {
namespace {

using namespace std::chrono_literals;

constexpr MonoTime kStart{1'000'000'000};

Profile Steady() {
  Profile profile;
  profile.ttft_ms = 40;
  profile.token_ms = 3;
  profile.run_noise = 0;
  return profile;
}

TEST(Pace, GivesTheFirstTokenAfterTtftAndPrefill) {
  Profile profile = Steady();
  profile.prefill_ms_per_token = 0.5;
  EXPECT_EQ(Pace(profile, 1, kStart, 100).due() - kStart, 90ms);  // 40 + 100 * 0.5
}

TEST(Pace, GivesEachFurtherTokenAfterTokenMs) {
  Pace pace(Steady(), 1, kStart, 0);
  for (int token = 2; token <= 101; ++token) pace.Advance(1, 1);
  EXPECT_EQ(pace.due() - kStart, 340ms);  // 40 + 100 * 3
}

TEST(Pace, LetsAnEventWaitForAllItsTokens) {
  Pace pace(Steady(), 1, kStart, 0);
  pace.Advance(4, 1);
  EXPECT_EQ(pace.due() - kStart, 52ms);  // 40 + 4 * 3
}

TEST(Pace, SlowsWithEachFurtherBusySlot) {
  Profile profile = Steady();
  profile.batch_slowdown = 0.5;
  Pace pace(profile, 1, kStart, 0);
  pace.Advance(1, 1);
  EXPECT_EQ(pace.due() - kStart, 43ms);
  pace.Advance(1, 3);
  EXPECT_EQ(pace.due() - kStart, 49ms);  // + 3 * (1 + 0.5 * 2)
}

TEST(Pace, StretchesEveryLengthByItsFactor) {
  Profile profile = Steady();
  profile.prefill_ms_per_token = 1;
  Pace pace(profile, 1.5, kStart, 20);
  EXPECT_EQ(pace.due() - kStart, 90ms);  // 1.5 * (40 + 20)
  pace.Advance(2, 1);
  EXPECT_EQ(pace.due() - kStart, 99ms);  // + 1.5 * 2 * 3
}

TEST(Noise, IsOneWithoutSpread) {
  Noise noise(Steady(), 7);
  EXPECT_EQ(noise.run_factor(), 1);
  EXPECT_EQ(noise.NextFactor(), 1);
}

TEST(Noise, RepeatsWithItsSeed) {
  Profile profile = Steady();
  profile.run_noise = 0.02;
  profile.request_noise = 0.1;
  Noise one(profile, 7);
  Noise two(profile, 7);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(one.NextFactor(), two.NextFactor());
  EXPECT_NE(Noise(profile, 8).run_factor(), one.run_factor());
}

TEST(Noise, HasTheSpreadItWasGiven) {
  Profile profile = Steady();
  profile.run_noise = 0.02;
  double sum = 0;
  double squares = 0;
  constexpr int kRuns = 2000;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    const double log_factor = std::log(Noise(profile, seed).run_factor());
    sum += log_factor;
    squares += log_factor * log_factor;
  }
  // Standard errors: 0.02 / sqrt(2000) = 0.00045 of the mean, 0.02 / sqrt(4000) = 0.00032 of the deviation; 4 of each.
  EXPECT_NEAR(sum / kRuns, 0, 0.0018);
  EXPECT_NEAR(std::sqrt(squares / kRuns), 0.02, 0.0013);
}

TEST(Noise, MovesEveryRequestOfARunTogether) {
  Profile profile = Steady();
  profile.run_noise = 0.02;
  Noise noise(profile, 7);
  EXPECT_EQ(noise.NextFactor(), noise.run_factor());
  EXPECT_EQ(noise.NextFactor(), noise.run_factor());
}

}  // namespace
}  // namespace inferproof
