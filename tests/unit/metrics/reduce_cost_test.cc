#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "harness/metrics/run_metrics.h"

namespace inferproof {
namespace {

// Streams of 1,000 events, out of step so that nothing comes sorted.
RunLog LogOf(int requests) {
  RunLog log;
  log.planned[Phase::kMeasured] = requests;
  for (int i = 0; i < requests; ++i) {
    RequestRecord record;
    record.started = MonoTime{1'000'000'000};
    record.sent = record.started;
    record.response.streamed = true;
    record.response.finish_reason = "length";
    MonoTime at = record.started;
    for (int event = 0; event < 1000; ++event) {
      at = at + Nanos(10'000'000 + 7919 * ((i * 31 + event * 17) % 101));
      record.response.deltas.push_back(Delta{.user = at + Nanos(20'000 + event % 13), .kernel = at});
    }
    record.ended = at;
    record.outcome = Completed{};
    log.records.push_back(std::move(record));
  }
  log.begun = MonoTime{1'000'000'000};
  log.ended = log.begun + FromSeconds(60);
  return log;
}

double LeastCpuSeconds(const RunLog& log) {
  double least = 1e9;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::clock_t begun = std::clock();
    EXPECT_FALSE(ReduceRun(log).values.empty());
    least = std::min(least, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
  }
  return least;
}

// Sorting makes it n log n: 10 times the records cost about 12 times as much here. Quadratic would be 100.
TEST(ReduceRun, CostsAboutTenTimesAsMuchForTenTimesTheRecords) {
  const double small = LeastCpuSeconds(LogOf(20));
  const double large = LeastCpuSeconds(LogOf(200));
  EXPECT_LE(large, 25 * std::max(small, 0.001));
}

}  // namespace
}  // namespace inferproof
