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

double ConvictedShare(const Noise& noise, double true_change, double band, std::uint64_t seed,
                      std::size_t runs = kRuns) {
  Random random(seed);
  int convicted = 0;
  for (int i = 0; i < kReplicates; ++i) {
    const std::vector<double> base = DrawRuns(random, noise, runs);
    const std::vector<double> candidate = DrawRuns(random, noise, runs, std::log1p(true_change));
    const Result<Estimate> change = WelchDifference(base, candidate, kAlpha, kLeastSpread);
    convicted += change.ok() && change->lo > std::log1p(band);
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

TEST(WelchCalibration, ConvictsNearlyAsOftenAsReliablyFailsFromSays) {
  // 90 % said. Welch's degrees of freedom are estimated and mostly below 2 (k - 1), which costs 6 points at 4 runs a
  // side, 2 at 6 and 1 at 8; four standard errors of a share of 0.9 in 20,000 are 0.85 points.
  struct Row {
    std::size_t runs;
    double least;
  };
  for (const auto& [runs, least] : {Row{4, 0.83}, Row{6, 0.87}, Row{8, 0.88}}) {
    const double standard_error = 0.02 * std::sqrt(2.0 / static_cast<double>(runs));
    const double degrees_of_freedom = 2.0 * static_cast<double>(runs - 1);
    const double from =
        std::expm1(ReliablyFailsFrom(std::log1p(0.05), standard_error, degrees_of_freedom, kAlpha, 0.9));
    const double share = ConvictedShare(NormalNoise(0.02), from, 0.05, 8, runs);
    std::cout << runs << " runs a side, fails reliably from " << FormatPercent(from) << ": convicted " << Percent(share)
              << "\n";
    EXPECT_GE(share, least);
  }
}

}  // namespace
}  // namespace inferproof
