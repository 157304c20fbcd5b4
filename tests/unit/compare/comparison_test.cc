#include "harness/compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/compare/merge.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

ResultFile Measured(const std::string& session, double ttft_ms) { return ResultOf({SingleStream(ttft_ms)}, session); }

Verdict Compared(std::vector<ResultFile> base, std::vector<ResultFile> candidate,
                 const std::vector<std::string>& vary = {}) {
  const Result<Comparison> comparison =
      Prepare({std::nullopt, std::move(base)}, {std::nullopt, std::move(candidate)}, vary);
  EXPECT_TRUE(comparison.ok()) << comparison.error().Text();
  return comparison.ok() ? JudgeComparison(SuiteOf({"single"}), *comparison) : Verdict();
}

std::string WhyNot(std::vector<ResultFile> base, std::vector<ResultFile> candidate) {
  const Result<Comparison> comparison =
      Prepare({std::nullopt, std::move(base)}, {std::nullopt, std::move(candidate)}, {});
  return comparison.ok() ? "prepared" : comparison.error().Text();
}

TEST(Compare, JudgesTwoResultsRunAgainstRunAndSaysThatTheyWereNotInterleaved) {
  const Verdict verdict = Compared({Measured("s1", 200)}, {Measured("s2", 240)});
  const MetricVerdict& ttft = MetricNamed(verdict, "single", "ttft_ms.p50");
  EXPECT_EQ(VerdictName(ttft.word), "regressed");
  EXPECT_EQ(ttft.base_runs, 6);
  EXPECT_EQ(ttft.candidate_runs, 6);
  EXPECT_NEAR(ttft.change->value, 0.2, 1e-9);
  EXPECT_DOUBLE_EQ(ttft.change->level, 0.95);  // one look, so the whole error is spent on it
  EXPECT_THAT(verdict.caveats, Contains(std::string(kNotInterleaved)));
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("decided by runs")));
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(Compare, MirrorsItsVerdictWhenTheSidesAreSwapped) {
  const Verdict forward = Compared({Measured("s1", 200)}, {Measured("s2", 240)});
  const Verdict back = Compared({Measured("s2", 240)}, {Measured("s1", 200)});
  EXPECT_EQ(VerdictName(back.word), "improved");
  EXPECT_EQ(ExitCodeFor(back, {}), 0);
  const Estimate there = *MetricNamed(forward, "single", "ttft_ms.p50").change;
  const Estimate again = *MetricNamed(back, "single", "ttft_ms.p50").change;
  EXPECT_NEAR((1 + there.value) * (1 + again.value), 1, 1e-12);
  EXPECT_NEAR((1 + there.lo) * (1 + again.hi), 1, 1e-12);
  EXPECT_NEAR((1 + there.hi) * (1 + again.lo), 1, 1e-12);
  EXPECT_EQ(WordOf(forward, "single", "tpot_ms.p50"), "pass");
  EXPECT_EQ(WordOf(back, "single", "tpot_ms.p50"), "pass");
}

TEST(Compare, MirrorsItsVerdictOfSeveralSessionsToo) {
  const std::vector<ResultFile> slow = {Measured("s1", 400), Measured("s2", 404)};
  const std::vector<ResultFile> fast = {Measured("s3", 200), Measured("s4", 202)};
  EXPECT_EQ(WordOf(Compared(fast, slow), "single", "ttft_ms.p50"), "regressed");
  EXPECT_EQ(WordOf(Compared(slow, fast), "single", "ttft_ms.p50"), "improved");
}

TEST(Compare, CountsSessionsWhenASideHasSeveral) {
  const Verdict verdict = Compared({Measured("s1", 200), Measured("s2", 204)}, {Measured("s3", 202)});
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
  EXPECT_THAT(verdict.caveats, Contains(HasSubstr("2 sessions of the base as a stored baseline")));
  EXPECT_THAT(verdict.caveats, Contains(std::string(kNotInterleaved)));
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason, HasSubstr("6 runs against 2 sessions of 6"));
  const Verdict pooled = Compared({Measured("s1", 200)}, {Measured("s2", 202), Measured("s3", 204)});
  EXPECT_EQ(MetricNamed(pooled, "single", "ttft_ms.p50").candidate_runs, 12);
  EXPECT_THAT(pooled.caveats, Contains(HasSubstr("the runs of 2 sessions of the candidate pooled")));
}

TEST(Compare, DecidesTheSameInWhateverOrderTheResultsCome) {
  const ResultFile a = Measured("s1", 200);
  const ResultFile b = Measured("s2", 206);
  const ResultFile c = Measured("s3", 210);
  const ResultFile d = Measured("s4", 213);
  const Verdict one = Compared({a, b}, {c, d});
  const Verdict other = Compared({b, a}, {d, c});
  EXPECT_EQ(one.headline, other.headline);
  EXPECT_EQ(MetricNamed(one, "single", "ttft_ms.p50").change->hi,
            MetricNamed(other, "single", "ttft_ms.p50").change->hi);
  EXPECT_EQ(Prepare({std::nullopt, {a}}, {std::nullopt, {c, d}}, {})->candidate.session_id,
            Prepare({std::nullopt, {a}}, {std::nullopt, {d, c}}, {})->candidate.session_id);
}

TEST(Compare, ComparesNothingThatIsNotTheSameAndNamesTheFields) {
  const auto headline = [](auto change, const std::vector<std::string>& vary = {}) {
    ResultFile candidate = Measured("s2", 200);
    change(candidate);
    const Verdict verdict = Compared({Measured("s1", 200)}, {candidate}, vary);
    EXPECT_TRUE(verdict.word != VerdictWord::kIncomparable || ExitCodeFor(verdict, {}) == 4);
    return verdict.headline;
  };
  EXPECT_THAT(headline([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; }),
              HasSubstr("incomparable: single: model.id (baseline: m-7b, run: m-8b)"));
  EXPECT_THAT(headline([](ResultFile& r) { r.suite_version = 2; }), HasSubstr("suite_version"));
  EXPECT_THAT(headline([](ResultFile& r) { r.suite_digest = "x"; }), HasSubstr("suite_digest"));
  EXPECT_THAT(headline([](ResultFile& r) { r.scenarios[0].plan_digest = "x"; }), HasSubstr("plan_digest"));
  EXPECT_THAT(headline([](ResultFile& r) { r.target_name = "other"; }), HasSubstr("target (baseline: reference"));
  EXPECT_THAT(headline([](ResultFile& r) { r.target_name = "other"; }, {"target"}), HasSubstr("no regression found"));
  EXPECT_THAT(headline([](ResultFile& r) { r.evidence.server["model.id"].value = "m-8b"; }, {"model"}),
              HasSubstr("no regression found"));
}

TEST(Compare, HoldsAResultAgainstAnAcceptedBaselineAndTheOtherWayRound) {
  ResultFile accepted = Measured("s1", 200);
  accepted.quality_asked = true;
  accepted.quality = {CaseOf("add", {P, P, P})};
  ResultFile measured = accepted;
  measured.session_id = "s2";
  for (RunResult& run : measured.runs) run.metrics.values["ttft_ms.p50"].value *= 1.5;
  const Baseline baseline = BaselineOf({accepted});
  const auto forward = Prepare({baseline, {}}, {std::nullopt, {measured}}, {});
  const auto back = Prepare({std::nullopt, {measured}}, {baseline, {}}, {});
  ASSERT_TRUE(forward.ok() && back.ok());
  const Verdict slower = JudgeComparison(SuiteOf({"single"}), *forward);
  const Verdict faster = JudgeComparison(SuiteOf({"single"}), *back);
  EXPECT_EQ(WordOf(slower, "single", "ttft_ms.p50"), "regressed");
  EXPECT_THAT(slower.caveats, Contains(HasSubstr("1 accepted session as a stored baseline")));
  EXPECT_EQ(VerdictName(faster.word), "improved") << faster.headline;
  EXPECT_EQ(WordOf(faster, "single", "ttft_ms.p50"), "improved");
  EXPECT_EQ(VerdictName(faster.quality), "pass");
  EXPECT_NEAR((1 + MetricNamed(slower, "single", "ttft_ms.p50").change->hi) *
                  (1 + MetricNamed(faster, "single", "ttft_ms.p50").change->lo),
              1, 1e-12);
  EXPECT_THAT(Prepare({baseline, {}}, {baseline, {}}, {}).error().Text(),
              HasSubstr("both sides are accepted baselines"));
}

TEST(Compare, JudgesTheAnswersToo) {
  ResultFile base = Measured("s1", 200);
  base.quality_asked = true;
  base.quality = {CaseOf("add", {P, P, P})};
  ResultFile candidate = Measured("s2", 200);
  candidate.quality_asked = true;
  candidate.quality = {CaseOf("add", {F, F, F})};
  const Verdict verdict = Compared({base}, {candidate});
  EXPECT_EQ(VerdictName(verdict.quality), "regressed");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(Compare, ABrokenBaseIsNothingToCompareWith) {
  ResultFile broken = Measured("s1", 200);
  broken.runs[2].invalid = {"client CPU 97 %"};
  EXPECT_EQ(VerdictName(Compared({broken}, {Measured("s2", 300)}).word), "invalid");
  EXPECT_THAT(WhyNot({broken, Measured("s3", 200)}, {Measured("s2", 300)}),
              HasSubstr("session s1: cannot be the base: single run 3: client CPU 97 %"));
  broken = Measured("s1", 200);
  broken.interrupted = true;
  EXPECT_EQ(VerdictName(Compared({broken}, {Measured("s2", 300)}).word), "invalid");
}

TEST(Compare, RefusesASideOfDifferentKindsAndASessionGivenTwice) {
  ResultFile other = Measured("s2", 200);
  other.evidence.server["model.id"].value = "m-8b";
  EXPECT_THAT(WhyNot({Measured("s1", 200), other}, {Measured("s3", 200)}), HasSubstr("differs in model.id"));
  EXPECT_THAT(WhyNot({Measured("s1", 200)}, {Measured("s3", 200), Measured("s3", 200)}), HasSubstr("given twice"));
}

TEST(Compare, SaysThatBothSidesAreTheSameSession) {
  EXPECT_THAT(Compared({Measured("s1", 200)}, {Measured("s1", 200)}).caveats,
              Contains("both sides are the same session"));
}

TEST(Compare, JudgesAnInterleavedResultAgain) {
  const auto again = PrepareAgain(Interleaved({SingleStream(200)}, {SingleStream(240)}), {});
  ASSERT_TRUE(again.ok());
  const Verdict verdict = JudgeComparison(SuiteOf({"single"}), *again);
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "regressed");
  EXPECT_THAT(verdict.caveats, ::testing::Not(Contains(std::string(kNotInterleaved))));
  EXPECT_THAT(PrepareAgain(Measured("s1", 200), {}).error().Text(), HasSubstr("was measured without a base"));
}

TEST(Compare, UsesTheCandidateRunsOfAResultThatHoldsABaseOfItsOwn) {
  ResultFile both = Interleaved({SingleStream(100)}, {SingleStream(200)});
  both.session_id = "s2";
  EXPECT_EQ(WordOf(Compared({Measured("s1", 200)}, {both}), "single", "ttft_ms.p50"), "pass");
  EXPECT_EQ(WordOf(Compared({both}, {Measured("s1", 200)}), "single", "ttft_ms.p50"), "pass");
}

TEST(Compare, DoesNotAskForScenariosThatOnlyTodaysSuiteHas) {
  const auto comparison = Prepare({std::nullopt, {Measured("s1", 200)}}, {std::nullopt, {Measured("s2", 200)}}, {});
  const Verdict verdict = JudgeComparison(SuiteOf({"single", "added_since"}), *comparison);
  EXPECT_EQ(VerdictName(verdict.word), "pass");
}

TEST(Compare, AScenarioThatTheCandidateLacksIsMissing) {
  const ResultFile base = ResultOf({SingleStream(200), FourStreams()}, "s1");
  const Verdict verdict = Compared({base}, {Measured("s2", 200)});
  EXPECT_EQ(VerdictName(ScenarioNamed(verdict, "four").word), "missing");
}

TEST(PoolSessions, NumbersTheRunsThroughAndKeepsEveryAsk) {
  ResultFile first = Measured("s1", 200);
  first.quality = {CaseOf("add", {P, P})};
  ResultFile second = Measured("s2", 200);
  second.quality = {CaseOf("add", {F}), CaseOf("copy", {P})};
  const ResultFile pooled = PoolSessions({second, first}).value();
  EXPECT_EQ(pooled.runs.size(), 12u);
  EXPECT_EQ(pooled.runs.back().run, 11);
  ASSERT_EQ(pooled.quality.size(), 2u);
  EXPECT_EQ(pooled.quality[0].asks.size(), 3u);
  EXPECT_EQ(pooled.session_id, "s1+s2");
}

}  // namespace
}  // namespace inferproof
