#pragma once

#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// The suite's waivers at work (docs/gate.md, rule 14). What one covers says "would have failed" and decides nothing.

// Failing metrics of one scenario.
void WaiveMetrics(const Suite& suite, ScenarioVerdict& scenario);
// Failing cases; one that is tagged critical admits no waiver.
void WaiveCases(const GateInput& input, std::vector<CaseVerdict>& cases);

// "single ttft_ms.p50 +20.3 % (band 5 %)": everything that is waived.
std::vector<std::string> WaivedByName(const Verdict& verdict);
// One line for each waiver that is at work, and for each that matches nothing.
std::vector<std::string> WaiverNotes(const GateInput& input, const Verdict& verdict);

}  // namespace inferproof
