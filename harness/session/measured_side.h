#pragma once

#include "harness/session/interleave.h"
#include "harness/session/server_lease.h"

namespace inferproof {

// One side while it is measured.
struct MeasuredSide {
  Side side = Side::kCandidate;
  const SidePlan& plan;
  Headers headers;
  ServerLease lease;
  int runs = 0;  // made
};

// `error` with the base named, where it is the base's.
Error OfSide(Side side, Error error);

}  // namespace inferproof
