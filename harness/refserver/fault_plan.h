#pragma once

#include <cstdint>

#include "harness/base/random.h"
#include "harness/refserver/profile.h"

namespace inferproof {

// How a request ends after half of its answer, or in place of one, if it does.
enum class Break : std::uint8_t {
  kNone,
  kTruncated,  // the stream ends cleanly, without finish_reason and [DONE]
  kError,      // an error payload ends it
  kDeath,      // the process exits
  kReset,      // a TCP reset
  kHang,       // nothing more comes
  // The ones that are told at once:
  kTooMany,      // 429
  kUnavailable,  // 503
};

// Decides for one request after the other which of them break; seeded, so a noise seed repeats it.
class FaultPlan {
 public:
  FaultPlan(const PlantedFaults& faults, std::uint64_t seed);

  Break Next(bool stream);

 private:
  PlantedFaults faults_;
  std::int64_t requests_ = 0;
  Random random_;
};

}  // namespace inferproof
