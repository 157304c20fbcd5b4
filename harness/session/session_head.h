#pragma once

#include "harness/session/session.h"

namespace inferproof {

// A result in which nothing is measured yet: what was planned, on what, when.
ResultFile SessionHead(World& world, const SessionPlan& plan);

// Writes anew what each scenario is asked to do: its requests are others.
void SummariseScenarios(const SessionPlan& plan, ResultFile& result);

}  // namespace inferproof
