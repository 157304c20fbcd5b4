#include "harness/metrics/cache_figures.h"

#include <gtest/gtest.h>

#include "tests/unit/metrics/run_builder.h"

namespace inferproof {
namespace {

RequestRecord Request(Phase phase, std::int64_t cached, double first_ms) {
  RequestBuilder request;
  request.In(phase).TextAt({first_ms, first_ms + 10}).Tokens(2, 100);
  request.record().response.usage->cached_tokens = cached;
  return request;
}

RunMetrics Figures(std::vector<RequestRecord> records) {
  RunLog log;
  log.records = std::move(records);
  RunMetrics metrics;
  AddCacheFigures(log, metrics);
  return metrics;
}

TEST(CacheFigures, GiveTheShareOfPromptTokensThatCameFromTheCache) {
  const RunMetrics metrics = Figures({Request(Phase::kMeasured, 80, 40), Request(Phase::kMeasured, 60, 40)});
  EXPECT_DOUBLE_EQ(metrics.values.at("cache_hit_share").value, 0.7);  // 140 of 200
  EXPECT_EQ(metrics.values.at("cache_hit_share").n, 2);
  EXPECT_FALSE(metrics.values.contains("ttft_cold_ms.p50")) << "all were warm";
}

TEST(CacheFigures, KeepColdAndWarmRequestsApart) {
  const RunMetrics metrics = Figures({Request(Phase::kMeasured, 50, 200), Request(Phase::kMeasured, 51, 50),
                                      Request(Phase::kMeasured, 90, 70), Request(Phase::kWarmUp, 0, 900)});
  EXPECT_DOUBLE_EQ(metrics.values.at("ttft_cold_ms.p50").value, 200) << "the warm-up is left out";
  EXPECT_DOUBLE_EQ(metrics.values.at("ttft_warm_ms.p50").value, 60);
}

TEST(CacheFigures, TakeTheColdOnesFromTheWarmUpWhereAllThatIsMeasuredIsWarm) {
  const RunMetrics metrics =
      Figures({Request(Phase::kWarmUp, 0, 300), Request(Phase::kWarmUp, 90, 45), Request(Phase::kMeasured, 90, 40)});
  EXPECT_DOUBLE_EQ(metrics.values.at("ttft_cold_ms.p50").value, 300);
  EXPECT_EQ(metrics.values.at("ttft_cold_ms.p50").n, 1);
  EXPECT_DOUBLE_EQ(metrics.values.at("ttft_warm_ms.p50").value, 40);
  EXPECT_DOUBLE_EQ(metrics.values.at("cache_hit_share").value, 0.9);
}

TEST(CacheFigures, AreAbsentWhereTheServerTellsNothing) { EXPECT_TRUE(Figures({RequestBuilder()}).values.empty()); }

}  // namespace
}  // namespace inferproof
