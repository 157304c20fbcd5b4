#include "harness/gate/host.h"

#include <algorithm>

#include "harness/gate/compare.h"
#include "harness/gate/rules.h"
#include "harness/gate/severity.h"
#include "harness/gate/words.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr char kProfile[] = "engine.profile";
constexpr Band kProbeBand{0.05, 0};

bool IsConvictedSpeed(const MetricVerdict& verdict) {
  return Decides(verdict) && verdict.word == VerdictWord::kRegressed && IsSpeed(verdict.unit);
}

// The hardware has no part in the speed of an engine that is paced by a stated profile.
bool IsPaced(const GateInput& input) {
  return input.baseline->fingerprint.contains(kProfile) || MakeFingerprint(input.candidate.evidence).contains(kProfile);
}

// The control probe judged as any metric is, by the same stored interval.
std::optional<std::string> WhyHostDiffers(const GateInput& input, const Sides& sides) {
  const Sample base = BaseSample(input, sides, kControlProbeMetric);
  const Sample candidate = CandidateSample(sides, kControlProbeMetric);
  if (base.empty() || candidate.empty()) return std::nullopt;
  MetricVerdict probe;
  probe.metric = kControlProbeMetric;
  probe.unit = "ms";
  probe.better = Better::kLower;
  CompareMetric(input, kProbeBand, base, candidate, probe);
  if (probe.word != VerdictWord::kRegressed) return std::nullopt;
  return "host differs (control probe " + ChangeInWords(probe, probe.change->value) + ")";
}

}  // namespace

std::optional<std::string> TakeBackForHost(const GateInput& input, const Sides& sides, ScenarioVerdict& judged) {
  if (input.against != Against::kStored || IsPaced(input)) return std::nullopt;
  if (std::none_of(judged.metrics.begin(), judged.metrics.end(), IsConvictedSpeed)) return std::nullopt;
  const std::optional<std::string> why = WhyHostDiffers(input, sides);
  if (!why) return std::nullopt;
  for (MetricVerdict& verdict : judged.metrics) {
    if (!IsConvictedSpeed(verdict)) continue;
    verdict.word = VerdictWord::kInvalid;
    verdict.reason = *why + ": " + verdict.reason;
  }
  return why;
}

}  // namespace inferproof
