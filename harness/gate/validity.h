#pragma once

#include <optional>
#include <string>

#include "harness/gate/sides.h"

namespace inferproof {

// Why the whole result cannot be judged; nothing when it can.
std::optional<std::string> WhyNothingIsJudged(const ResultFile& candidate);

// Why one scenario cannot be judged: ours or the machine's fault (docs/gate.md, rule 9).
std::optional<std::string> WhyInvalid(const GateInput& input, const Sides& sides);

}  // namespace inferproof
