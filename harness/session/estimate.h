#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/session/session.h"

namespace inferproof {

CostEstimate Sum(const CostEstimate& a, const CostEstimate& b);

// What is done once, before the runs: the quality cases, and the starts and warm-up requests that are thrown away.
CostEstimate EstimateOnce(const SessionPlan& plan);

// What bringing `scenarios` (by index) from `from` to `to` runs, on each side, takes.
CostEstimate EstimateRuns(const SessionPlan& plan, const std::vector<std::size_t>& scenarios, int from, int to);

std::vector<std::size_t> AllScenarios(const SessionPlan& plan);

// Why `estimate` is more than the suite's budget allows: "needs 120 requests, budget.max_requests is 100".
std::optional<std::string> WhyOverBudget(const Suite& suite, const CostEstimate& estimate);

}  // namespace inferproof
