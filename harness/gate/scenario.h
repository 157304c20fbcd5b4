#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// Judges one scenario, in the order of docs/gate.md, rule 9 and 7: is it sound, is it comparable, did the candidate do
// the work, and only then is it slower. `incomparable` says why nothing of this result may be compared, if so.
ScenarioVerdict JudgeScenario(const GateInput& input, const ScenarioSummary& summary,
                              const std::optional<std::string>& incomparable);

// A scenario that was to be measured and was not.
ScenarioVerdict AbsentScenario(const GateInput& input, const std::string& name);

}  // namespace inferproof
