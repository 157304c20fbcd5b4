#pragma once

#include <optional>
#include <string>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// Takes the convictions of latency and throughput among `judged` back where the host, not the engine, is slower than
// when the baseline was measured (docs/gate.md, rule 13), and says why: "host differs (control probe +12.0 %)".
std::optional<std::string> TakeBackForHost(const GateInput& input, const Sides& sides, ScenarioVerdict& judged);

}  // namespace inferproof
