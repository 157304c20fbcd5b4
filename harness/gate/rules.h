#pragma once

#include <string>

#include "harness/gate/gate.h"

namespace inferproof {

// RuleFor, told whether the work of the two sides must agree exactly (docs/gate.md, rule 8) where the suite names no
// band.
EffectiveRule RuleForWork(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric,
                          bool exact_work);

// Whether a rule of the suite names this scenario and metric and makes it able to fail.
bool GatesByName(const GateRule& rule, const std::string& scenario);

inline constexpr char kFinishPrefix[] = "finish_";
inline constexpr char kSuccessRate[] = "success_rate";

}  // namespace inferproof
