#include "harness/session/plan_requests.h"

#include <utility>

namespace inferproof {
namespace {

// Of the requests that nobody judges: no measured run may find them in a cache.
constexpr int kNoRun = -1;

// The first warm-up requests of the first scenario.
Result<RequestPlan> ThrowAwayPlan(const Suite& suite, const SidePlan& side) {
  constexpr std::size_t kMostThrownAway = 4;
  ASSIGN_OR_RETURN(RequestPlan plan, PlanOfRun(suite, side, 0, kNoRun));
  std::erase_if(plan.requests, [](const PlannedRequest& request) {
    return request.phase != Phase::kWarmUp || request.id >= kMostThrownAway;
  });
  return plan;
}

}  // namespace

Result<RequestPlan> PlanOfRun(const Suite& suite, const SidePlan& side, std::size_t scenario, int run) {
  return BuildPlan(suite, suite.scenarios[scenario], side.target, side.dialect, run);
}

Status PlanRequests(const Suite& suite, SidePlan& side) {
  side.scenarios.clear();
  for (std::size_t i = 0; i < suite.scenarios.size(); ++i) {
    ASSIGN_OR_RETURN(RequestPlan requests, PlanOfRun(suite, side, i, 0));
    side.scenarios.push_back(std::move(requests));
  }
  ASSIGN_OR_RETURN(side.throw_away, ThrowAwayPlan(suite, side));
  return {};
}

}  // namespace inferproof
