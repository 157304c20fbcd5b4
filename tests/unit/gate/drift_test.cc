#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

Baseline DriftedFrom(const std::string& metric, double anchor) {
  Baseline baseline = BaselineOf({ResultOf({SingleStream(200)})});
  baseline.anchors["single"][metric] = anchor;
  baseline.lines["single"]["ttft_ms.p50"] = 42;
  return baseline;
}

Verdict Against(const Baseline& baseline) {
  return Judge(SuiteOf({"single"}), ResultOf({SingleStream(200)}, "s2"), baseline, {});
}

TEST(Drift, IsNotMentionedWhileNothingWasAcceptedSinceTheAnchor) {
  const Verdict verdict = Against(BaselineOf({ResultOf({SingleStream(200)})}));
  EXPECT_EQ(WordOf(verdict, "single", "drift.ttft_ms.p50"), "absent");
  EXPECT_THAT(verdict.caveats, Each(Not(HasSubstr("drift"))));
}

TEST(Drift, InsideTheBandIsShownWithItsInterval) {
  const Verdict verdict = Against(DriftedFrom("ttft_ms.p50", 195));  // 200 / 195 = +2.6 %
  const MetricVerdict& drift = MetricNamed(verdict, "single", "drift.ttft_ms.p50");
  EXPECT_EQ(VerdictName(drift.word), "pass");
  EXPECT_EQ(RoleName(drift.role), "watch");
  EXPECT_NEAR(*drift.base, 195, 1e-9);
  EXPECT_NEAR(*drift.candidate, 200, 0.01);
  ASSERT_TRUE(drift.change);
  EXPECT_NEAR(drift.change->value, 200.0 / 195 - 1, 1e-4);
  EXPECT_LT(drift.change->lo, drift.change->value);
  EXPECT_GT(drift.change->hi, drift.change->value);
  EXPECT_THAT(drift.reason, HasSubstr("this run: +2.6 %"));
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(Drift, BeyondTheBandIsWarnedOfAndFailsNothing) {
  const Verdict verdict = Against(DriftedFrom("ttft_ms.p50", 185));  // +8.1 %: beyond 5 %, within 10 %
  EXPECT_EQ(WordOf(verdict, "single", "drift.ttft_ms.p50"), "regressed");
  EXPECT_EQ(RoleName(MetricNamed(verdict, "single", "drift.ttft_ms.p50").role), "watch");
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("single ttft_ms.p50 of accepted baselines has moved +8.1 %")));
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(Drift, BeyondTwiceTheBandIsARegressionByNameAtItsLineInTheBaseline) {
  const Verdict verdict = Against(DriftedFrom("ttft_ms.p50", 180));  // +11.1 %
  EXPECT_EQ(verdict.headline, "regressed: single drift.ttft_ms.p50 +11.1 % (band 5 %)");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
  const MetricVerdict& drift = MetricNamed(verdict, "single", "drift.ttft_ms.p50");
  EXPECT_EQ(drift.file, "baselines/reference/default/demo.json");
  EXPECT_EQ(drift.line, 42);
  EXPECT_THAT(drift.reason, HasSubstr("--new-anchor"));
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
}

TEST(Drift, OfAThroughputIsALossToo) {
  Baseline baseline = BaselineOf({ResultOf({FourStreams(180)})});
  baseline.anchors["four"]["output_tps"] = 210;  // 180 / 210 = -14.3 %, 16.7 % slower
  const Verdict verdict = Judge(SuiteOf({"four"}), ResultOf({FourStreams(180)}, "s2"), baseline, {});
  EXPECT_EQ(WordOf(verdict, "four", "drift.output_tps"), "regressed");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(Drift, ThatIsAGainFailsNothing) {
  const Verdict verdict = Against(DriftedFrom("ttft_ms.p50", 300));
  EXPECT_EQ(WordOf(verdict, "single", "drift.ttft_ms.p50"), "improved");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
}

// At 3 % between sessions the anchor and the accepted session differ by luck of +-11.7 % (speed_test.cc): 11.1 % may be
// none at all.
TEST(Drift, ThatMayBeLuckFailsNothing) {
  ResultFile result = ResultOf({SingleStream(200)}, "s2");
  result.session_spread = 0.03;
  const Verdict verdict = Judge(SuiteOf({"single"}), result, DriftedFrom("ttft_ms.p50", 180), {});
  EXPECT_EQ(RoleName(MetricNamed(verdict, "single", "drift.ttft_ms.p50").role), "watch");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
}

TEST(Drift, IsFoundBesideABaseAndStopsNoLook) {
  const ResultFile result = Interleaved({SingleStream(200)}, {SingleStream(200)});
  const Verdict verdict = Judge(SuiteOf({"single"}), result, DriftedFrom("ttft_ms.p50", 180), {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
  EXPECT_EQ(WordOf(verdict, "single", "drift.ttft_ms.p50"), "regressed");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
  EXPECT_EQ(AfterLook(verdict, false).why, "every gate metric is decided");
}

TEST(Drift, OfAMetricThatOnlyWatchesIsNotAsked) {
  EXPECT_EQ(WordOf(Against(DriftedFrom("output_tps", 100)), "single", "drift.output_tps"), "absent");
}

}  // namespace
}  // namespace inferproof
