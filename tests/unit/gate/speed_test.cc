#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

// A candidate against one stored session of four sound runs of the same shape.
Verdict AgainstStored(const std::vector<ScenarioValues>& candidate) {
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(200, 20, 50, 4), FourStreams(180, 4)})});
  return Judge(SuiteOf({"single", "four"}), ResultOf(candidate, "s2"), baseline, {});
}

Verdict AgainstBase(const std::vector<ScenarioValues>& base, const std::vector<ScenarioValues>& candidate) {
  std::vector<std::string> names;
  for (const ScenarioValues& scenario : candidate) names.push_back(scenario.name);
  return Judge(SuiteOf(names), Interleaved(base, candidate), std::nullopt, {});
}

TEST(Gate, PassesTheSameSpeed) {
  const Verdict verdict = AgainstStored({SingleStream(), FourStreams()});
  EXPECT_EQ(VerdictName(verdict.word), "pass") << verdict.headline;
  EXPECT_THAT(verdict.headline, HasSubstr("no regression found; slow-downs above "));
  EXPECT_EQ(ExitCodeFor(verdict, {true, true}), 0);
}

TEST(Gate, SpendsAnErrorOfOneAndAHalfPercentAgainstAStoredBaseline) {
  const Verdict verdict = AgainstStored({SingleStream(), FourStreams()});
  EXPECT_DOUBLE_EQ(MetricNamed(verdict, "single", "ttft_ms.p50").change->level, 0.985);
}

TEST(Gate, ConvictsADoubledTimeToFirstToken) {
  const Verdict verdict = AgainstStored({SingleStream(400), FourStreams()});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "regressed");
  EXPECT_EQ(WordOf(verdict, "four", "output_tps"), "pass");
  EXPECT_EQ(verdict.headline, "regressed: single ttft_ms.p50 +100.0 % (band 5 %)");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(Gate, ConvictsADoubledTimePerToken) {
  const Verdict verdict = AgainstStored({SingleStream(200, 40), FourStreams()});
  EXPECT_EQ(WordOf(verdict, "single", "tpot_ms.p50"), "regressed");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
}

TEST(Gate, ConvictsAHalvedThroughput) {
  const Verdict verdict = AgainstStored({SingleStream(), FourStreams(90)});
  EXPECT_EQ(WordOf(verdict, "four", "output_tps"), "regressed");
  EXPECT_EQ(verdict.headline, "regressed: four output_tps -50.0 % (band 5 %)");
  // A single stream's throughput only watches.
  EXPECT_EQ(WordOf(AgainstStored({SingleStream(200, 20, 25), FourStreams()}), "single", "output_tps"), "regressed");
  EXPECT_EQ(VerdictName(AgainstStored({SingleStream(200, 20, 25), FourStreams()}).word), "pass");
}

TEST(Gate, CallsFasterBetterImprovedAndSaysHowToRecordIt) {
  const Verdict verdict = AgainstStored({SingleStream(100), FourStreams(360)});
  EXPECT_EQ(VerdictName(verdict.word), "improved");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "improved");
  EXPECT_EQ(WordOf(verdict, "four", "output_tps"), "improved");
  EXPECT_THAT(verdict.next_command, HasSubstr("baseline update RESULT --reason"));
  EXPECT_EQ(ExitCodeFor(verdict, {true, true}), 0);
}

TEST(Gate, SaysWhatDecidedInOneLine) {
  const Verdict verdict = AgainstBase({SingleStream(200)}, {SingleStream(240)});
  const MetricVerdict& ttft = MetricNamed(verdict, "single", "ttft_ms.p50");
  // Both sides carry the same pattern, so that the ratio is 1.2 exactly. Spread of the six logs 0.2366 %, standard
  // error 0.2366 % * sqrt(2 / 6) = 0.1366 %, t(0.985, 10) = 2.527 (tables: 2.527): +-0.345 % of logs.
  EXPECT_THAT(ttft.reason, AllOf(HasSubstr("+20.0 % (interval +19.6 % to +20.4 %, level 98.5 %, band 5 %)"),
                                 HasSubstr("6 runs against 6 of the base")));
  EXPECT_NEAR(*ttft.base, 200, 0.01);
  EXPECT_NEAR(*ttft.candidate, 240, 0.01);
  EXPECT_NEAR(ttft.limit, 0.05, 1e-12);
  EXPECT_EQ(ttft.file, "suites/demo.json");
  EXPECT_EQ(ttft.line, 5);
  ASSERT_TRUE(ttft.fails_from);
  EXPECT_GT(*ttft.fails_from, 0.05);
  EXPECT_LT(*ttft.fails_from, 0.06);
}

TEST(Gate, PointsAtTheMetricsLineInTheBaseline) {
  Baseline baseline = BaselineOf({ResultOf({SingleStream(200, 20, 50, 4)})});
  baseline = ParseBaseline(WriteBaseline(baseline).value(), baseline.path).value();
  const Verdict verdict = Judge(SuiteOf({"single"}), ResultOf({SingleStream(300)}, "s2"), baseline, {});
  const MetricVerdict& ttft = MetricNamed(verdict, "single", "ttft_ms.p50");
  EXPECT_EQ(ttft.file, baseline.path);
  EXPECT_EQ(ttft.line, baseline.lines.at("single").at("ttft_ms.p50"));
}

TEST(Gate, TakesTheWiderOfTheTwoBands) {
  // 2 ms of 10 ms are 20 %, which is wider than 5 %: 15 % more passes, 40 % more does not.
  const Verdict inside = AgainstBase({SingleStream(10)}, {SingleStream(11.5)});
  EXPECT_EQ(WordOf(inside, "single", "ttft_ms.p50"), "pass");
  EXPECT_NEAR(MetricNamed(inside, "single", "ttft_ms.p50").limit, 0.2, 1e-4);
  EXPECT_EQ(WordOf(AgainstBase({SingleStream(10)}, {SingleStream(14)}), "single", "ttft_ms.p50"), "regressed");
}

TEST(Gate, StaysInconclusiveAtTheEdgeOfTheBandAndSaysWhatWouldDecide) {
  ScenarioValues noisy = SingleStream(200);
  noisy.values["ttft_ms.p50"] = {190, 210, 195, 205, 200, 200};
  ScenarioValues slower = SingleStream(200);
  slower.values["ttft_ms.p50"] = {201, 221, 206, 216, 211, 211};
  const Verdict verdict = AgainstBase({noisy}, {slower});
  EXPECT_EQ(VerdictName(verdict.word), "inconclusive");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason,
              HasSubstr("runs a side would decide a change of 10 %"));
  EXPECT_THAT(verdict.headline, HasSubstr("undecided: single ttft_ms.p50"));
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
  EXPECT_EQ(ExitCodeFor(verdict, {true, false}), 5);
}

TEST(Gate, NeedsTheRankIntervalToConvictBesideABase) {
  // Three runs a side: no exact rank interval reaches 98.5 % (the chance that all three lie above is 1 / 20).
  const Verdict verdict = AgainstBase({SingleStream(200, 20, 50, 3)}, {SingleStream(400, 20, 50, 3)});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "inconclusive");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason, HasSubstr("the rank interval does not agree"));
  EXPECT_EQ(
      WordOf(AgainstBase({SingleStream(200, 20, 50, 4)}, {SingleStream(400, 20, 50, 4)}), "single", "ttft_ms.p50"),
      "regressed");
}

TEST(Gate, LetsABaseBesideTheCandidateDecideAlone) {
  // The stored baseline is twice as fast, the base beside the candidate is not.
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(100, 20, 50, 4)})});
  const ResultFile result = Interleaved({SingleStream(200)}, {SingleStream(200)});
  const Verdict verdict = Judge(SuiteOf({"single"}), result, baseline, {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
}

TEST(Gate, FailsWhenAGateMetricIsGone) {
  ScenarioValues renamed = SingleStream();
  renamed.values["ttft_millis.p50"] = renamed.values["ttft_ms.p50"];
  renamed.values.erase("ttft_ms.p50");
  const Verdict verdict = AgainstStored({renamed, FourStreams()});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "missing");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_millis.p50"), "new");
  EXPECT_EQ(VerdictName(verdict.word), "missing");
  EXPECT_EQ(verdict.headline, "missing: single ttft_ms.p50 missing");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(Gate, FailsWhenAGateMetricIsGoneFromSomeRuns) {
  ScenarioValues some = SingleStream();
  some.values["ttft_ms.p50"].resize(4);
  EXPECT_EQ(WordOf(AgainstStored({some, FourStreams()}), "single", "ttft_ms.p50"), "missing");
}

TEST(Gate, FailsWhenTheSuiteGatesAMetricThatNobodyMeasured) {
  Suite suite = SuiteOf({"single"});
  suite.gates.rules = {{"single", "ttft_visible_ms.p50", Role::kGate, std::nullopt, {20, 1}}};
  const Baseline baseline = BaselineOf({ResultOf({SingleStream()})});
  const Verdict verdict = Judge(suite, ResultOf({SingleStream()}, "s2"), baseline, {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_visible_ms.p50"), "missing");
}

TEST(Gate, TakesANewWatchMetricForNothingWorse) {
  ScenarioValues more = SingleStream();
  more.values["e2e_ms.p50"] = Steady(900);
  const Verdict verdict = AgainstStored({more, FourStreams()});
  EXPECT_EQ(WordOf(verdict, "single", "e2e_ms.p50"), "new");
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(Gate, IsInvalidWhereTheCandidateAloneRestsOnEstimates) {
  ResultFile estimated = ResultOf({SingleStream(400), FourStreams()}, "s2");
  for (RunResult& run : estimated.runs) run.metrics.values["ttft_ms.p50"].approximate = true;
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(), FourStreams()})});
  const Verdict verdict = Judge(SuiteOf({"single", "four"}), estimated, baseline, {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "invalid");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason, HasSubstr("estimated token counts"));
  EXPECT_EQ(VerdictName(verdict.word), "invalid");
}

TEST(Gate, DoesNotGateSmallSamplesOrFewRequests) {
  ScenarioValues few = SingleStream(400);
  few.requests = 9;
  const Baseline few_too = BaselineOf({ResultOf({few})});
  few.values["ttft_ms.p50"] = Steady(900);
  const Verdict small = Judge(SuiteOf({"single"}), ResultOf({few}, "s2"), few_too, {});
  EXPECT_THAT(MetricNamed(small, "single", "ttft_ms.p50").reason, HasSubstr("9 measured requests, fewer than 10"));
  EXPECT_EQ(VerdictName(small.word), "pass");
  EXPECT_THAT(small.caveats, Contains("single: no speed metric was able to fail"));
}

TEST(Gate, ShowsWhatHasNoBetterDirection) {
  ScenarioValues chunks = SingleStream();
  chunks.values["tokens_per_chunk.mean"] = Steady(1);
  ScenarioValues larger = SingleStream();
  larger.values["tokens_per_chunk.mean"] = Steady(8);
  const Verdict verdict = AgainstBase({chunks}, {larger});
  EXPECT_EQ(WordOf(verdict, "single", "tokens_per_chunk.mean"), "pass");
  EXPECT_EQ(RoleName(MetricNamed(verdict, "single", "tokens_per_chunk.mean").role), "watch");
}

TEST(Gate, ComparesValuesThatAreNotPositiveByDifference) {
  ScenarioValues base = SingleStream();
  base.values["send_lag_ms.p50"] = {0, 0, 0, 0, 0, 0};
  ScenarioValues later = SingleStream();
  later.values["send_lag_ms.p50"] = Steady(3);
  const Verdict verdict = AgainstBase({base}, {later});
  const MetricVerdict& lag = MetricNamed(verdict, "single", "send_lag_ms.p50");
  EXPECT_FALSE(lag.relative);
  EXPECT_EQ(VerdictName(lag.word), "regressed");
  EXPECT_NEAR(lag.change->value, 3, 0.01);
}

TEST(Gate, SaysHowMuchAStoredBaselineIsWorth) {
  const Verdict verdict = AgainstStored({SingleStream(), FourStreams()});
  EXPECT_THAT(verdict.caveats, Contains("against a stored baseline: session effect estimated, not controlled"));
  EXPECT_THAT(verdict.caveats, Contains("one session: the spread between sessions is assumed, not measured"));
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("such a gate sees about ")));
  EXPECT_EQ(verdict.repeat_command, "inferproof gate --suite suites/demo.json");

  ResultFile kept = Interleaved({SingleStream()}, {SingleStream()});
  kept.restart = "never";
  EXPECT_THAT(Judge(SuiteOf({"single"}), kept, std::nullopt, {}).caveats,
              Contains("process-to-process variation not sampled"));
}

TEST(Gate, AStoredBaselineOfAnUnsteadyMachineSeesOnlyLargeChanges) {
  const Baseline baseline = BaselineOf({ResultOf({SingleStream()})});
  ResultFile slower = ResultOf({SingleStream(220)}, "s2");
  slower.session_spread = 0.03;
  // 3 % between sessions: SE = 3 % * sqrt(2) = 4.2 %, t(0.99, 10) = 2.764: +-11.7 %. 10 % more is undecided.
  const Verdict verdict = Judge(SuiteOf({"single"}), slower, baseline, {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "inconclusive");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason,
              HasSubstr("a stored baseline cannot decide less than +2"));
}

TEST(Gate, PutsGatesFirstAndTheWorstFirst) {
  ScenarioValues worse = SingleStream(300, 60);
  worse.values["e2e_ms.p50"] = Steady(900);
  const Verdict verdict = AgainstStored({worse, FourStreams()});
  const ScenarioVerdict& single = ScenarioNamed(verdict, "single");
  EXPECT_EQ(single.metrics[0].metric, "tpot_ms.p50");  // +200 %
  EXPECT_EQ(single.metrics[1].metric, "ttft_ms.p50");  // +50 %
  EXPECT_EQ(RoleName(single.metrics.back().role), "watch");
  EXPECT_EQ(verdict.headline,
            "regressed: single tpot_ms.p50 +200.0 % (band 5 %), single ttft_ms.p50 +50.0 % (band 5 %)");
}

}  // namespace
}  // namespace inferproof
