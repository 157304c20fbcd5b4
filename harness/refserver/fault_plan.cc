#include "harness/refserver/fault_plan.h"

namespace inferproof {

FaultPlan::FaultPlan(const PlantedFaults& faults, std::uint64_t seed)
    : faults_(faults), random_(DeriveSeed(seed, "faults")) {}

Break FaultPlan::Next(bool stream) {
  const double draw = random_.Unit();  // one for every request, so that no share moves the picks of another
  if (++requests_ == faults_.die_after) return Break::kDeath;
  const struct {
    double share;
    Break breaks;
    bool streams_only;
  } kShares[] = {
      {faults_.truncated, Break::kTruncated, true}, {faults_.error_mid_stream, Break::kError, true},
      {faults_.reset, Break::kReset, true},         {faults_.hang, Break::kHang, true},
      {faults_.too_many, Break::kTooMany, false},   {faults_.unavailable, Break::kUnavailable, false},
  };
  double below = 0;
  for (const auto& [share, breaks, streams_only] : kShares) {
    below += share;
    if (draw < below) return stream || !streams_only ? breaks : Break::kNone;
  }
  return Break::kNone;
}

}  // namespace inferproof
