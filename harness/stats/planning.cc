#include "harness/stats/planning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "harness/stats/distribution.h"

namespace inferproof {
namespace {

constexpr int kFewestRuns = 3;

// Whether the exact rank interval of k runs against k can reach the one-sided error at all: the chance that all of one
// side lies above all of the other is 1 / C(2k, k).
bool RankIntervalReaches(int k, double alpha) {
  double arrangements = 1;
  for (int i = 1; i <= k; ++i) arrangements *= static_cast<double>(k + i) / static_cast<double>(i);
  return 1 / arrangements <= alpha * (1 + 1e-12);  // 1/20 at alpha 0.05 counts
}

// No smaller k reaches `effect`: each would need at least the quantiles of max_k degrees of freedom at the largest
// error of all. Spares a noisy metric two quantiles for every k.
int FewestWorthTrying(double limit, double effect, double run_spread, const std::function<double(int)>& alpha,
                      double power, int max_k) {
  double largest = 0;
  for (int k = kFewestRuns; k <= max_k; ++k) largest = std::max(largest, alpha(k));
  const double margin = InterleavedFailsFrom(0, run_spread, max_k, largest, power);  // of a standard error run_spread
  if (!std::isfinite(margin)) return max_k + 1;
  const double fewest = std::ceil(2 * std::pow(margin / (effect - limit), 2) * (1 - 1e-9));
  return std::max(kFewestRuns, static_cast<int>(std::min(fewest, max_k + 1.0)));
}

}  // namespace

double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  if (!std::isfinite(limit) || !std::isfinite(standard_error) || standard_error < 0) return kNever;
  const Result<double> convicted = StudentQuantile(1 - alpha, degrees_of_freedom);
  const Result<double> detected = StudentQuantile(power, degrees_of_freedom);
  if (!convicted.ok() || !detected.ok()) return kNever;
  return limit + (*convicted + *detected) * standard_error;
}

double InterleavedFailsFrom(double limit, double standard_error, int runs, double alpha, double power) {
  const double rank_cost = std::sqrt(std::numbers::pi / 3);
  return ReliablyFailsFrom(limit, rank_cost * standard_error, runs, alpha, power);
}

int RunsNeeded(double limit, double effect, double run_spread, const std::function<double(int)>& alpha, double power,
               int max_k) {
  if (!(effect > limit)) return max_k + 1;
  for (int k = FewestWorthTrying(limit, effect, run_spread, alpha, power, max_k); k <= max_k; ++k) {
    if (!RankIntervalReaches(k, alpha(k))) continue;
    const double standard_error = run_spread * std::sqrt(2.0 / k);
    if (InterleavedFailsFrom(limit, standard_error, k, alpha(k), power) <= effect) return k;
  }
  return max_k + 1;
}

}  // namespace inferproof
