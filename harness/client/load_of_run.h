#pragma once

#include <optional>
#include <string>

#include "harness/client/proof.h"
#include "harness/record/record.h"

namespace inferproof {

// The load that a run put on the client.
struct RunLoad {
  int streams = 0;          // most under way at once in the measured phase
  double events_per_s = 0;  // over the measured phase
};
RunLoad LoadOf(const RunLog& log);

// Why a run was beyond what the client is proven for, in words; nothing when it was within. A rate is beyond from a
// tenth more on: the level's own rate is a measurement.
std::optional<std::string> BeyondProof(const RunLoad& load, const ClientProof& proof);

// "up to 512 streams and 24,810 events/s (event error p99 0.01 ms, TTFT error p99 0.41 ms)"
std::string DescribeProof(const ClientProof& proof);

}  // namespace inferproof
