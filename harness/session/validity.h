#pragma once

#include <string>
#include <vector>

#include "harness/record/record.h"

namespace inferproof {

// Beyond these the client or something between it and the server spoils the numbers (docs/gate.md, rule 9).
struct ValidityLimits {
  double client_cpu_share = 0.9;    // of one core
  double client_lag_ms_median = 5;  // user stamp minus kernel stamp
  double burst_share = 0.5;         // of streamed answers whose text came in one burst
};

// Why this run cannot be trusted, in words; empty when it can. Faults of the candidate (failures, a dead server) are
// not here: they are regressions.
std::vector<std::string> ValidityProblems(const RunLog& log, const ValidityLimits& limits = {});

// Whether the text of a streamed answer came in one burst although there was time to stream it: at least 8 text events,
// all within 2 % of the time from sending to the last one.
bool CameInOneBurst(const RequestRecord& record);

}  // namespace inferproof
