#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace inferproof {

// The run values of one metric, a list for each session that has it, oldest first.
std::vector<std::vector<double>> SessionValues(const Baseline& baseline, const std::string& scenario,
                                               const std::string& metric);

// The same on logarithms, where spreads are shares (0.02 is 2 %); nothing when a value is 0 or below.
std::optional<std::vector<std::vector<double>>> SessionLogs(const Baseline& baseline, const std::string& scenario,
                                                            const std::string& metric);

// "2 sessions of 4 runs, run spread 0.3 %, session spread 1.1 %", with what is known of it.
std::string SessionsInWords(const Baseline& baseline, const std::string& scenario, const std::string& metric);

}  // namespace inferproof
