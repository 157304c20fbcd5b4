#include <benchmark/benchmark.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "harness/load/load_generator.h"
#include "harness/load/request_under_way.h"
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

// Resident bytes that a run of a million events leaves in its log, for each event.
std::int64_t ResidentBytes() {
  malloc_trim(0);  // what earlier benchmarks freed must not serve this one unseen
  std::ifstream file("/proc/self/statm");
  std::int64_t pages = 0;
  std::int64_t resident = 0;
  file >> pages >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

void KeepAMillionEvents(benchmark::State& state) {
  const Script script = ChatStream({.gap = std::chrono::milliseconds(20), .tokens = 500});
  const RequestPlan plan = PlanBuilder().Concurrency(64).Measured(2000).Build();
  for (auto iteration : state) {
    FakeClock clock;
    ScriptedTransport transport(clock, [&script](const ScriptedTransport::Started&) { return script; });
    LoadGenerator generator(clock, transport, DestinationAt("http://127.0.0.1:8000"), {});
    const std::int64_t before = ResidentBytes();
    const RunLog log = generator.Run(plan, 0);
    state.counters["rss_per_event"] =
        static_cast<double>(ResidentBytes() - before) / static_cast<double>(log.client.events);
    benchmark::DoNotOptimize(log.records.data());
  }
}
BENCHMARK(KeepAMillionEvents)->Iterations(1)->Unit(benchmark::kMillisecond);

// A decoded answer becomes a record.
void RecordOfAnAnswer(benchmark::State& state) {
  const RequestPlan plan = PlanBuilder().Measured(1).Build();
  const Script script = ChatStream({.tokens = 200});
  for (auto iteration : state) {
    RequestUnderWay request(plan, plan.requests.front(), LimitsFor(plan, plan.requests.front(), false), MonoTime{1}, 1);
    request.OnSent(MonoTime{2}, 1);
    request.OnHeaders(200, {{"content-type", "text/event-stream"}}, Stamp{MonoTime{3}, {}});
    for (const ScriptStep& step : script.steps) {
      if (step.kind == ScriptStep::Kind::kBytes) request.OnBytes(step.text, Stamp{MonoTime{4}, {}});
    }
    request.OnEnd({EndKind::kClean, {}, MonoTime{5}, {}});
    benchmark::DoNotOptimize(request.MakeRecord(DialectProfile(), "digest"));
  }
  state.SetItemsProcessed(state.iterations() * 200);
}
BENCHMARK(RecordOfAnAnswer);

}  // namespace
}  // namespace inferproof
