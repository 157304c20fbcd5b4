#include "harness/refserver/fault_plan.h"

namespace inferproof {

FaultPlan::FaultPlan(const PlantedFaults& faults, std::uint64_t seed)
    : truncated_(faults.truncated),
      error_(faults.error_mid_stream),
      die_after_(faults.die_after),
      random_(DeriveSeed(seed, "faults")) {}

Break FaultPlan::Next(bool stream) {
  const double draw = random_.Unit();  // one for every request, so that no share moves the picks of another
  if (++requests_ == die_after_) return Break::kDeath;
  if (!stream) return Break::kNone;
  if (draw < truncated_) return Break::kTruncated;
  if (draw < truncated_ + error_) return Break::kError;
  return Break::kNone;
}

}  // namespace inferproof
