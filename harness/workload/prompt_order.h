#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/base/result.h"
#include "harness/suite/suite.h"

namespace inferproof {

// The indices into a prompt set that a scenario asks, in order: two disjoint parts of one seeded shuffle, each cycled
// through when it is shorter than the number of requests.
struct PromptOrder {
  std::vector<std::size_t> warm_up;   // one a warm-up request
  std::vector<std::size_t> measured;  // one a measured request
};

// Warm-up takes as many prompts as it has requests, as long as the measured part keeps one a request; in a set too
// small for that it takes a quarter. kConfig for a set of fewer than two prompts.
Result<PromptOrder> OrderPrompts(const Scenario& scenario, int measured_requests, std::uint64_t seed);

}  // namespace inferproof
