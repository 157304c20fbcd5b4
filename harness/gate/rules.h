#pragma once

#include <string>

#include "harness/gate/gate.h"

namespace inferproof {

// RuleFor, told whether the work of the two sides must agree exactly (docs/gate.md, rule 8) where the suite names no
// band.
EffectiveRule RuleForWork(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric,
                          bool exact_work);

// Whether a rule of the suite demands its metric of this scenario: it makes it able to fail, and names either the
// scenario or a metric that no definition knows. A gate with a misspelt name must not pass in silence.
bool Demands(const GateRule& rule, const std::string& scenario);

inline constexpr char kFinishPrefix[] = "finish_";
inline constexpr char kSuccessRate[] = "success_rate";
inline constexpr char kServerDied[] = "server_died";
inline constexpr char kServerRestarted[] = "server_restarted";
inline constexpr char kUsageDisagrees[] = "usage_disagrees";
inline constexpr char kFailedPrefix[] = "failed.";
inline constexpr char kDriftPrefix[] = "drift.";

// Of latency and throughput, by unit.
bool IsSpeed(const std::string& unit);

}  // namespace inferproof
