#include <benchmark/benchmark.h>

#include "harness/load/load_generator.h"
#include "tests/support/plan_builder.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

// A whole run on the fake clock; "turn" is the time of one event through loop, framing and decode, the scripted
// transport's own work included.
void RunPlan(benchmark::State& state, const RequestPlan& plan, const StreamShape& shape) {
  const Script script = ChatStream(shape);
  std::uint64_t events = 0;
  for (auto iteration : state) {
    FakeClock clock;
    ScriptedTransport transport(clock, [&script](const ScriptedTransport::Started&) { return script; });
    LoadGenerator generator(clock, transport, DestinationAt("http://127.0.0.1:8000"), {});
    const RunLog log = generator.Run(plan, 0);
    events += log.client.events;
    benchmark::DoNotOptimize(log.records.data());
  }
  state.counters["turn"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void LoopTurns(benchmark::State& state) {
  const int concurrency = static_cast<int>(state.range(0));
  RunPlan(state, PlanBuilder().Concurrency(concurrency).Measured(concurrency).Build(),
          {.gap = std::chrono::milliseconds(20), .tokens = 200});
}
BENCHMARK(LoopTurns)->Arg(1)->Arg(64)->Arg(512)->Unit(benchmark::kMillisecond);

void PlanOfAThousand(benchmark::State& state) {
  RunPlan(state, PlanBuilder().Concurrency(16).Measured(1000).Build(), {});
}
BENCHMARK(PlanOfAThousand)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace inferproof
