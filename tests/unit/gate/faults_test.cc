#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

const Baseline& SoundBaseline() {
  static const Baseline kBaseline = BaselineOf({ResultOf({SingleStream(200, 20, 50, 4)})});
  return kBaseline;
}

Verdict AgainstStored(const ResultFile& result) { return Judge(SuiteOf({"single"}), result, SoundBaseline(), {}); }

void Fail(RunResult& run, const std::string& kind, std::int64_t count) {
  run.conservation.by_outcome["completed"] -= count;
  run.conservation.by_outcome[kind] += count;
  run.finish_reasons["length"] -= count;
  run.failures = {kind + ": ended after 3 deltas without [DONE]"};
}

ResultFile Sound() { return ResultOf({SingleStream()}, "s2"); }

TEST(GateFaults, TruncatedStreamsRegressAndWithdrawTheSpeed) {
  ResultFile result = Sound();
  for (RunResult& run : result.runs) Fail(run, "truncated", 2);
  for (RunResult& run : result.runs) run.metrics.values["ttft_ms.p50"].value /= 2;  // a broken run never looks fast
  const Verdict verdict = AgainstStored(result);
  EXPECT_EQ(WordOf(verdict, "single", "success_rate"), "regressed");
  EXPECT_EQ(WordOf(verdict, "single", "failed.truncated"), "regressed");
  EXPECT_THAT(MetricNamed(verdict, "single", "success_rate").reason,
              HasSubstr("12 of 60 requests failed: 12 truncated -20.0 points"));
  const MetricVerdict& ttft = MetricNamed(verdict, "single", "ttft_ms.p50");
  EXPECT_EQ(VerdictName(ttft.word), "inconclusive");
  EXPECT_EQ(RoleName(ttft.role), "watch");
  EXPECT_EQ(ttft.reason, "not judged: the two sides did different work");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(GateFaults, OneFailureOfSixtyIsInconclusive) {
  ResultFile result = Sound();
  Fail(result.runs[0], "http_error", 1);
  const Verdict verdict = AgainstStored(result);
  const MetricVerdict& rate = MetricNamed(verdict, "single", "success_rate");
  // 1 of 60: lower bound 1 - 0.99^(1/60) = 0.00017, below 0.005. Three are needed: 3 of 60 has the lower bound 0.0074
  // (2 of 60: 0.0025), from the sums of binomial tails P(X >= 3 | 60, 0.0074) = 0.010.
  EXPECT_EQ(VerdictName(rate.word), "inconclusive");
  EXPECT_THAT(rate.reason, HasSubstr("1 of 60 requests failed: 1 http_error; fails from 3"));
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "pass");
  Fail(result.runs[1], "http_error", 1);
  Fail(result.runs[2], "http_error", 1);
  EXPECT_EQ(WordOf(AgainstStored(result), "single", "success_rate"), "regressed");
}

TEST(GateFaults, EveryRequestFailedIsARegressionNotAMissingMetric) {
  ResultFile result = Sound();
  for (RunResult& run : result.runs) {
    Fail(run, "http_error", 10);
    run.metrics.values.clear();
    run.finish_reasons.clear();
  }
  const Verdict verdict = AgainstStored(result);
  EXPECT_EQ(VerdictName(verdict.word), "regressed");
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "inconclusive");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(GateFaults, ADeadServerIsARegressionEvenWhenItEndedTheMeasurement) {
  ResultFile result = Sound();
  result.runs.resize(1);
  result.runs[0].server_died = "killed by signal 9";
  result.runs[0].conservation.by_outcome = {{"completed", 3}, {"transport_error", 1}};
  result.runs[0].conservation.not_started = 6;
  const Verdict verdict = AgainstStored(result);
  EXPECT_EQ(WordOf(verdict, "single", "server_died"), "regressed");
  EXPECT_THAT(MetricNamed(verdict, "single", "server_died").reason, HasSubstr("run 1: killed by signal 9"));
  EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
}

TEST(GateFaults, OtherWorkIsARegressionAndWithdrawsTheSpeed) {
  ScenarioValues longer = SingleStream(100);
  longer.values["prompt_tokens.mean"] = std::vector<double>(6, 65);
  const Verdict verdict = AgainstStored(ResultOf({longer}, "s2"));
  EXPECT_EQ(WordOf(verdict, "single", "prompt_tokens.mean"), "regressed");
  EXPECT_THAT(MetricNamed(verdict, "single", "prompt_tokens.mean").reason, HasSubstr("64.00 -> 65.00"));
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "inconclusive");
}

TEST(GateFaults, AnEarlyStopWhereTheLengthIsFixedIsARegression) {
  ResultFile result = Sound();
  result.runs[3].finish_reasons = {{"length", 9}, {"stop", 1}};
  const Verdict verdict = AgainstStored(result);
  EXPECT_EQ(WordOf(verdict, "single", "finish_stop"), "regressed");
  EXPECT_THAT(MetricNamed(verdict, "single", "finish_stop").reason, HasSubstr("0 of 40 -> 1 of 60"));
}

TEST(GateFaults, WhereTheLengthIsFreeTheMixMayMoveByTwoPointsAndTotalsOnlyWatch) {
  ScenarioValues free = SingleStream();
  free.fixed_length = false;
  free.requests = 20;
  free.values["e2e_ms.p50"] = Steady(900);
  const Baseline baseline = BaselineOf({ResultOf({free})});
  Suite suite = SuiteOf({"single"});
  suite.gates.rules = {{"single", "e2e_ms.p50", Role::kGate, std::nullopt, {20, 1}}};
  free.values["output_tokens.mean"] = Steady(32 * 1.01);  // 1 % more, inside 2 %
  free.values["e2e_ms.p50"] = Steady(1400);
  ResultFile result = ResultOf({free}, "s2");
  result.runs[0].finish_reasons = {{"stop", 18}, {"length", 2}};  // 2 of 120: 1.7 points
  const Verdict verdict = Judge(suite, result, baseline, {});
  EXPECT_EQ(WordOf(verdict, "single", "output_tokens.mean"), "pass");
  EXPECT_EQ(WordOf(verdict, "single", "finish_length"), "pass");
  EXPECT_EQ(RoleName(MetricNamed(verdict, "single", "e2e_ms.p50").role), "watch");
  EXPECT_EQ(VerdictName(verdict.word), "pass");

  free.values["output_tokens.mean"] = Steady(48);
  const Verdict more = Judge(suite, ResultOf({free}, "s2"), baseline, {});
  EXPECT_EQ(WordOf(more, "single", "output_tokens.mean"), "regressed");
  ResultFile cut = ResultOf({free}, "s2");
  for (RunResult& run : cut.runs) run.finish_reasons = {{"stop", 10}, {"length", 10}};
  EXPECT_EQ(WordOf(Judge(suite, cut, baseline, {}), "single", "finish_length"), "regressed");
}

TEST(GateFaults, AFaultOfBothSidesIsInvalid) {
  ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
  Fail(result.runs[0], "timed_out", 2);   // candidate
  Fail(result.runs[11], "timed_out", 2);  // base
  const Verdict verdict = Judge(SuiteOf({"single"}), result, std::nullopt, {});
  EXPECT_EQ(VerdictName(verdict.word), "invalid");
  EXPECT_THAT(verdict.headline, HasSubstr("both sides failed requests"));
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
}

TEST(GateFaults, ABrokenBaseIsNothingToCompareWith) {
  ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
  for (RunResult& run : result.runs) {
    if (run.side == "base") Fail(run, "timed_out", 5);
  }
  EXPECT_EQ(VerdictName(Judge(SuiteOf({"single"}), result, std::nullopt, {}).word), "invalid");
}

TEST(GateFaults, WithNothingToCompareAFaultIsInvalid) {
  ResultFile result = Sound();
  for (RunResult& run : result.runs) Fail(run, "truncated", 2);
  const Verdict verdict = Judge(SuiteOf({"single"}), result, std::nullopt, {});
  EXPECT_EQ(VerdictName(verdict.word), "invalid");
  EXPECT_THAT(verdict.headline, HasSubstr("12 of 60 requests failed: 12 truncated"));
}

TEST(GateFaults, ShowsOnlyFinishReasonsThatItKnowsByName) {
  ResultFile result = Sound();
  result.runs[0].finish_reasons = {{"length", 9}, {"::error::gotcha", 1}};
  const Verdict verdict = AgainstStored(result);
  EXPECT_EQ(WordOf(verdict, "single", "finish_other"), "regressed");
}

using Note = std::optional<std::string> RunResult::*;

struct NamedFault {
  const char* metric;
  Note note;
  const char* words;
};
const NamedFault kNamedFaults[] = {
    {"server_restarted", &RunResult::server_restarted, "the server restarted"},
    {"usage_disagrees", &RunResult::usage_disagrees, "the server's usage contradicts its answers"}};

TEST(GateFaults, ARestartAndUsageThatDisagreesRegressByNameAndWithdrawTheSpeed) {
  for (const NamedFault& fault : kNamedFaults) {
    ResultFile result = Sound();
    result.runs[2].*fault.note = "what was seen";
    const Verdict verdict = AgainstStored(result);
    EXPECT_EQ(WordOf(verdict, "single", fault.metric), "regressed");
    EXPECT_EQ(MetricNamed(verdict, "single", fault.metric).reason,
              std::string(fault.words) + " in 1 run: run 3: what was seen");
    EXPECT_EQ(MetricNamed(verdict, "single", "ttft_ms.p50").reason, "not judged: the two sides did different work");
    EXPECT_EQ(ExitCodeFor(verdict, {}), 1);
    Suite suite = SuiteOf({"single"});
    suite.waivers.emplace_back().metric = fault.metric;
    EXPECT_EQ(ExitCodeFor(Judge(suite, result, SoundBaseline(), {}), {}), 0);
  }
}

TEST(GateFaults, ANamedFaultWithNothingToCompareWithIsInvalid) {
  for (const NamedFault& fault : kNamedFaults) {
    ResultFile result = Sound();
    result.runs[2].*fault.note = "what was seen";
    const Verdict verdict = Judge(SuiteOf({"single"}), result, std::nullopt, {});
    EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
    EXPECT_THAT(verdict.scenarios[0].reason, HasSubstr(std::string(fault.words) + ": run 3: what was seen"));
  }
}

TEST(GateFaults, ANamedFaultThatTheBaseShowsIsInvalid) {
  for (const NamedFault& fault : kNamedFaults) {
    ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
    for (RunResult& run : result.runs) run.*fault.note = "what was seen";
    const Verdict both = Judge(SuiteOf({"single"}), result, std::nullopt, {});
    EXPECT_EQ(both.scenarios[0].reason, std::string(fault.words) + " on both sides");
    EXPECT_EQ(ExitCodeFor(both, {}), 3);
    for (RunResult& run : result.runs) {
      if (run.side == "candidate") run.*fault.note = std::nullopt;
    }
    const Verdict base = Judge(SuiteOf({"single"}), result, std::nullopt, {});
    EXPECT_THAT(base.scenarios[0].reason, HasSubstr(std::string(fault.words) + " on the base side: run 1"));
    EXPECT_EQ(ExitCodeFor(base, {}), 3);
  }
}

}  // namespace
}  // namespace inferproof
