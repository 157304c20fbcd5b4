#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

Waiver For(const std::string& scenario, const std::string& metric) {
  Waiver waiver;
  waiver.scenario = scenario;
  waiver.metric = metric;
  waiver.reason = "longer prompts";
  waiver.owner = "ann";
  waiver.expires = "2026-12-31";
  waiver.position = {31, 5};
  return waiver;
}

Waiver ForCase(const std::string& id) {
  Waiver waiver = For("*", "");
  waiver.metric.reset();
  waiver.case_id = id;
  return waiver;
}

Verdict Slower(const std::vector<Waiver>& waivers, double tpot_ms = 20) {
  Suite suite = SuiteOf({"single"});
  suite.waivers = waivers;
  return Judge(suite, Interleaved({SingleStream(200, 20)}, {SingleStream(240, tpot_ms)}), std::nullopt, {});
}

Verdict Worse(const std::vector<Waiver>& waivers, bool critical) {
  Suite suite = SuiteOf({"single"});
  suite.waivers = waivers;
  ResultFile before = ResultOf({SingleStream()});
  before.quality_asked = true;
  before.quality = {CaseOf("sum-2", {P, P, P}), CaseOf("copy", {P, P, P})};
  ResultFile after = ResultOf({SingleStream()}, "s2");
  after.quality_asked = true;
  after.quality = {CaseOf("sum-2", {F, F, F}), CaseOf("copy", {P, P, P})};
  after.quality.front().critical = critical;
  return Judge(suite, after, BaselineOf({before}), {});
}

TEST(Waiver, TurnsAFailureIntoWouldHaveFailed) {
  const Verdict verdict = Slower({For("single", "ttft_ms.p50")});
  EXPECT_EQ(VerdictName(verdict.word), "pass");
  EXPECT_EQ(ExitCodeFor(verdict, {true, true}), 0);
  const MetricVerdict& metric = MetricNamed(verdict, "single", "ttft_ms.p50");
  EXPECT_EQ(VerdictName(metric.word), "regressed");
  EXPECT_EQ(metric.waived, "waived until 2026-12-31 by ann: longer prompts");
  EXPECT_THAT(metric.reason, HasSubstr("would have failed: +20.0 %"));
  EXPECT_THAT(verdict.headline, HasSubstr("no regression found beside what is waived"));
  EXPECT_THAT(verdict.headline, HasSubstr("would have failed: single ttft_ms.p50 +20.0 % (band 5 %)"));
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("would have failed: single ttft_ms.p50")));
  EXPECT_TRUE(AfterLook(verdict, true).again.empty());
  EXPECT_EQ(AfterLook(verdict, true).why, "every gate metric is decided");
}

TEST(Waiver, CoversAllScenariosWithAStarAndNothingElse) {
  EXPECT_EQ(ExitCodeFor(Slower({For("*", "ttft_ms.p50")}), {}), 0);
  EXPECT_EQ(ExitCodeFor(Slower({For("four", "ttft_ms.p50")}), {}), 1);
  EXPECT_EQ(ExitCodeFor(Slower({For("single", "tpot_ms.p50")}), {}), 1);
  EXPECT_EQ(ExitCodeFor(Slower({For("single", "ttft_ms.p50")}, 40), {}), 1);  // another metric failed too
}

TEST(Waiver, CoversAMetricThatIsMissing) {
  Suite suite = SuiteOf({"single"});
  suite.waivers = {For("single", "tpot_ms.p50")};
  ScenarioValues without = SingleStream();
  without.values.erase("tpot_ms.p50");
  const Verdict verdict = Judge(suite, Interleaved({SingleStream()}, {without}), std::nullopt, {});
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("would have failed: single tpot_ms.p50 missing")));
}

TEST(Waiver, CoversACaseAndCountsItApart) {
  EXPECT_EQ(ExitCodeFor(Worse({}, false), {}), 1);
  const Verdict verdict = Worse({ForCase("sum-2")}, false);
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
  EXPECT_EQ(verdict.quality_summary, "1 of 2 pass, 1 waived");
  const auto judged = std::find_if(verdict.cases.begin(), verdict.cases.end(),
                                   [](const CaseVerdict& entry) { return entry.id == "sum-2"; });
  ASSERT_NE(judged, verdict.cases.end());
  EXPECT_FALSE(judged->gates);
  EXPECT_TRUE(judged->waived);
  EXPECT_THAT(judged->reason, HasSubstr("would have failed: 0 of 3 passed"));
}

TEST(Waiver, CoversNoCriticalCase) {
  const Verdict verdict = Worse({ForCase("sum-2")}, true);
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
  EXPECT_THAT(verdict.cases.front().reason, HasSubstr("a critical case admits no waiver"));
}

TEST(Waiver, ThatMatchesNothingIsNamed) {
  const std::string line = "the waiver for ttft_ms.p5 of single (suites/demo.json:31) matches nothing: remove it";
  EXPECT_THAT(Slower({For("single", "ttft_ms.p5")}).caveats, Contains(line));
  EXPECT_THAT(Worse({ForCase("gone")}, false).caveats, Contains(HasSubstr("the waiver for quality case gone")));
  // Of what happens only when something is wrong nothing can be said.
  EXPECT_THAT(Slower({For("*", "server_died")}).caveats, Each(Not(HasSubstr("matches nothing"))));
  EXPECT_THAT(Slower({For("single", "tpot_ms.p50")}).caveats, Each(Not(HasSubstr("matches nothing"))));
}

}  // namespace
}  // namespace inferproof
