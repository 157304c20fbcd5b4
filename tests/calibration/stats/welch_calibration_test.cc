#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <vector>

#include "harness/stats/interval.h"
#include "harness/stats/planning.h"
#include "tests/calibration/stats/simulation.h"

namespace inferproof {
namespace {

constexpr std::size_t kRuns = 4;
constexpr double kAlpha = 0.015;  // the first look of a gate
constexpr double kLeastSpread = 0.001;
constexpr int kReplicates = 20'000;

struct Misses {
  double below = 0;  // share with lo above the truth: what a false conviction needs
  double above = 0;
};

// Both sides draw from `noise`, so the truth is 0.
Misses MissesOf(const Noise& noise, std::uint64_t seed) {
  Random random(seed);
  int below = 0;
  int above = 0;
  for (int i = 0; i < kReplicates; ++i) {
    const std::vector<double> base = DrawRuns(random, noise, kRuns);
    const std::vector<double> candidate = DrawRuns(random, noise, kRuns);
    const Result<Estimate> change = WelchDifference(base, candidate, kAlpha, kLeastSpread);
    if (!change.ok()) ADD_FAILURE() << change.error().Text();
    below += change.ok() && change->lo > 0;
    above += change.ok() && change->hi < 0;
  }
  return {static_cast<double>(below) / kReplicates, static_cast<double>(above) / kReplicates};
}

void Print(const char* noise, const Misses& misses) {
  std::cout << noise << ": lo above the truth " << Percent(misses.below) << ", hi below it " << Percent(misses.above)
            << ", nominal " << Percent(kAlpha) << " each\n";
}

enum class Rule { kWelch, kWelchAndRanks };

double ConvictedShare(const Noise& noise, double true_change, double band, std::uint64_t seed, std::size_t runs = kRuns,
                      double alpha = kAlpha, Rule rule = Rule::kWelch) {
  Random random(seed);
  const double limit = std::log1p(band);
  int convicted = 0;
  for (int i = 0; i < kReplicates; ++i) {
    const std::vector<double> base = DrawRuns(random, noise, runs);
    const std::vector<double> candidate = DrawRuns(random, noise, runs, std::log1p(true_change));
    const Result<Estimate> change = WelchDifference(base, candidate, alpha, kLeastSpread);
    if (!change.ok() || !(change->lo > limit)) continue;
    if (rule == Rule::kWelchAndRanks && !(HodgesLehmann(base, candidate, alpha).lo > limit)) continue;
    ++convicted;
  }
  return static_cast<double>(convicted) / kReplicates;
}

TEST(WelchCalibration, MissesAsOftenAsStatedUnderNormalNoise) {
  // Never more than four standard errors of a share of 0.015 in 20,000 above it: 4 sqrt(0.015 * 0.985 / 20000) =
  // 0.00344. Welch's interval itself is some 0.3 points on the safe side at 4 runs a side; it may not be more than 0.5.
  const Misses misses = MissesOf(NormalNoise(0.02), 1);
  Print("normal, 2 %", misses);
  for (const double miss : {misses.below, misses.above}) {
    EXPECT_LE(miss, kAlpha + 0.00344);
    EXPECT_GE(miss, kAlpha - 0.005);
  }
}

TEST(WelchCalibration, MissesNotMuchMoreThanStatedUnderSkewedNoise) {
  for (const double shape : {0.5, 1.0}) {
    const Misses misses = MissesOf(SkewedNoise(0.05, shape), 2);
    Print(shape < 1 ? "lognormal excess of 5 %, shape 0.5" : "lognormal excess of 5 %, shape 1", misses);
    EXPECT_LE(misses.below, kAlpha + 0.015);
    EXPECT_LE(misses.above, kAlpha + 0.015);
  }
}

TEST(WelchCalibration, MissesNotMuchMoreThanStatedWhenFewRunsAreSlow) {
  const Misses misses = MissesOf(ContaminatedNoise(0.02, 0.02, 0.1), 3);
  Print("2 % of the runs slower by 10 %", misses);
  EXPECT_LE(misses.below, kAlpha + 0.015);
  EXPECT_LE(misses.above, kAlpha + 0.015);
}

TEST(WelchCalibration, NearlyNeverConvictsEqualSidesBeyondABandOfFivePercent) {
  const double normal = ConvictedShare(NormalNoise(0.02), 0, 0.05, 4);
  const double contaminated = ConvictedShare(ContaminatedNoise(0.02, 0.02, 0.1), 0, 0.05, 5);
  std::cout << "A/A, 2 % spread, band 5 %: convicted " << Percent(normal) << ", with slow runs "
            << Percent(contaminated) << "\n";
  EXPECT_LE(normal, 0.001);
  EXPECT_LE(contaminated, 0.001);
}

TEST(WelchCalibration, AlwaysConvictsTwentyPercentAtHalfAPercentOfSpread) {
  EXPECT_EQ(ConvictedShare(NormalNoise(0.005), 0.2, 0.05, 6), 1);
}

TEST(WelchCalibration, ConvictsAtTheBandsEdgeNoMoreThanStated) {
  const double share = ConvictedShare(NormalNoise(0.02), 0.05, 0.05, 7);
  std::cout << "true change at the band's edge: convicted " << Percent(share) << "\n";
  EXPECT_LE(share, kAlpha + 0.00344);
}

struct LookRow {
  int runs;
  double alpha;
};
constexpr LookRow kLooks[] = {{4, 0.015}, {6, 0.015}, {8, 0.02}};

// 90 % said; four standard errors of a share of 0.9 in 20,000 are 0.85 points, and the formula is a point or two on the
// safe side at 6 and 8 runs.
TEST(WelchCalibration, ConvictsAsOftenAsInterleavedFailsFromSays) {
  for (const auto& [runs, alpha] : kLooks) {
    const double standard_error = 0.02 * std::sqrt(2.0 / runs);
    const double from = std::expm1(InterleavedFailsFrom(std::log1p(0.05), standard_error, runs, alpha, 0.9));
    const double share =
        ConvictedShare(NormalNoise(0.02), from, 0.05, 8, static_cast<std::size_t>(runs), alpha, Rule::kWelchAndRanks);
    std::cout << runs << " runs a side, fails reliably from " << FormatPercent(from) << ": convicted " << Percent(share)
              << "\n";
    EXPECT_GE(share, 0.88);
    EXPECT_LE(share, 0.94);
  }
}

// The number that is planned has 80 % power, the look before it has not.
TEST(WelchCalibration, RunsNeededIsTheFirstLookWithItsPower) {
  const auto alpha = [](int runs) { return runs == 4 || runs == 6 ? 0.015 : runs >= 8 ? 0.02 : 0.0; };
  struct Row {
    double spread;
    int runs;
    int before;  // the look before, 0: none
  };
  for (const auto& [spread, want, before] : {Row{0.015, 4, 0}, Row{0.018, 6, 4}, Row{0.02, 6, 4}, Row{0.025, 8, 6}}) {
    EXPECT_EQ(RunsNeeded(std::log1p(0.05), std::log1p(0.1), spread, alpha, 0.8, 50), want) << spread;
    const auto power = [&, noise = NormalNoise(spread)](int runs) {
      return ConvictedShare(noise, 0.1, 0.05, 9, static_cast<std::size_t>(runs), alpha(runs), Rule::kWelchAndRanks);
    };
    const double with = power(want);
    const double with_less = before > 0 ? power(before) : 0;
    std::cout << "spread " << Percent(spread) << ": " << want << " runs a side convict 10 % with " << Percent(with)
              << ", the look before with " << Percent(with_less) << "\n";
    EXPECT_GE(with, 0.79);
    EXPECT_LT(with_less, 0.8);
  }
}

}  // namespace
}  // namespace inferproof
