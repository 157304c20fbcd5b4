#pragma once

#include "harness/session/session.h"

namespace inferproof {

// Every request of one side, of the first run and of a start that measures nothing.
Status PlanRequests(const Suite& suite, SidePlan& side);

// The requests of `run` of one scenario (by its place in the suite).
Result<RequestPlan> PlanOfRun(const Suite& suite, const SidePlan& side, std::size_t scenario, int run);

}  // namespace inferproof
