#include "harness/stats/t_interval.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/stats/distribution.h"

namespace inferproof {

Status CheckAlpha(double alpha) {
  if (alpha > 0 && alpha < 0.5) return {};
  return MakeError(ErrorCode::kInvalid, "interval",
                   "the one-sided error must be inside (0, 0.5), got " + FormatShortest(alpha));
}

Status CheckValues(std::string_view side, std::span<const double> values, std::size_t least) {
  if (values.size() < least) {
    return MakeError(ErrorCode::kInvalid, std::string(side),
                     "at least " + std::to_string(least) + (least == 1 ? " value" : " values") + " needed, got " +
                         std::to_string(values.size()));
  }
  const auto broken = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (broken == values.end()) return {};
  return MakeError(ErrorCode::kInvalid, std::string(side),
                   "value " + std::to_string(broken - values.begin() + 1) + " of " + std::to_string(values.size()) +
                       " is not a finite number");
}

Status CheckSpread(std::string_view name, double value) {
  if (std::isfinite(value) && value >= 0) return {};
  return MakeError(ErrorCode::kInvalid, std::string(name), "must be finite and >= 0, got " + FormatShortest(value));
}

double FlooredSpread(double spread, double least, std::vector<std::string>& warnings) {
  if (spread >= least) return spread;
  const std::string warning = "spread floored at " + FormatShortest(least);
  if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
  return least;
}

Result<Estimate> WithInterval(Estimate estimate, double alpha) {
  ASSIGN_OR_RETURN(const double t, StudentQuantile(1 - alpha, estimate.degrees_of_freedom));
  const double margin = t * estimate.standard_error;
  estimate.lo = estimate.value - margin;
  estimate.hi = estimate.value + margin;
  estimate.level = 1 - alpha;
  if (!std::isfinite(estimate.lo) || !std::isfinite(estimate.hi))
    return MakeError(ErrorCode::kInvalid, "interval", "the values are too large to compare");
  if (estimate.standard_error == 0) estimate.warnings.push_back("no spread between runs");
  return estimate;
}

}  // namespace inferproof
