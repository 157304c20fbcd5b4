#include "harness/doctor/noise_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

constexpr double kSpread = 0.03;

// Two sessions of two runs; the second metric moves against the first, twice as far.
Recorded TwoSessions(double second_session) {
  ScenarioValues first = SingleStream(100, 10, 50, 2);
  first.values["ttft_ms.p50"] = {100 * std::exp(-0.01), 100 * std::exp(0.01)};
  first.values["tpot_ms.p50"] = {10 * std::exp(0.02), 10 * std::exp(-0.02)};
  ScenarioValues second = first;
  for (double& value : second.values["ttft_ms.p50"]) value *= std::exp(second_session);
  const Baseline baseline = BaselineOf({ResultOf({first}, "s1"), ResultOf({second}, "s2")});
  Target target;
  target.session_spread = kSpread;
  return RecordedIn(SuiteOf({"single"}), target, baseline).value();
}

TEST(NoiseModel, KnowsTheMiddleAndTheTwoSpreads) {
  const NoiseModel model(TwoSessions(0.1), kSpread);
  const NoiseModel::Spread* spread = model.SpreadOf("single", "ttft_ms.p50");
  ASSERT_NE(spread, nullptr);
  EXPECT_NEAR(spread->center, 100 * std::exp(0.05), 1e-9);
  // Two runs 0.02 apart: variance 0.02^2 / 2, in each session.
  EXPECT_NEAR(spread->run, 0.02 / std::sqrt(2.0), 1e-12);
  // docs/gate.md, rule 6, K = 2: (10 (0.03^2 + 0.0001) + 0.1^2 / 2) / 11 - 0.0001
  EXPECT_NEAR(spread->session * spread->session, (10 * (0.0009 + 0.0001) + 0.005) / 11 - 0.0001, 1e-12);
}

TEST(NoiseModel, LeavesCountersAsTheyWere) {
  const NoiseModel model(TwoSessions(0), kSpread);
  EXPECT_EQ(model.SpreadOf("single", "prompt_tokens.mean"), nullptr);
  Random random(3);
  const DrawnSession session = model.Draw(random, 5);
  for (const DrawnRun& run : session.front()) EXPECT_EQ(run.at("prompt_tokens.mean").value, 64);
}

// Without the session's luck each drawn run must be a recorded one: deviations widened by sqrt(2), of both metrics
// together.
TEST(NoiseModel, KeepsWhatMovesTogetherInARun) {
  const NoiseModel model(TwoSessions(0), 0);
  Random random(5);
  int slow_first = 0;
  const DrawnSession session = model.Draw(random, 200);
  for (const DrawnRun& run : session.front()) {
    const double first = std::log(run.at("ttft_ms.p50").value / 100);
    const double second = std::log(run.at("tpot_ms.p50").value / 10);
    EXPECT_NEAR(std::abs(first), 0.01 * std::sqrt(2.0), 1e-9);
    EXPECT_NEAR(second, -2 * first, 1e-9);
    slow_first += first > 0 ? 1 : 0;
  }
  EXPECT_GT(slow_first, 60);
  EXPECT_LT(slow_first, 140);
}

TEST(NoiseModel, GivesASessionOneLuckThatSlowsLatenciesAndRatesAlike) {
  ScenarioValues steady = SingleStream(100, 10, 50, 2);
  for (auto& [metric, values] : steady.values) values = {values[0], values[0]};
  const Baseline baseline = BaselineOf({ResultOf({steady}, "s1")});
  Target target;
  Suite suite = SuiteOf({"single"});
  suite.gates.rules.push_back({"single", "output_tps", Role::kGate, Band{0.05, 0}, {}});
  const NoiseModel model(RecordedIn(suite, target, baseline).value(), kSpread);
  Random random(7);
  const DrawnSession session = model.Draw(random, 3);
  const double luck = session[0][0].at("ttft_ms.p50").value / steady.values["ttft_ms.p50"][0];
  EXPECT_NE(luck, 1);
  for (const DrawnRun& run : session[0]) {
    EXPECT_NEAR(run.at("ttft_ms.p50").value, luck * steady.values["ttft_ms.p50"][0], 1e-9);
    EXPECT_NEAR(run.at("tpot_ms.p50").value, luck * steady.values["tpot_ms.p50"][0], 1e-9);
    EXPECT_NEAR(run.at("output_tps").value, steady.values["output_tps"][0] / luck, 1e-9);
  }
}

TEST(NoiseModel, RepeatsItselfForASeed) {
  const NoiseModel model(TwoSessions(0.01), kSpread);
  Random one(9);
  Random same(9);
  EXPECT_EQ(model.Draw(one, 4)[0][3].at("ttft_ms.p50").value, model.Draw(same, 4)[0][3].at("ttft_ms.p50").value);
}

TEST(Recorded, RefusesASuiteThatMeasuresSomethingElse) {
  Suite suite = SuiteOf({"single"});
  suite.version = 2;
  const Result<Recorded> recorded = RecordedIn(suite, Target(), BaselineOf({ResultOf({SingleStream()})}));
  ASSERT_FALSE(recorded.ok());
  EXPECT_EQ(recorded.error().code, ErrorCode::kIncomparable);
}

}  // namespace
}  // namespace inferproof
