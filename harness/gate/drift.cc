#include "harness/gate/drift.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/base/number.h"
#include "harness/baseline/acceptance.h"
#include "harness/gate/compare.h"
#include "harness/gate/rules.h"
#include "harness/gate/severity.h"
#include "harness/gate/words.h"

namespace inferproof {
namespace {

constexpr double kRounding = 1e-9;  // a mean of the same values, summed otherwise

std::optional<double> AnchorOf(const Baseline& baseline, const std::string& scenario, const std::string& metric) {
  const auto metrics = baseline.anchors.find(scenario);
  if (metrics == baseline.anchors.end()) return std::nullopt;
  const auto anchor = metrics->second.find(metric);
  if (anchor == metrics->second.end() || !(anchor->second > 0) || !std::isfinite(anchor->second)) return std::nullopt;
  return anchor->second;
}

// Whether anything was accepted since the anchor was made.
bool HasMoved(const Baseline& baseline, const std::string& scenario, const std::string& metric, double anchor) {
  const std::optional<double> now = AcceptedMean(baseline, scenario, metric);
  return now && std::abs(*now / anchor - 1) > kRounding;
}

// The anchor counts as one more session: the same luck stood between it and the accepted ones.
Result<Estimate> ChangeSince(const GateInput& input, double anchor, const Sample& accepted) {
  const Scale scale{true};
  ASSIGN_OR_RETURN(Estimate change,
                   StoredDifference(scale.Into(accepted).sessions, std::vector<double>{scale.Into(anchor)},
                                    PriorOf(input), input.options.alpha_stored, kLeastSpread));
  change.value = -change.value;
  change.lo = -std::exchange(change.hi, -change.lo);
  return change;
}

void DecideDrift(const Estimate& change, MetricVerdict& verdict) {
  const double sign = verdict.better == Better::kHigher ? -1 : 1;
  const double worse = sign * change.value;
  const double good_end = std::min(sign * change.lo, sign * change.hi);
  verdict.role = Role::kWatch;
  verdict.word = VerdictWord::kPass;
  std::string more;
  if (worse > std::log1p(2 * verdict.limit) && good_end > 0) {
    verdict.role = Role::kGate;
    verdict.word = VerdictWord::kRegressed;
    more = ": beyond twice the band; `baseline update --new-anchor --reason` accepts it";
  } else if (worse > std::log1p(verdict.limit)) {
    verdict.word = VerdictWord::kRegressed;
    more = ": beyond the band";
  } else if (-worse > std::log1p(verdict.limit)) {
    verdict.word = VerdictWord::kImproved;
  }
  verdict.reason = "accepted values against their anchor " + EvidenceInWords(verdict) + more;
}

// Where this run stands, for the next update.
std::string ThisRun(const GateInput& input, const Sides& sides, const std::string& metric, const std::string& unit,
                    double anchor) {
  if (input.against != Against::kStored) return {};
  const std::optional<double> now = MeanToShow(unit, CandidateSample(sides, metric));
  return now ? "; this run: " + FormatPercent(*now / anchor - 1) : "";
}

std::optional<MetricVerdict> DriftOf(const GateInput& input, const Sides& sides, const std::string& metric) {
  const std::string& scenario = sides.summary.name;
  const std::optional<double> anchor = AnchorOf(*input.baseline, scenario, metric);
  if (!anchor || !HasMoved(*input.baseline, scenario, metric, *anchor)) return std::nullopt;
  const EffectiveRule rule = RuleFor(input.suite, sides.summary, metric);
  MetricVerdict verdict = BlankVerdict(input, sides, metric, rule);
  const Sample accepted = StoredSample(*input.baseline, scenario, metric);
  if (verdict.better == Better::kNeither || !Scale::For(verdict.unit, accepted, accepted).relative) return std::nullopt;
  const Result<Estimate> change = ChangeSince(input, *anchor, accepted);
  const std::optional<double> mean = MeanToShow(verdict.unit, accepted);
  const double limit = WidestBand(Scale{true}, rule.band, *anchor);
  if (!change.ok() || !mean || !std::isfinite(limit)) return std::nullopt;
  verdict.metric = kDriftPrefix + metric;
  verdict.base = anchor;
  verdict.candidate = mean;
  verdict.candidate_runs = accepted.runs();
  verdict.limit = limit;
  verdict.change = ForPeople(Scale{true}, *change);
  DecideDrift(*change, verdict);
  verdict.reason += ThisRun(input, sides, metric, verdict.unit, *anchor);
  return verdict;
}

}  // namespace

std::vector<MetricVerdict> FindDrift(const GateInput& input, const Sides& sides,
                                     const std::vector<MetricVerdict>& judged) {
  std::vector<MetricVerdict> drifts;
  if (input.baseline == nullptr) return drifts;
  for (const MetricVerdict& verdict : judged) {
    if (verdict.role != Role::kGate) continue;
    if (auto drift = DriftOf(input, sides, verdict.metric)) drifts.push_back(*std::move(drift));
  }
  return drifts;
}

bool IsDrift(const MetricVerdict& verdict) { return verdict.metric.starts_with(kDriftPrefix); }

}  // namespace inferproof
