#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// What a candidate did wrong, each fault under its own name (docs/gate.md, rule 9).
struct Faults {
  std::vector<MetricVerdict> verdicts;  // success_rate always; the others when they occurred
  bool different_work = false;          // a fault is established: latency and throughput are not judged
  std::optional<std::string> invalid;   // the base side shows the same fault, or is broken itself
};
// Failed requests by kind, and what has a name: the server's death or restart, usage that contradicts itself. Both
// sides are there.
Faults FindFaults(const GateInput& input, const Sides& sides);

// "the server died", of the name of a fault.
std::string NamedInWords(const std::string& name);

// The work counters: tokens and the finish mix, as docs/gate.md, rule 8 holds them to be equal.
struct Work {
  std::vector<MetricVerdict> verdicts;
  bool exact = false;  // the length is fixed and the base's every request ended with it
  bool different = false;
};
Work CompareWorkCounters(const GateInput& input, const Sides& sides);

}  // namespace inferproof
