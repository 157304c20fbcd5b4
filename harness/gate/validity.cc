#include "harness/gate/validity.h"

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/gate/words.h"

namespace inferproof {
namespace {

constexpr std::size_t kFewestRuns = 2;  // one run has no spread

std::string NameOf(const RunResult& run) {
  return (run.side == "base" ? "base run " : "run ") + std::to_string(run.run + 1);
}

std::optional<std::string> WhyNotTrusted(const RunResult& run) {
  if (!run.invalid.empty()) return NameOf(run) + ": " + Join(run.invalid, "; ");
  if (run.conservation.planned <= 0) return NameOf(run) + " measured no request";
  if (!run.conservation.holds()) return NameOf(run) + " does not account for every request: " + run.conservation.Text();
  for (const auto& [metric, value] : run.metrics.values) {
    if (!std::isfinite(value.value)) return NameOf(run) + ": " + metric + " is not a finite number";
  }
  return std::nullopt;
}

std::optional<std::string> WhySideInvalid(const std::vector<const RunResult*>& runs, const std::string& side) {
  const bool died = std::any_of(runs.begin(), runs.end(), [](const RunResult* run) { return run->server_died; });
  // A server that dies ends its side early: that is its fault, not a short measurement.
  if (runs.size() < kFewestRuns && !died) {
    return "too few runs" + side + ": " + Counted(static_cast<std::int64_t>(runs.size()), "run") + ", at least " +
           std::to_string(kFewestRuns) + " are needed";
  }
  for (const RunResult* run : runs) {
    if (auto why = WhyNotTrusted(*run)) return why;
  }
  const Failures failures = CountFailures(runs);
  if (failures.not_ours > 0) {
    return Counted(failures.not_ours, "request") + side + " never started or given up by the harness";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> WhyNothingIsJudged(const ResultFile& candidate) {
  if (candidate.interrupted) return "the measurement was interrupted";
  if (candidate.scenarios.empty()) return "nothing was measured: no scenario";
  const bool any = std::any_of(candidate.runs.begin(), candidate.runs.end(),
                               [](const RunResult& run) { return run.side != "base"; });
  if (!any) return "nothing was measured: no run of the candidate";
  return std::nullopt;
}

std::optional<std::string> WhyInvalid(const GateInput& input, const Sides& sides) {
  if (auto why = WhySideInvalid(sides.candidate, "")) return why;
  if (input.against == Against::kBaseSide) return WhySideInvalid(sides.base, " of the base");
  return std::nullopt;
}

}  // namespace inferproof
