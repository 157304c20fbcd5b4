#include "harness/session/estimate.h"

#include <numeric>

#include "harness/base/number.h"
#include "harness/session/interleave.h"

namespace inferproof {
namespace {

std::vector<Turn> TurnsOf(const SessionPlan& plan, int from, int to) {
  return plan.base ? InterleavedTurns(from, to) : TurnsAlone(from, to);
}

// Starts of one side's server in its turns; those that are thrown away, or kept for all of a session, are not here.
std::int64_t StartsIn(const std::vector<Turn>& turns, Side side, const SessionPlan& plan, std::size_t scenarios) {
  const Target& target = side == Side::kBase ? plan.base->target : plan.candidate.target;
  if (!target.managed() || target.restart == Restart::kNever) return 0;
  if (target.restart == Restart::kSide && !plan.base) return 0;
  std::int64_t starts = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (turns[i].side != side) continue;
    const bool goes_on = i > 0 && turns[i - 1].side == side;
    if (target.restart == Restart::kRun) starts += static_cast<std::int64_t>(scenarios);
    if (target.restart == Restart::kSide && !goes_on) ++starts;
  }
  return starts;
}

// Without the starts.
CostEstimate RequestsOf(const SidePlan& side, const std::vector<std::size_t>& scenarios, int runs) {
  std::vector<RequestPlan> plans;
  for (const std::size_t index : scenarios) plans.push_back(side.scenarios[index]);
  CostEstimate estimate = EstimateCost(plans, side.target, runs);
  estimate.starts = 0;
  return estimate;
}

}  // namespace

CostEstimate Sum(const CostEstimate& a, const CostEstimate& b) {
  CostEstimate sum;
  sum.starts = a.starts + b.starts;
  sum.requests = a.requests + b.requests;
  sum.output_tokens_at_most = a.output_tokens_at_most + b.output_tokens_at_most;
  sum.prompt_chars = a.prompt_chars + b.prompt_chars;
  if (a.cost_at_most && b.cost_at_most) sum.cost_at_most = *a.cost_at_most + *b.cost_at_most;
  return sum;
}

CostEstimate EstimateOnce(const SessionPlan& plan) {
  // A plan of cases is counted once, and here it is asked several times.
  CostEstimate once = EstimateCost({}, plan.candidate.target, 1);
  for (int ask = 0; plan.quality && ask < plan.options.quality_asks; ++ask) {
    once = Sum(once, EstimateCost({*plan.quality}, plan.candidate.target, 1));
  }
  once.starts = plan.candidate.target.managed() ? 1 : 0;
  if (!plan.base) return once;
  once = Sum(once, EstimateCost({plan.base->throw_away}, plan.base->target, 1));
  once.starts = (plan.candidate.target.managed() ? 1 : 0) + (plan.base->target.managed() ? 1 : 0);
  return once;
}

CostEstimate EstimateRuns(const SessionPlan& plan, const std::vector<std::size_t>& scenarios, int from, int to) {
  const std::vector<Turn> turns = TurnsOf(plan, from, to);
  CostEstimate estimate = RequestsOf(plan.candidate, scenarios, to - from);
  if (plan.base) estimate = Sum(estimate, RequestsOf(*plan.base, scenarios, to - from));
  estimate.starts = StartsIn(turns, Side::kCandidate, plan, scenarios.size());
  if (plan.base) estimate.starts += StartsIn(turns, Side::kBase, plan, scenarios.size());
  return estimate;
}

std::vector<std::size_t> AllScenarios(const SessionPlan& plan) {
  std::vector<std::size_t> all(plan.candidate.scenarios.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::optional<std::string> WhyOverBudget(const Suite& suite, const CostEstimate& estimate) {
  const Budget& budget = suite.budget;
  if (budget.max_requests > 0 && estimate.requests > budget.max_requests) {
    return "needs " + std::to_string(estimate.requests) + " requests, budget.max_requests is " +
           std::to_string(budget.max_requests);
  }
  if (budget.max_cost > 0 && estimate.cost_at_most && *estimate.cost_at_most > budget.max_cost) {
    return "may cost " + FormatFixed(*estimate.cost_at_most, 2) + ", budget.max_cost is " +
           FormatFixed(budget.max_cost, 2);
  }
  return std::nullopt;
}

}  // namespace inferproof
