#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "harness/base/random.h"
#include "harness/metrics/run_metrics.h"
#include "harness/stats/interval.h"

namespace inferproof {
namespace {

// A run of `requests` streams with 1,000 text events each, some 10 ms apart, with kernel stamps.
RunLog LongRun(std::size_t requests) {
  Random random(1);
  RunLog log;
  log.planned[Phase::kMeasured] = static_cast<std::int64_t>(requests);
  for (std::size_t i = 0; i < requests; ++i) {
    RequestRecord record;
    record.started = MonoTime{1'000'000'000};
    record.sent = record.started;
    record.response.streamed = true;
    record.response.finish_reason = "length";
    record.response.first_visible = 0;
    MonoTime at = record.started + FromMillis(40);
    for (int event = 0; event < 1000; ++event) {
      at = at + FromMillis(10 + 0.5 * random.Normal());
      Delta delta;
      delta.kernel = at;
      delta.user = at + Nanos(20'000 + static_cast<std::int64_t>(random.Below(10'000)));
      record.response.deltas.push_back(delta);
    }
    record.ended = at;
    record.response.usage = Usage{.prompt_tokens = 100, .output_tokens = 1000, .cached_tokens = 0};
    record.outcome = Completed{};
    log.records.push_back(std::move(record));
  }
  log.begun = MonoTime{1'000'000'000};
  log.ended = log.begun + FromSeconds(60);
  return log;
}

void BM_ReduceRun(benchmark::State& state) {
  const RunLog log = LongRun(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(ReduceRun(log));
  state.SetItemsProcessed(state.iterations() * state.range(0) * 1000);
}
BENCHMARK(BM_ReduceRun)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);  // 1,000: a million events

std::vector<double> Runs(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values(count);
  for (double& value : values) value = random.Normal();
  return values;
}

void BM_WelchDifference(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const std::vector<double> base = Runs(count, 1);
  const std::vector<double> candidate = Runs(count, 2);
  for (auto _ : state) benchmark::DoNotOptimize(WelchDifference(base, candidate, 0.015, 0.001));
}
BENCHMARK(BM_WelchDifference)->Arg(4)->Arg(8);

void BM_HodgesLehmann(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const std::vector<double> base = Runs(count, 1);
  const std::vector<double> candidate = Runs(count, 2);
  for (auto _ : state) benchmark::DoNotOptimize(HodgesLehmann(base, candidate, 0.015));
}
BENCHMARK(BM_HodgesLehmann)->Arg(4)->Arg(8)->Arg(60)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace inferproof
