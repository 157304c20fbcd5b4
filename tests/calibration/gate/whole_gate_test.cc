#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <map>

#include "harness/base/random.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

// The shape of the demo: what one stream and four streams of the paced engine measure. Each session has its own luck,
// each run its own noise.
constexpr int kGates = 2000;
constexpr int kRuns = 4;
constexpr double kRunNoise = 0.005;
constexpr double kSessionSpread = 0.002;

std::vector<double> Draw(Random& random, double center, double session_luck) {
  std::vector<double> values;
  for (int i = 0; i < kRuns; ++i) values.push_back(center * session_luck * std::exp(kRunNoise * random.Normal()));
  return values;
}

ScenarioValues Scenario(Random& random, const std::string& name, int concurrency, double slowdown, double luck) {
  ScenarioValues scenario = SingleStream(40, 5, 200, kRuns);
  scenario.name = name;
  scenario.concurrency = concurrency;
  scenario.values["ttft_ms.p50"] = Draw(random, 40 * slowdown, luck);
  scenario.values["tpot_ms.p50"] = Draw(random, 5 * slowdown, luck);
  scenario.values["output_tps"] = Draw(random, 180.0 * concurrency / slowdown, 1 / luck);
  return scenario;
}

ResultFile Session(Random& random, const std::string& id, double slowdown) {
  const double luck = std::exp(kSessionSpread * random.Normal());
  ResultFile result =
      ResultOf({Scenario(random, "single", 1, slowdown, luck), Scenario(random, "four", 4, slowdown, luck)}, id);
  result.session_spread = kSessionSpread;
  return result;
}

std::map<std::string, int> CountWords(std::uint64_t seed, double slowdown) {
  Random random(seed);
  std::map<std::string, int> words;
  for (int gate = 0; gate < kGates; ++gate) {
    const Baseline baseline = BaselineOf({Session(random, "s1", 1)});
    const ResultFile candidate = Session(random, "s2", slowdown);
    ++words[VerdictName(Judge(SuiteOf({"single", "four"}), candidate, baseline, {}).word)];
  }
  for (const auto& [word, count] : words) {
    std::cout << "slow-down " << slowdown << ": " << word << " " << count << " of " << kGates << "\n";
  }
  return words;
}

// The standard error of one comparison is sqrt(2 (0.2 %^2 + 0.5 %^2 / 4)) = 0.45 %, the half-width of its interval
// t(0.99, 10) = 2.76 times that, 1.25 %: a clean metric leaves its band of 5 % only beyond 8 standard errors.
TEST(WholeGateCalibration, NeverFailsAndAlwaysPassesTwoEqualSides) {
  EXPECT_EQ(CountWords(42, 1.0), (std::map<std::string, int>{{"pass", kGates}}));
}

TEST(WholeGateCalibration, AlwaysFailsATwentyPercentSlowDown) {
  EXPECT_EQ(CountWords(43, 1.2), (std::map<std::string, int>{{"regressed", kGates}}));
}

// At the edge of the band a conviction is an error, and alpha bounds it: 1 % a metric, three gate metrics of one
// session luck. Binomial(2000, 0.03) stays below 85 with 99.9 %.
TEST(WholeGateCalibration, KeepsItsErrorAtTheEdgeOfTheBand) { EXPECT_LE(CountWords(44, 1.05)["regressed"], 85); }

}  // namespace
}  // namespace inferproof
