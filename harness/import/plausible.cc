#include <algorithm>
#include <array>
#include <optional>

#include "harness/base/number.h"
#include "harness/import/foreign.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr double kSlack = 1.001;  // of printed digits
constexpr double kMixed = 100;    // seconds and milliseconds are a thousand apart; no run's mean and median are
constexpr double kBurst = 0.2;
constexpr double kMillisecondsInSecond = 1000;

std::optional<double> ValueOf(const ForeignRun& run, const std::string& metric) {
  const auto found = run.metrics.values.find(metric);
  if (found == run.metrics.values.end()) return std::nullopt;
  return found->second.value;
}

bool IsTimeOrRate(const std::string& metric) {
  const MetricDefinition* definition = FindMetric(metric);
  return definition != nullptr && metric != "success_rate" && !definition->counter && definition->unit != "value";
}

std::int64_t CompletedOf(const ForeignRun& run) {
  const auto found = run.conservation.by_outcome.find("completed");
  return found == run.conservation.by_outcome.end() ? 0 : found->second;
}

void Void(ForeignRun& run, std::string why) { run.invalid.push_back(std::move(why)); }

// Numbers of nothing: tools write 0 for them, and 0 ms is the best latency there is.
void KeepOnlyCounts(ForeignRun& run) {
  std::erase_if(run.metrics.values, [](const auto& entry) { return entry.first != "success_rate"; });
}

void CheckPositive(ForeignRun& run) {
  for (const auto& [metric, value] : run.metrics.values) {
    const bool gap = metric.starts_with("chunk_gap_ms") || metric.starts_with("itl_ms");  // bursts, seen below
    if (!IsTimeOrRate(metric) || value.value > 0 || (gap && value.value == 0)) continue;
    return Void(run, metric + " is " + FormatShortest(value.value) + ", which no clock measures");
  }
}

// Of values >= 0 at least the share 1-q lies at or above the q-quantile, so that the mean is at least (1-q) of it.
void CheckFamily(const std::string& family, ForeignRun& run) {
  struct Quantile {
    const char* name;
    double above;
  };
  constexpr std::array<Quantile, 5> kQuantiles = {
      {{".p50", 0.5}, {".p90", 0.1}, {".p95", 0.05}, {".p99", 0.01}, {".max", 0}}};
  const std::optional<double> mean = ValueOf(run, family + ".mean");
  std::optional<double> before;
  for (const Quantile& quantile : kQuantiles) {
    const std::optional<double> value = ValueOf(run, family + quantile.name);
    if (!value) continue;
    if (before && *value * kSlack < *before)
      return Void(run, family + ": its quantiles fall: mixed units or a damaged file");
    // Quantiles of few values are interpolated, so that the bound is given double room.
    if (mean && *mean * 2 * kSlack < *value * quantile.above)
      return Void(run, family + ": its mean does not fit its quantiles: mixed units or a damaged file");
    before = value;
  }
  const std::optional<double> median = ValueOf(run, family + ".p50");
  if (mean && median && family != "chunk_gap_ms" && *mean > kMixed * *median)
    Void(run, family + ": its mean is more than 100 times its median: mixed units, or a run that stalled");
}

// A closed load of c streams holds c * duration seconds of latency and not more.
void CheckDuration(double duration_s, ForeignRun& run) {
  const std::optional<double> e2e = ValueOf(run, "e2e_ms.mean");
  if (!e2e || duration_s <= 0) return;
  const double spent_s = *e2e / kMillisecondsInSecond * static_cast<double>(CompletedOf(run));
  const double room_s = duration_s * run.concurrency;
  if (spent_s > 1.1 * room_s)
    return Void(run, "its latencies do not fit into its duration: mixed units or a damaged file");
  // Only a closed load keeps its streams busy.
  if (run.scenario.starts_with("concurrency-") && spent_s * kMixed < duration_s)
    Void(run, "its latencies fill less than a hundredth of its duration: mixed units, or a run that stalled");
}

void CheckFirstBeforeLast(ForeignRun& run) {
  const std::optional<double> first = ValueOf(run, "ttft_ms.mean");
  const std::optional<double> last = ValueOf(run, "e2e_ms.mean");
  if (first && last && *first > kSlack * *last) Void(run, "ttft_ms is beyond e2e_ms: mixed units or a damaged file");
}

// Where several tokens arrive in one event, or one token's bytes in several, the median gap tells of the framing and
// falls while the server gets slower.
void DropBursts(ForeignRun& run) {
  const std::optional<double> median = ValueOf(run, "chunk_gap_ms.p50");
  std::optional<double> mean = ValueOf(run, "chunk_gap_ms.mean");
  if (!mean) mean = ValueOf(run, "tpot_ms.mean");
  if (!median || !mean || *median >= kBurst * *mean) return;
  std::erase_if(run.metrics.values, [](const auto& entry) { return entry.first.starts_with("chunk_gap_ms"); });
  run.metrics.warnings.push_back(
      "the gaps between events are not read: their median is below a fifth of their mean, so "
      "that events are bursts and their gaps say nothing of speed");
}

}  // namespace

void CheckRun(double duration_s, ForeignRun& run) {
  if (CompletedOf(run) == 0) {
    KeepOnlyCounts(run);
    if (!run.conservation.failures_stated || run.conservation.planned == 0) Void(run, "no request was completed");
    return;
  }
  CheckPositive(run);
  for (const char* family : {"ttft_ms", "tpot_ms", "e2e_ms", "chunk_gap_ms"}) CheckFamily(family, run);
  CheckFirstBeforeLast(run);
  CheckDuration(duration_s, run);
  DropBursts(run);
}

}  // namespace inferproof
