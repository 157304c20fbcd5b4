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
using ::testing::Key;
using ::testing::UnorderedElementsAre;

double ValueOf(const RunMetrics& metrics, const std::string& name) {
  const auto found = metrics.values.find(name);
  EXPECT_NE(found, metrics.values.end()) << name;
  return found == metrics.values.end() ? -1 : found->second.value;
}

bool Has(const RunMetrics& metrics, const std::string& name) { return metrics.values.contains(name); }

TEST(ReduceRun, MeasuresOneStreamFromTheMomentItWasSent) {
  RequestBuilder request;
  request.record().started = At(-2);
  request.record().due = At(-2);
  request.record().response.headers_at = Stamp{At(31), At(30)};
  request.record().response.first_visible = 1;
  const RunMetrics metrics = ReduceRun(RunOf({request}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p50"), 40);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_visible_ms.p50"), 50);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "headers_ms.p50"), 30);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "e2e_ms.p50"), 70);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "tpot_ms.p50"), 10);  // 30 ms over 4 - 1 tokens
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "send_lag_ms.p50"), 2);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "itl_ms.max"), 10);
  EXPECT_EQ(metrics.values.at("itl_ms.p50").n, 3);
}

TEST(ReduceRun, SummarisesADistributionByTypeSevenQuantiles) {
  std::vector<RequestRecord> records;
  for (const double first : {10, 20, 30, 40, 50}) records.push_back(RequestBuilder().TextAt({first, 60}).Tokens(2));
  const RunMetrics metrics = ReduceRun(RunOf(records));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p50"), 30);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p90"), 46);    // place 3.6
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p95"), 48);    // place 3.8
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p99"), 49.6);  // place 3.96
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.mean"), 30);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.min"), 10);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.max"), 50);
  EXPECT_EQ(metrics.values.at("ttft_ms.p50").n, 5);
}

TEST(ReduceRun, CountsOnlyCompletedMeasuredRequests) {
  const RunMetrics metrics = ReduceRun(
      RunOf({RequestBuilder(), RequestBuilder().In(Phase::kWarmUp).TextAt({1, 2}),
             RequestBuilder().In(Phase::kQuality).TextAt({1, 2}), RequestBuilder().Ending(Truncated{}).TextAt({1, 2}),
             RequestBuilder().Ending(HttpError{}).TextAt({1, 2})}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.min"), 40);
  EXPECT_EQ(metrics.values.at("ttft_ms.p50").n, 1);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "success_rate"), 1.0 / 3);
  EXPECT_EQ(metrics.values.at("success_rate").n, 3);
}

TEST(ReduceRun, OfOnlyFailuresIsASuccessRateOfZeroAndNothingElse) {
  const RunMetrics metrics =
      ReduceRun(RunOf({RequestBuilder().Ending(TimedOut{}), RequestBuilder().Ending(Malformed{})}));
  EXPECT_THAT(metrics.values, UnorderedElementsAre(Key("success_rate")));
  EXPECT_EQ(ValueOf(metrics, "success_rate"), 0);
}

TEST(ReduceRun, CountsRequestsThatNeverStartedAsNotSuccessful) {
  RunLog log = RunOf({RequestBuilder()});
  log.planned[Phase::kMeasured] = 4;
  log.not_started[Phase::kMeasured] = 3;
  EXPECT_DOUBLE_EQ(ValueOf(ReduceRun(log), "success_rate"), 0.25);
}

TEST(ReduceRun, OfAnEmptyLogIsEmpty) { EXPECT_THAT(ReduceRun(RunLog{}).values, IsEmpty()); }

TEST(ReduceRun, DividesTokensAndRequestsByTheMeasuredTime) {
  const RunMetrics metrics = ReduceRun(RunOf({RequestBuilder(), RequestBuilder().Tokens(6)}, 2));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "output_tps"), 5);  // (4 + 6) / 2 s
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "request_rps"), 1);
}

TEST(ReduceRun, HasNoRatesWithoutMeasuredTime) {
  const RunMetrics metrics = ReduceRun(RunOf({RequestBuilder()}, 0));
  EXPECT_FALSE(Has(metrics, "output_tps"));
  EXPECT_FALSE(Has(metrics, "request_rps"));
}

TEST(ReduceRun, PrefersTheKernelsStampAndReportsTheClientsLag) {
  RequestBuilder request;
  request.record().response.deltas[0].kernel = At(38);  // seen at 40
  request.record().response.deltas[3].kernel = At(69);  // seen at 70
  const RunMetrics metrics = ReduceRun(RunOf({request}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "ttft_ms.p50"), 38);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "e2e_ms.p50"), 69);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "client_lag_ms.max"), 2);
  EXPECT_EQ(metrics.values.at("client_lag_ms.mean").n, 2);
}

TEST(ReduceRun, HasNoClientLagWithoutKernelStamps) {
  EXPECT_FALSE(Has(ReduceRun(RunOf({RequestBuilder()})), "client_lag_ms.p50"));
}

TEST(ReduceRun, ReportsConnectingForNewConnectionsOnly) {
  RequestBuilder fresh;
  fresh.record().connect = {.dns = FromMillis(1), .connect = FromMillis(3), .tls = FromMillis(8), .reused = false};
  const RunMetrics metrics = ReduceRun(RunOf({fresh, RequestBuilder(), RequestBuilder()}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "connect_ms.p50"), 8);
  EXPECT_EQ(metrics.values.at("connect_ms.p50").n, 1);
}

TEST(ReduceRun, MeasuresAnUnstreamedAnswerToItsEndOnly) {
  const RunMetrics metrics = ReduceRun(RunOf({RequestBuilder().NotStreamed(90)}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "e2e_ms.p50"), 90);
  for (const char* name : {"ttft_ms.p50", "ttft_visible_ms.p50", "tpot_ms.p50", "itl_ms.p50", "chunk_gap_ms.p50"})
    EXPECT_FALSE(Has(metrics, name)) << name;
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "output_tps"), 2);
}

TEST(ReduceRun, MarksQuantilesThatTheSampleDoesNotSupport) {
  const auto too_small = [](std::size_t n, const char* name) {
    return ReduceRun(RunOf(Times(n, RequestBuilder()))).values.at(name).n_too_small;
  };
  EXPECT_TRUE(too_small(34, "ttft_ms.p90"));
  EXPECT_FALSE(too_small(35, "ttft_ms.p90"));
  EXPECT_TRUE(too_small(71, "ttft_ms.p95"));
  EXPECT_FALSE(too_small(72, "ttft_ms.p95"));
  EXPECT_TRUE(too_small(367, "ttft_ms.p99"));
  EXPECT_FALSE(too_small(368, "ttft_ms.p99"));
  EXPECT_FALSE(too_small(1, "ttft_ms.p50"));
  EXPECT_FALSE(too_small(1, "ttft_ms.max"));
}

TEST(ReduceRun, WarnsOfFewerThanTenRequests) {
  EXPECT_THAT(ReduceRun(RunOf(Times(9, RequestBuilder()))).warnings,
              ElementsAre("9 measured requests completed: latency wants at least 10"));
  EXPECT_THAT(ReduceRun(RunOf(Times(10, RequestBuilder()))).warnings, IsEmpty());
}

TEST(ReduceRun, SharesOutTheFinishReasons) {
  const RunMetrics metrics = ReduceRun(RunOf(
      {RequestBuilder(), RequestBuilder(), RequestBuilder().Finish("tool_calls"), RequestBuilder().Finish("odd")}));
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "finish_length"), 0.5);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "finish_tool_calls"), 0.25);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "finish_other"), 0.25);
  EXPECT_DOUBLE_EQ(ValueOf(metrics, "finish_stop"), 0);  // measured: none of four
  EXPECT_FALSE(Has(metrics, "finish_content_filter"));
  EXPECT_EQ(metrics.values.at("finish_length").n, 4);
}

TEST(Summarise, AddsNothingWithoutSamples) {
  RunMetrics metrics;
  Summarise("ttft_ms", {}, false, metrics);
  EXPECT_THAT(metrics.values, IsEmpty());
}

}  // namespace
}  // namespace inferproof
