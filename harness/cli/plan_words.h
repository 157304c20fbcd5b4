#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/baseline/baseline.h"
#include "harness/session/session.h"

namespace inferproof {

// Completed requests a second of each scenario, from a baseline that knows all of them; nothing when there is none.
using Rates = std::map<std::string, double>;
std::optional<Rates> RatesOf(const std::optional<Baseline>& baseline, const SessionPlan& plan);

// What would be sent, for --dry-run.
std::string DescribePlan(const SessionPlan& plan, const std::optional<Rates>& rates);
// One line for before the first request: starts, requests, tokens, money and minutes, the least and the most of each.
std::string DescribeEstimate(const SessionPlan& plan, const std::optional<Rates>& rates);

}  // namespace inferproof
