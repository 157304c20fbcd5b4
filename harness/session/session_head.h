#pragma once

#include "harness/session/session.h"

namespace inferproof {

// A result in which nothing is measured yet: what was planned, on what, when.
ResultFile SessionHead(World& world, const SessionPlan& plan);

}  // namespace inferproof
