#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

void Define(const std::string& side, const std::string& metric, const std::string& definition, ResultFile& result) {
  for (RunResult& run : result.runs) {
    if (run.side == side) run.metrics.values.at(metric).definition = definition;
  }
}

TEST(Definitions, TwoUnderOneNameAreIncomparableAndTheOtherMetricsAreJudged) {
  ResultFile result = Interleaved({SingleStream()}, {SingleStream(240)});
  Define("base", "ttft_ms.p50", "tool: first event", result);
  const Verdict verdict = Judge(SuiteOf({"single"}), result, std::nullopt, {});
  const MetricVerdict& ttft = MetricNamed(verdict, "single", "ttft_ms.p50");
  EXPECT_EQ(VerdictName(ttft.word), "incomparable");
  EXPECT_THAT(ttft.reason,
              HasSubstr("two definitions under one name (base: tool: first event, run: inferproof's own)"));
  EXPECT_EQ(WordOf(verdict, "single", "tpot_ms.p50"), "pass");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 4);
  Define("candidate", "ttft_ms.p50", "tool: first event", result);
  EXPECT_EQ(WordOf(Judge(SuiteOf({"single"}), result, std::nullopt, {}), "single", "ttft_ms.p50"), "regressed");
}

TEST(Definitions, OfWorkCountersAreKeptApartToo) {
  ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
  Define("base", "output_tokens.mean", "tool: tokenizer", result);
  EXPECT_EQ(WordOf(Judge(SuiteOf({"single"}), result, std::nullopt, {}), "single", "output_tokens.mean"),
            "incomparable");
}

TEST(Definitions, FailuresThatNobodyStatedAreNotJudged) {
  ResultFile result = Interleaved({SingleStream()}, {SingleStream()});
  for (RunResult& run : result.runs) {
    run.conservation.failures_stated = false;
    run.metrics.values.erase("success_rate");
  }
  const Verdict verdict = Judge(SuiteOf({"single"}), result, std::nullopt, {});
  const MetricVerdict& rate = MetricNamed(verdict, "single", "success_rate");
  EXPECT_EQ(VerdictName(rate.word), "inconclusive");
  EXPECT_THAT(rate.reason, HasSubstr("not stated"));
  EXPECT_EQ(VerdictName(verdict.word), "pass");  // it does not gate
}

}  // namespace
}  // namespace inferproof
