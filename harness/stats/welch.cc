#include <cmath>

#include "harness/stats/summary.h"
#include "harness/stats/t_interval.h"

namespace inferproof {

Result<Estimate> WelchDifference(std::span<const double> base, std::span<const double> candidate, double alpha,
                                 double least_spread) {
  RETURN_IF_ERROR(CheckAlpha(alpha));
  RETURN_IF_ERROR(CheckSpread("least spread", least_spread));
  RETURN_IF_ERROR(CheckValues("base", base, 2));
  RETURN_IF_ERROR(CheckValues("candidate", candidate, 2));

  Estimate estimate;
  const auto squared_error = [&](std::span<const double> side) {
    const double spread = FlooredSpread(std::sqrt(SampleVariance(side)), least_spread, estimate.warnings);
    return spread * spread / static_cast<double>(side.size());
  };
  const double base_part = squared_error(base);
  const double candidate_part = squared_error(candidate);
  const double base_df = static_cast<double>(base.size() - 1);
  const double candidate_df = static_cast<double>(candidate.size() - 1);
  const double sum = base_part + candidate_part;

  estimate.value = Mean(candidate) - Mean(base);
  estimate.standard_error = std::sqrt(sum);
  // Satterthwaite by shares of the variance, so that neither a tiny nor a huge unit under- or overflows when squared.
  const double base_share = base_part / sum;
  const double candidate_share = candidate_part / sum;
  estimate.degrees_of_freedom =
      sum > 0 ? 1 / (base_share * base_share / base_df + candidate_share * candidate_share / candidate_df)
              : base_df + candidate_df;
  return WithInterval(std::move(estimate), alpha);
}

}  // namespace inferproof
