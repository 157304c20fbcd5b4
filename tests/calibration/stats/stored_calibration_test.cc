#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <vector>

#include "harness/stats/interval.h"
#include "tests/calibration/stats/simulation.h"

namespace inferproof {
namespace {

constexpr std::size_t kRuns = 6;
constexpr double kAlpha = 0.01;
constexpr double kBand = 0.05;
constexpr int kReplicates = 20'000;

// How runs and sessions truly vary; the interval is always told 3 % between sessions.
struct Truth {
  double session_spread = 0.03;
  double run_spread = 0.02;
};

std::vector<double> DrawSession(Random& random, const Truth& truth, double shift) {
  return DrawRuns(random, NormalNoise(truth.run_spread), kRuns, shift + truth.session_spread * random.Normal());
}

double ConvictedShare(std::size_t session_count, double true_change, std::uint64_t seed, const Truth& truth = {}) {
  Random random(seed);
  int convicted = 0;
  for (int i = 0; i < kReplicates; ++i) {
    std::vector<std::vector<double>> sessions;
    for (std::size_t session = 0; session < session_count; ++session) sessions.push_back(DrawSession(random, truth, 0));
    const std::vector<double> candidate = DrawSession(random, truth, std::log1p(true_change));
    const Result<Estimate> change = StoredDifference(sessions, candidate, {}, kAlpha, 0.001);
    if (!change.ok()) ADD_FAILURE() << change.error().Text();
    convicted += change.ok() && change->lo > std::log1p(kBand);
  }
  return static_cast<double>(convicted) / kReplicates;
}

TEST(StoredCalibration, RaisesFewFalseAlarmsForOneMetric) {
  for (const std::size_t session_count : {std::size_t{1}, std::size_t{3}}) {
    const double share = ConvictedShare(session_count, 0, 10 + session_count);
    std::cout << session_count << " session(s), nothing changed: convicted " << Percent(share) << "\n";
    EXPECT_LE(share, 0.02);
  }
}

TEST(StoredCalibration, ConvictsAtTheBandsEdgeNoMoreThanStated) {
  // Four standard errors of a share of 0.01 in 20,000 are 0.0028.
  for (const std::size_t session_count : {std::size_t{1}, std::size_t{3}}) {
    const double share = ConvictedShare(session_count, kBand, 20 + session_count);
    std::cout << session_count << " session(s), a change at the band's edge: convicted " << Percent(share) << "\n";
    EXPECT_LE(share, kAlpha + 0.0028);
  }
}

TEST(StoredCalibration, RaisesFewFalseAlarmsWhenSessionsVaryHalfAsMuchAgainAsAssumed) {
  for (const std::size_t session_count : {std::size_t{1}, std::size_t{3}}) {
    const double share = ConvictedShare(session_count, 0, 40 + session_count, {.session_spread = 0.045});
    std::cout << session_count << " session(s), true session spread 4.5 %, nothing changed: convicted "
              << Percent(share) << "\n";
    EXPECT_LE(share, 0.02);
  }
}

TEST(StoredCalibration, FindsTwentyPercentAgainstThreeSessions) {
  // By the normal approximation: margin t(0.99; 12) SE = 2.681 SE above ln 1.05, effect ln 1.2. Run spread 1 %: SE =
  // sqrt((0.0009 + 0.0001 / 6) 4/3) = 0.0350, so 1.14 SE to spare, 87 %; run spread 2 %: SE = 0.0359, 1.04, 85 %. The
  // estimated part of the spread costs about one point of each.
  struct Row {
    double run_spread, least;
  };
  for (const auto& [run_spread, least] : {Row{0.01, 0.85}, Row{0.02, 0.83}}) {
    const Truth truth{.session_spread = 0.03, .run_spread = run_spread};
    const double three = ConvictedShare(3, 0.2, 33, truth);
    std::cout << "+20 %, run spread " << Percent(run_spread) << ": convicted "
              << Percent(ConvictedShare(1, 0.2, 31, truth)) << " against one session, " << Percent(three)
              << " against three\n";
    EXPECT_GE(three, least);
  }
}

}  // namespace
}  // namespace inferproof
