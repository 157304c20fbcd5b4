#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/metrics/run_metrics.h"
#include "tests/unit/metrics/run_builder.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

MetricValue Metric(const RunMetrics& metrics, const std::string& name) {
  const auto found = metrics.values.find(name);
  EXPECT_NE(found, metrics.values.end()) << name;
  return found == metrics.values.end() ? MetricValue{} : found->second;
}

bool Has(const RunMetrics& metrics, const std::string& name) { return metrics.values.contains(name); }

std::vector<RequestRecord> Ten(const RequestBuilder& request) { return Times(10, request); }

TEST(TokenCounts, AreSummedAndAveragedOverCompletedRequests) {
  RequestBuilder cached;
  cached.Tokens(6, 120).record().response.usage->cached_tokens = 30;
  RequestBuilder uncached;
  uncached.Tokens(4, 100).record().response.usage->cached_tokens = 0;
  const RunMetrics metrics = ReduceRun(RunOf({cached, uncached}));
  EXPECT_DOUBLE_EQ(Metric(metrics, "prompt_tokens.mean").value, 110);
  EXPECT_DOUBLE_EQ(Metric(metrics, "prompt_tokens.sum").value, 220);
  EXPECT_DOUBLE_EQ(Metric(metrics, "output_tokens.sum").value, 10);
  EXPECT_DOUBLE_EQ(Metric(metrics, "output_tokens.mean").value, 5);
  EXPECT_DOUBLE_EQ(Metric(metrics, "cached_tokens.sum").value, 30);
  EXPECT_FALSE(Metric(metrics, "cached_tokens.sum").approximate);
}

TEST(TokenCounts, OfTheCacheAreAbsentWhenNobodyTellsThem) {
  EXPECT_FALSE(Has(ReduceRun(RunOf({RequestBuilder()})), "cached_tokens.sum"));
}

TEST(TokenCounts, OfTheCacheComeFromTheServersTimingsWhenUsageIsSilent) {
  RequestBuilder request;
  request.record().response.timings = ServerTimings{.prompt_ms = {}, .predicted_ms = {}, .cached_tokens = 7};
  EXPECT_DOUBLE_EQ(Metric(ReduceRun(RunOf({request})), "cached_tokens.sum").value, 7);
}

TEST(TokenCounts, ThatOnlySomeAnswersToldAreApproximate) {
  RequestBuilder cached;
  cached.record().response.usage->cached_tokens = 30;
  const MetricValue value = Metric(ReduceRun(RunOf({cached, RequestBuilder()})), "cached_tokens.sum");
  EXPECT_TRUE(value.approximate);
  EXPECT_EQ(value.n, 1);
}

TEST(TokenCounts, AreEstimatedFromTextEventsWithoutUsageAndSaySo) {
  const RunMetrics metrics = ReduceRun(RunOf(Ten(RequestBuilder().NoUsage())));
  for (const char* name : {"output_tokens.mean", "output_tokens.sum", "output_tps", "tpot_ms.p50"})
    EXPECT_TRUE(Metric(metrics, name).approximate) << name;
  EXPECT_DOUBLE_EQ(Metric(metrics, "output_tokens.mean").value, 4);
  EXPECT_DOUBLE_EQ(Metric(metrics, "tpot_ms.p50").value, 10);
  EXPECT_FALSE(Metric(metrics, "ttft_ms.p50").approximate);
  EXPECT_FALSE(Metric(metrics, "request_rps").approximate);
  EXPECT_FALSE(Has(metrics, "prompt_tokens.mean"));
  EXPECT_FALSE(Has(metrics, "tokens_per_chunk.mean"));
  EXPECT_THAT(metrics.warnings, ElementsAre("no output token count from the server in 10 of 10 answers: tokens "
                                            "estimated from text events"));
}

TEST(TokenCounts, OfOneAnswerWithoutUsageMakeTheRunApproximate) {
  std::vector<RequestRecord> records = Ten(RequestBuilder());
  records[3] = RequestBuilder().NoUsage();
  const RunMetrics metrics = ReduceRun(RunOf(records));
  EXPECT_TRUE(Metric(metrics, "output_tps").approximate);
  EXPECT_TRUE(Metric(metrics, "tpot_ms.p50").approximate);
  EXPECT_TRUE(Metric(metrics, "prompt_tokens.sum").approximate);
}

TEST(TokenCounts, BelowZeroAreNoCounts) {
  const RunMetrics metrics = ReduceRun(RunOf(Ten(RequestBuilder().Tokens(-5, -1))));
  EXPECT_DOUBLE_EQ(Metric(metrics, "output_tokens.mean").value, 4);
  EXPECT_TRUE(Metric(metrics, "output_tokens.mean").approximate);
  EXPECT_FALSE(Has(metrics, "prompt_tokens.mean"));
}

TEST(TokenCounts, ThatNobodyKnowsLeaveNoThroughput) {
  const RunMetrics metrics = ReduceRun(RunOf({RequestBuilder().NotStreamed(90).NoUsage(), RequestBuilder()}));
  EXPECT_FALSE(Has(metrics, "output_tps"));
  EXPECT_TRUE(Metric(metrics, "output_tokens.sum").approximate);
  EXPECT_TRUE(Has(metrics, "request_rps"));
}

TEST(Tpot, LeavesOutTheTokensOfTheFirstEventThatTheEngineTold) {
  RequestBuilder request;
  request.Tokens(13).record().response.deltas[0].tokens = 3;
  // 30 ms over 13 - 3 tokens.
  EXPECT_DOUBLE_EQ(Metric(ReduceRun(RunOf({request})), "tpot_ms.p50").value, 3);
}

TEST(Tpot, IsAbsentWhenTheDivisorIsBelowOne) {
  EXPECT_FALSE(Has(ReduceRun(RunOf({RequestBuilder().Tokens(1)})), "tpot_ms.p50"));
  RequestBuilder burst;
  burst.Tokens(4).record().response.deltas[0].tokens = 4;
  EXPECT_FALSE(Has(ReduceRun(RunOf({burst})), "tpot_ms.p50"));
}

TEST(Tpot, IsAbsentWhenAllTextCameInOneEvent) {
  EXPECT_FALSE(Has(ReduceRun(RunOf({RequestBuilder().TextAt({40}).Tokens(128)})), "tpot_ms.p50"));
}

TEST(Gaps, AreInterTokenOnlyWhenEveryEventOfTheRunIsOneToken) {
  std::vector<RequestRecord> records = Ten(RequestBuilder());
  EXPECT_TRUE(Has(ReduceRun(RunOf(records)), "itl_ms.p50"));
  records[7] = RequestBuilder().Tokens(9);
  const RunMetrics metrics = ReduceRun(RunOf(records));
  EXPECT_FALSE(Has(metrics, "itl_ms.p50"));
  EXPECT_EQ(Metric(metrics, "chunk_gap_ms.p50").n, 30);
}

TEST(Gaps, AreInterTokenWhenOnlyTheSilentEndTokenIsMissing) {
  EXPECT_TRUE(Has(ReduceRun(RunOf({RequestBuilder().Tokens(5).Finish("stop")})), "itl_ms.p50"));
  EXPECT_TRUE(Has(ReduceRun(RunOf({RequestBuilder().Tokens(5).Finish("length")})), "chunk_gap_ms.p50"));
}

TEST(Gaps, AreNotInterTokenWhileTokensAreEstimated) {
  EXPECT_TRUE(Has(ReduceRun(RunOf({RequestBuilder().NoUsage()})), "chunk_gap_ms.p50"));
}

TEST(TokensPerChunk, IsTheTokensOfARequestOverItsTextEvents) {
  const RunMetrics metrics = ReduceRun(RunOf(Ten(RequestBuilder().Tokens(10))));
  EXPECT_DOUBLE_EQ(Metric(metrics, "tokens_per_chunk.mean").value, 2.5);
  EXPECT_THAT(metrics.warnings, IsEmpty());  // a disagreement of usage and events is no fault
}

}  // namespace
}  // namespace inferproof
