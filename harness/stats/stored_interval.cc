#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/stats/summary.h"
#include "harness/stats/t_interval.h"

namespace inferproof {
namespace {

// Squares around each group's own mean, and how many of them are free.
struct Within {
  double squares = 0;
  double degrees_of_freedom = 0;

  void Add(std::span<const double> group) {
    if (group.size() < 2) return;
    const double free = static_cast<double>(group.size() - 1);
    squares += SampleVariance(group) * free;
    degrees_of_freedom += free;
  }
};

Status CheckStored(std::span<const std::vector<double>> sessions, std::span<const double> candidate,
                   const StoredPrior& prior) {
  if (sessions.empty()) return MakeError(ErrorCode::kInvalid, "baseline", "at least 1 session needed, got 0");
  for (std::size_t i = 0; i < sessions.size(); ++i)
    RETURN_IF_ERROR(CheckValues("baseline session " + std::to_string(i + 1), sessions[i], 1));
  RETURN_IF_ERROR(CheckValues("candidate", candidate, 1));
  RETURN_IF_ERROR(CheckSpread("session spread", prior.session_spread));
  RETURN_IF_ERROR(CheckSpread("weight of the session spread", prior.weight));
  if (prior.weight == 0 && sessions.size() == 1)
    return MakeError(ErrorCode::kInvalid, "weight of the session spread", "must be > 0 with one session");
  return {};
}

}  // namespace

Result<Estimate> StoredDifference(std::span<const std::vector<double>> sessions, std::span<const double> candidate,
                                  StoredPrior prior, double alpha, double least_spread) {
  RETURN_IF_ERROR(CheckAlpha(alpha));
  RETURN_IF_ERROR(CheckSpread("least spread", least_spread));
  RETURN_IF_ERROR(CheckStored(sessions, candidate, prior));

  Estimate estimate;
  std::vector<double> means;
  std::size_t smallest = sessions.front().size();
  Within within;
  for (const std::vector<double>& session : sessions) {
    means.push_back(Mean(session));
    smallest = std::min(smallest, session.size());
    within.Add(session);
  }
  within.Add(candidate);
  if (means.size() == 1) estimate.warnings.push_back("one session");
  if (within.degrees_of_freedom == 0)
    estimate.warnings.push_back("run spread not known: one run a session, taken as " + FormatShortest(least_spread));
  const double run_spread =
      within.degrees_of_freedom == 0
          ? least_spread
          : FlooredSpread(std::sqrt(within.squares / within.degrees_of_freedom), least_spread, estimate.warnings);

  const double run_variance = run_spread * run_spread;
  const double session_count = static_cast<double>(means.size());
  const double base_runs = static_cast<double>(smallest);
  const double candidate_runs = static_cast<double>(candidate.size());
  const double assumed = prior.session_spread * prior.session_spread + run_variance / base_runs;
  const double seen = means.size() == 1 ? 0 : SampleVariance(means) * (session_count - 1);

  estimate.degrees_of_freedom = prior.weight + session_count - 1;
  const double session_variance = (prior.weight * assumed + seen) / estimate.degrees_of_freedom;
  estimate.value = Mean(candidate) - Mean(means);
  estimate.standard_error = std::sqrt(session_variance * (1 + 1 / session_count) +
                                      run_variance * std::max(0.0, 1 / candidate_runs - 1 / base_runs));
  return WithInterval(std::move(estimate), alpha);
}

}  // namespace inferproof
