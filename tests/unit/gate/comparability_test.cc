#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

const Baseline& SoundBaseline() {
  static const Baseline kBaseline = BaselineOf({ResultOf({SingleStream(200, 20, 50, 4)})});
  return kBaseline;
}

template <typename Change>
Verdict After(Change change, GateOptions options = {}) {
  ResultFile result = ResultOf({SingleStream(400)}, "s2");
  change(result);
  return Judge(SuiteOf({"single"}), result, SoundBaseline(), options);
}

TEST(GateValidity, AnEmptyResultIsInvalidAndNeverAPass) {
  for (const auto& baseline : {std::optional<Baseline>(), std::optional<Baseline>(SoundBaseline())}) {
    const Verdict verdict = Judge(Suite(), ResultFile(), baseline, {});
    EXPECT_EQ(VerdictName(verdict.word), "invalid");
    EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
  }
  EXPECT_THAT(After([](ResultFile& r) { r.runs.clear(); }).headline, HasSubstr("nothing was measured"));
}

TEST(GateValidity, AnInterruptedMeasurementIsInvalid) {
  EXPECT_EQ(After([](ResultFile& r) { r.interrupted = true; }).headline, "invalid: the measurement was interrupted");
}

TEST(GateValidity, NamesTheRunThatCannotBeTrusted) {
  const Verdict verdict = After([](ResultFile& r) { r.runs[2].invalid = {"client CPU 97 %"}; });
  EXPECT_EQ(verdict.headline, "invalid: single: run 3: client CPU 97 %");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
  EXPECT_THAT(After([](ResultFile& r) { r.runs.resize(1); }).headline, HasSubstr("too few runs: 1 run"));
  EXPECT_THAT(After([](ResultFile& r) { r.runs[0].conservation.planned = 0; }).headline,
              HasSubstr("measured no request"));
  EXPECT_THAT(After([](ResultFile& r) { r.runs[0].conservation.planned = 11; }).headline,
              HasSubstr("does not account for every request"));
  EXPECT_THAT(After([](ResultFile& r) {
                r.runs[0].metrics.values["ttft_ms.p50"].value = std::numeric_limits<double>::quiet_NaN();
              }).headline,
              HasSubstr("ttft_ms.p50 is not a finite number"));
  EXPECT_THAT(After([](ResultFile& r) {
                r.runs[0].conservation.by_outcome["completed"] = 6;
                r.runs[0].conservation.not_started = 4;
              }).headline,
              HasSubstr("4 requests never started"));
}

TEST(GateValidity, AnEstablishedRegressionIsNotHiddenByAnInvalidScenario) {
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(), FourStreams()})});
  ResultFile result = ResultOf({SingleStream(400), FourStreams()}, "s2");
  result.runs[8].invalid = {"client CPU 97 %"};
  const Verdict verdict = Judge(SuiteOf({"single", "four"}), result, baseline, {});
  EXPECT_EQ(VerdictName(ScenarioNamed(verdict, "four").word), "invalid");
  EXPECT_EQ(VerdictName(verdict.word), "regressed");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(GateValidity, AScenarioThatIsGoneIsMissingAndOneThatNeverWasIsInvalid) {
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(), FourStreams()})});
  const Verdict gone = Judge(SuiteOf({"single", "four"}), ResultOf({SingleStream()}, "s2"), baseline, {});
  EXPECT_EQ(VerdictName(ScenarioNamed(gone, "four").word), "missing");
  EXPECT_EQ(gone.headline, "missing: four missing");
  EXPECT_EQ(ExitCodeFor(gone, {}), 1);
  const Verdict never = Judge(SuiteOf({"single", "four"}), ResultOf({SingleStream()}, "s2"), std::nullopt, {});
  EXPECT_EQ(VerdictName(ScenarioNamed(never, "four").word), "invalid");
  EXPECT_EQ(ExitCodeFor(never, {}), 3);
}

TEST(GateComparability, NamesEachFieldThatDiffers) {
  const auto headline = [](auto change) { return After(change).headline; };
  EXPECT_EQ(headline([](ResultFile& r) {
              r.suite_version = 2;
              r.suite_digest = "x";
            }),
            "incomparable: single: suite_version (baseline: 1, run: 2)");
  EXPECT_THAT(headline([](ResultFile& r) { r.suite_name = "other"; }), HasSubstr("suite (baseline: demo, run: other)"));
  EXPECT_THAT(headline([](ResultFile& r) { r.target_name = "other"; }), HasSubstr("target (baseline: reference"));
  EXPECT_THAT(headline([](ResultFile& r) { r.environment = "gpu"; }), HasSubstr("environment (baseline: default"));
  EXPECT_THAT(headline([](ResultFile& r) { r.metric_definitions = 7; }), HasSubstr("metric_definitions"));
  EXPECT_THAT(headline([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; }),
              HasSubstr("model.id (baseline: m-7b, run: m-8b)"));
  EXPECT_THAT(headline([](ResultFile& r) { r.scenarios[0].plan_digest = "x"; }), HasSubstr("the requests differ"));
}

TEST(GateComparability, TellsOneWhoChangedTheSuiteToRaiseItsVersion) {
  EXPECT_THAT(After([](ResultFile& r) { r.suite_digest = "x"; }).headline,
              HasSubstr("what is measured changed without a new version: raise `version` in the suite"));
}

TEST(GateComparability, ComparesNothingAndListsTheDifferences) {
  const Verdict verdict = After([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; });
  EXPECT_EQ(VerdictName(verdict.word), "incomparable");
  ASSERT_EQ(verdict.differences.size(), 1u);
  EXPECT_EQ(verdict.differences[0].field, "model.id");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "incomparable");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 4);
}

TEST(GateComparability, HardwareDecidesToo) {
  ResultFile before = ResultOf({SingleStream()});
  before.evidence.server = {{"hardware.gpu", {"A100", "measured"}}, {"model.id", {"m", "reported"}}};
  ResultFile after = before;
  after.session_id = "s2";
  after.evidence.server["hardware.gpu"].value = "H100";
  const Verdict verdict = Judge(SuiteOf({"single"}), after, BaselineOf({before}), {});
  EXPECT_THAT(verdict.headline, HasSubstr("hardware.gpu (baseline: A100, run: H100)"));
}

TEST(GateComparability, ComparesAcrossWhatItIsToldToVary) {
  GateOptions options;
  options.vary = {"model"};
  const Verdict verdict = After([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; }, options);
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "regressed");
  EXPECT_THAT(verdict.caveats, ::testing::Contains(HasSubstr("one variable changed: model.id (m-7b -> m-8b)")));
}

TEST(GateComparability, WithoutABaselineEverythingIsNewAndShown) {
  const Verdict verdict = Judge(SuiteOf({"single"}), ResultOf({SingleStream()}), std::nullopt, {});
  EXPECT_EQ(VerdictName(verdict.word), "new");
  EXPECT_EQ(verdict.headline, "new: no baseline for reference/default/demo, nothing was compared");
  EXPECT_NEAR(*MetricNamed(verdict, "single", "ttft_ms.p50").candidate, 200, 0.01);
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
  EXPECT_EQ(ExitCodeFor(verdict, {false, true}), 4);
}

}  // namespace
}  // namespace inferproof
