#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace inferproof {

// Beyond these the client or something between it and the server spoils the numbers (docs/gate.md, rule 9).
struct ValidityLimits {
  double client_cpu_share = 0.9;    // of one core
  double client_lag_ms_median = 5;  // user stamp minus kernel stamp
  double send_lag_ms_median = 5;    // from the moment at which a request was due to its sending, less its connecting
  double burst_share = 0.5;         // of streamed answers whose text came in one burst, or in clumps
};

// Why this run cannot be trusted, in words; empty when it can. Faults of the candidate (failures, a dead server) are
// not here: they are regressions.
std::vector<std::string> ValidityProblems(const RunLog& log, const ValidityLimits& limits = {});

// What in the usage of completed measured answers contradicts their own streams, in words; nothing when all agree. A
// fault of the server.
std::optional<std::string> UsageDisagreements(const RunLog& log);

// Whether the text of a streamed answer came in clumps: at least 16 text events, three of four gaps below a twentieth
// of the mean gap, which is at least 1 ms. Several events of one clump share a wake-up of something on the way.
bool CameInClumps(const RequestRecord& record);

// Whether the text of a streamed answer came in one burst although there was time to stream it: at least 8 text events,
// all within 2 % of the time from sending to the last one.
bool CameInOneBurst(const RequestRecord& record);

}  // namespace inferproof
