#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

ResultFile WithCases(const std::vector<CaseResult>& cases, const std::string& session) {
  ResultFile result = ResultOf({SingleStream()}, session);
  result.quality_asked = true;
  result.quality = cases;
  return result;
}

// "good" passes, "bad" fails, "shaky" does either.
const Baseline& CalibratedBaseline() {
  static const Baseline kBaseline =
      BaselineOf({WithCases({CaseOf("good", {P, P, P}), CaseOf("bad", {F, F, F}), CaseOf("shaky", {P, F, P})}, "s1")});
  return kBaseline;
}

Verdict Asked(std::vector<Grade> good, std::vector<Grade> bad = {F, F, F}, std::vector<Grade> shaky = {P, P, P}) {
  return Judge(SuiteOf({"single"}), WithCases({CaseOf("good", good), CaseOf("bad", bad), CaseOf("shaky", shaky)}, "s2"),
               CalibratedBaseline(), {});
}

const CaseVerdict& CaseNamed(const Verdict& verdict, const std::string& id) {
  static const CaseVerdict kNone;
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.id == id) return entry;
  }
  return kNone;
}

std::string WordOfCase(const Verdict& verdict, const std::string& id) {
  return VerdictName(CaseNamed(verdict, id).word);
}

TEST(GateQuality, PassesWhatPassedBefore) {
  const Verdict verdict = Asked({P, P, P});
  EXPECT_EQ(WordOfCase(verdict, "good"), "pass");
  EXPECT_EQ(VerdictName(verdict.quality), "pass");
  EXPECT_EQ(verdict.quality_summary, "2 of 3 pass");
  EXPECT_EQ(ScenarioNamed(verdict, "single").quality, "pass");
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(GateQuality, ACaseThatPassedFailsTheGateWhenMostAsksFail) {
  const Verdict verdict = Asked({F, P, F});
  EXPECT_EQ(WordOfCase(verdict, "good"), "regressed");
  EXPECT_THAT(CaseNamed(verdict, "good").reason,
              HasSubstr("1 of 3 passed, passed in the baseline; equals: expected 42"));
  EXPECT_EQ(verdict.headline, "regressed: 1 quality case");
  EXPECT_EQ(verdict.quality_summary, "1 of 3 pass, 1 regressed");
  EXPECT_EQ(ScenarioNamed(verdict, "single").quality, "regressed (1 of 3)");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
  EXPECT_EQ(WordOfCase(Asked({F, P, P}), "good"), "pass");
  EXPECT_EQ(WordOfCase(Asked({F}), "good"), "regressed");
}

TEST(GateQuality, AGatingCaseThatEndedInErrorIsInvalid) {
  const Verdict verdict = Asked({E, E, P});
  EXPECT_EQ(WordOfCase(verdict, "good"), "invalid");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
  EXPECT_EQ(WordOfCase(Asked({F, E, P}), "good"), "inconclusive");
}

TEST(GateQuality, WhatNeverPassedCanOnlyImprove) {
  EXPECT_EQ(WordOfCase(Asked({P, P, P}, {F, F, F}), "bad"), "pass");
  const Verdict better = Asked({P, P, P}, {P, P, P});
  EXPECT_EQ(WordOfCase(better, "bad"), "improved");
  EXPECT_EQ(VerdictName(better.word), "improved");
  EXPECT_EQ(better.headline, "improved: 1 quality case");
}

TEST(GateQuality, AnUnstableCaseIsReportedAndDecidesNothing) {
  const Verdict verdict = Asked({P, P, P}, {F, F, F}, {F, F, F});
  EXPECT_EQ(WordOfCase(verdict, "shaky"), "inconclusive");
  EXPECT_FALSE(CaseNamed(verdict, "shaky").gates);
  EXPECT_EQ(ExitCodeFor(verdict, {true, true}), 0);
}

TEST(GateQuality, ACaseThatWasNotAskedIsMissing) {
  const Verdict verdict =
      Judge(SuiteOf({"single"}), WithCases({CaseOf("bad", {F}), CaseOf("shaky", {P})}, "s2"), CalibratedBaseline(), {});
  EXPECT_EQ(WordOfCase(verdict, "good"), "missing");
  EXPECT_EQ(VerdictName(verdict.word), "missing");
  EXPECT_EQ(verdict.headline, "missing: 1 quality case");
}

TEST(GateQuality, ANewOrEditedCaseDoesNotGate) {
  ResultFile result =
      WithCases({CaseOf("good", {F, F, F}), CaseOf("bad", {F}), CaseOf("shaky", {P}), CaseOf("fresh", {F})}, "s2");
  result.quality[0].digest = "sha256:edited";
  const Verdict verdict = Judge(SuiteOf({"single"}), result, CalibratedBaseline(), {});
  EXPECT_EQ(WordOfCase(verdict, "good"), "new");
  EXPECT_EQ(WordOfCase(verdict, "fresh"), "new");
  EXPECT_THAT(CaseNamed(verdict, "good").reason, HasSubstr("its text changed since the baseline"));
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(GateQuality, NoCaseExecutedIsInvalid) {
  ResultFile result = WithCases({}, "s2");
  result.quality_not_run = {"server refused"};
  const Verdict verdict = Judge(SuiteOf({"single"}), result, CalibratedBaseline(), {});
  EXPECT_EQ(VerdictName(verdict.word), "invalid");
  EXPECT_THAT(verdict.headline, HasSubstr("no case executed: server refused"));
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
}

TEST(GateQuality, SaysWhenACriticalCaseRegressed) {
  ResultFile result = WithCases({CaseOf("good", {F}), CaseOf("bad", {F}), CaseOf("shaky", {P})}, "s2");
  result.quality[0].critical = true;
  const Verdict verdict = Judge(SuiteOf({"single"}), result, CalibratedBaseline(), {});
  EXPECT_THAT(CaseNamed(verdict, "good").reason, HasSubstr("critical case: 0 of 1 passed"));
}

TEST(GateQuality, AnswersOfAnotherGraderAreNotCompared) {
  ResultFile result = WithCases({CaseOf("good", {F}), CaseOf("bad", {F}), CaseOf("shaky", {P})}, "s2");
  result.grader_version = 99;
  const Verdict verdict = Judge(SuiteOf({"single"}), result, CalibratedBaseline(), {});
  EXPECT_EQ(VerdictName(verdict.quality), "incomparable");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 4);
}

TEST(GateQuality, FailsTogetherWithSpeed) {
  ResultFile result = WithCases({CaseOf("good", {F}), CaseOf("bad", {F}), CaseOf("shaky", {P})}, "s2");
  for (RunResult& run : result.runs) run.metrics.values["ttft_ms.p50"].value *= 1.5;
  const Verdict verdict = Judge(SuiteOf({"single"}), result, CalibratedBaseline(), {});
  EXPECT_EQ(verdict.headline, "regressed: single ttft_ms.p50 +50.0 % (band 5 %), 1 quality case");
}

}  // namespace
}  // namespace inferproof
