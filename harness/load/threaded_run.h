#pragma once

#include <cstdint>
#include <vector>

#include "harness/load/load_generator.h"

namespace inferproof {

// What one thread does of one phase of a plan.
struct PlanShare {
  RequestPlan plan;                // its ids are dense from 0, as those of every plan
  std::vector<std::uint64_t> ids;  // by id in the share: the id in the whole plan
};

// `phase` of a plan dealt to `threads` threads: the k-th request of the phase goes to thread k mod `threads`, and so
// does the k-th place of the concurrency. Equal plans are dealt equally. No more shares than places.
std::vector<PlanShare> SplitPhase(const RequestPlan& plan, Phase phase, int threads);

// LoadGenerator::Run with one thread and one transport for each of `transports`, nothing shared: for more load than one
// core carries. A phase begins when all threads have ended the one before it. The log is the same in kind: ids, order
// and phases of the plan, `in_flight` over all threads. Hooks are called by one thread at a time.
RunLog RunOnThreads(Clock& clock, const std::vector<Transport*>& transports, const Destination& destination,
                    const LoadHooks& hooks, const RequestPlan& plan, int run_index);

}  // namespace inferproof
