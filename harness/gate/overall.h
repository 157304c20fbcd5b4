#pragma once

#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// The one word of everything judged.
VerdictWord OverallWord(const Verdict& verdict);

// One line: "regressed: single ttft_ms.p50 +20.3 % (band 5 %), 1 quality case".
std::string Headline(const GateInput& input, const Verdict& verdict);

// What a reader must know to weigh the verdict.
std::vector<std::string> Caveats(const GateInput& input, const Verdict& verdict);

// What to run next, with RESULT for the result's directory; empty when nothing follows.
std::string NextCommand(const Verdict& verdict);

// The command that measured the result, quoted for a shell.
std::string RepeatCommand(const ResultFile& candidate);

}  // namespace inferproof
