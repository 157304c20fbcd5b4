#include <algorithm>

#include "harness/workload/plan.h"

namespace inferproof {
namespace {

bool HoldsCases(const RequestPlan& plan) { return plan.CountOf(Phase::kQuality) > 0; }

std::int64_t StartsOf(const Target& target, std::int64_t executions) {
  if (!target.managed()) return 0;
  return target.restart == Restart::kRun ? executions : std::min<std::int64_t>(executions, 1);
}

}  // namespace

CostEstimate EstimateCost(const std::vector<RequestPlan>& plans, const Target& target, int runs) {
  CostEstimate estimate;
  std::int64_t executions = 0;
  for (const RequestPlan& plan : plans) {
    const std::int64_t times = HoldsCases(plan) ? 1 : runs;
    executions += times;
    for (const PlannedRequest& request : plan.requests) {
      estimate.requests += times;
      estimate.output_tokens_at_most += times * request.max_tokens;
      estimate.prompt_chars += times * request.prompt_chars;
    }
  }
  estimate.starts = StartsOf(target, executions);
  if (target.prices) {
    const double prompt_tokens = static_cast<double>(estimate.prompt_chars) / 2;
    estimate.cost_at_most = (prompt_tokens * target.prices->input_per_million +
                             static_cast<double>(estimate.output_tokens_at_most) * target.prices->output_per_million) /
                            1e6;
  }
  return estimate;
}

}  // namespace inferproof
