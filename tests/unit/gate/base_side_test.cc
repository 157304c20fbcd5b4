#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

void State(ResultFile& result, const std::string& field, const std::string& base, const std::string& candidate) {
  result.base_evidence->server[field] = {base, "measured"};
  result.evidence.server[field] = {candidate, "measured"};
}

// Two servers without a profile that differ in one field.
Verdict Differing(const std::string& field, const GateOptions& options = {}) {
  ResultFile result = Interleaved({SingleStream(200)}, {SingleStream(240)});
  result.base_evidence->server.erase("engine.profile");
  result.evidence.server.erase("engine.profile");
  State(result, field, "one", "two");
  return Judge(SuiteOf({"single"}), result, std::nullopt, options);
}

TEST(BaseSide, SaysWhatTheChangeUnderTestAlteredAndJudgesIt) {
  for (const char* field : {"engine.version", "engine.arguments", "engine.profile"}) {
    const Verdict verdict = Differing(field);
    EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "regressed") << field;
    EXPECT_THAT(verdict.caveats,
                Contains(std::string("base and candidate: one variable changed: ") + field + " (one -> two)"));
  }
}

TEST(BaseSide, ComparesNoOtherModelPrecisionHardwareOrEngine) {
  for (const char* field : {"model.id", "model.weights", "precision", "hardware.gpu", "hardware.gpu_count",
                            "hardware.driver", "hardware.cpu", "engine.name"}) {
    const Verdict verdict = Differing(field);
    EXPECT_EQ(VerdictName(verdict.word), "incomparable") << field;
    EXPECT_EQ(ExitCodeFor(verdict, {}), 4) << field;
    ASSERT_EQ(verdict.differences.size(), 1u);
    EXPECT_EQ(verdict.differences[0].field, field);
    EXPECT_THAT(verdict.headline, HasSubstr(std::string(field) + " (base: one, run: two)"));
    GateOptions options;
    options.vary = {field};
    EXPECT_EQ(WordOf(Differing(field, options), "single", "ttft_ms.p50"), "regressed") << field;
  }
}

TEST(BaseSide, ThatWasPromisedAndNeverRanIsInvalidAndTheStoredBaselineIsNotAsked) {
  ResultFile result = ResultOf({SingleStream(200)}, "s2");
  result.base_name = "main";
  const Verdict verdict = Judge(SuiteOf({"single"}), result, BaselineOf({ResultOf({SingleStream(200)})}), {});
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
  EXPECT_THAT(verdict.headline, HasSubstr("too few runs of the base: 0 runs"));
}

TEST(BaseSide, AlonesDecidesSpeedWhateverTheStoredBaselineSays) {
  ResultFile stored = ResultOf({SingleStream(100)}, "s1");
  stored.suite_version = 7;
  stored.suite_digest = "older";
  const ResultFile result = Interleaved({SingleStream(200)}, {SingleStream(200)});
  const Verdict verdict = Judge(SuiteOf({"single"}), result, BaselineOf({stored}), {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 0);
}

// The stored baseline still knows the cases: an engine that is under test is held to them, another model is not.
TEST(BaseSide, HoldsAnswersToTheStoredClassesAcrossTheChangeUnderTest) {
  ResultFile stored = ResultOf({SingleStream()});
  stored.quality_asked = true;
  stored.quality = {CaseOf("sum-2", {P, P, P})};
  ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
  result.suite_version = 2;
  result.suite_digest = "raised";
  result.evidence.server["engine.profile"].value = "sha256:other";
  result.quality_asked = true;
  result.quality = {CaseOf("sum-2", {F, F, F})};
  const Baseline baseline = BaselineOf({stored});
  EXPECT_EQ(VerdictName(Judge(SuiteOf({"single"}), result, baseline, {}).quality), "regressed");
  result.evidence.server["model.id"].value = "m-8b";
  result.base_evidence->server["model.id"].value = "m-8b";
  const Verdict other = Judge(SuiteOf({"single"}), result, baseline, {});
  EXPECT_EQ(VerdictName(other.quality), "incomparable");
  EXPECT_EQ(WordOf(other, "single", "ttft_ms.p50"), "pass");
  EXPECT_EQ(ExitCodeFor(other, {}), 4);
  ASSERT_EQ(other.differences.size(), 1u);
}

TEST(BaseSide, SpendsTheErrorOfTheLookThatEachScenarioReached) {
  const ResultFile result = Interleaved({SingleStream(200, 20, 50, 4), FourStreams(180, 8)},
                                        {SingleStream(200, 20, 50, 4), FourStreams(180, 8)});
  const Verdict verdict = Judge(SuiteOf({"single", "four"}), result, std::nullopt, {});
  EXPECT_DOUBLE_EQ(MetricNamed(verdict, "single", "ttft_ms.p50").change->level, 0.985);
  EXPECT_DOUBLE_EQ(MetricNamed(verdict, "single", "success_rate").change->level, 0.985);
  EXPECT_DOUBLE_EQ(MetricNamed(verdict, "four", "output_tps").change->level, 0.98);
  EXPECT_DOUBLE_EQ(MetricNamed(verdict, "four", "success_rate").change->level, 0.98);
  EXPECT_THAT(MetricNamed(verdict, "four", "output_tps").reason, HasSubstr("level 98 %"));
  GateOptions fixed;
  fixed.looks = FixedRuns(8);
  EXPECT_DOUBLE_EQ(
      MetricNamed(Judge(SuiteOf({"single", "four"}), result, std::nullopt, fixed), "four", "output_tps").change->level,
      0.95);
}

// Spread 2.31 %, 4 against 4 and error 0.015: +8 % is known to +-4.6 % and undecided. A slow-down of 10 % needs a look
// with ln 1.1 - ln 1.05 = 0.0465 >= 1.0233 (t(1-alpha, k) + t(0.8, k)) 0.0231 sqrt(2/k): at k = 6 the right side is
// 1.0233 (2.83 + 0.91) 0.0133 = 0.051, at k = 8, with error 0.02, 1.0233 (2.45 + 0.89) 0.0116 = 0.039.
TEST(BaseSide, SaysHowManyRunsWouldDecideTheEffectThatMatters) {
  ScenarioValues base = SingleStream(200, 20, 50, 4);
  ScenarioValues candidate = SingleStream(200, 20, 50, 4);
  // 200 and 216 times exp(+-0.02): a standard deviation of 0.02 sqrt(4/3) on logs.
  base.values["ttft_ms.p50"] = {196.04, 204.04, 196.04, 204.04};
  candidate.values["ttft_ms.p50"] = {211.72, 220.36, 211.72, 220.36};
  const Verdict verdict = Judge(SuiteOf({"single"}), Interleaved({base}, {candidate}), std::nullopt, {});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "inconclusive");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason,
              HasSubstr("8 runs a side would decide a change of 10 %"));
}

}  // namespace
}  // namespace inferproof
