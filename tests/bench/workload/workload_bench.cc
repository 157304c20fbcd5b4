// Every body is encoded before the clock starts: what a plan costs by the request.
#include <benchmark/benchmark.h>

#include "harness/protocol/dialect.h"
#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

void BuildAPlan(benchmark::State& state) {
  const Suite suite = SuiteOf(7);
  const int requests = static_cast<int>(state.range(0));
  const Scenario scenario = ClosedScenario(100, 16, requests, 16);
  const Target target = TargetForModel("model");
  const DialectProfile dialect = FindDialect("openai-compatible").value();
  for (auto iteration : state) benchmark::DoNotOptimize(BuildPlan(suite, scenario, target, dialect).ok());
  state.SetItemsProcessed(state.iterations() * requests);
}
BENCHMARK(BuildAPlan)->Arg(100)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace inferproof
