#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// Raised when a definition below changes its meaning; two versions are incomparable.
inline constexpr int kMetricDefinitionsVersion = 1;

enum class Better { kLower, kHigher, kNeither };

struct MetricDefinition {
  std::string name;  // "ttft_ms": the family; a metric is "ttft_ms.p50" or a family with one value, "output_tps"
  std::string unit;  // "ms", "ms/token", "tokens/s", "1/s", "ratio", "tokens", "tokens/chunk"
  Better better = Better::kNeither;
  bool distribution = false;  // has .p50 .p90 .p95 .p99 .mean .min .max
  bool counter = false;       // a work counter (role equal): tokens and shares of finish reasons
  bool summed = false;        // has .mean and .sum, over the requests of a run
  std::string meaning;        // one line, for docs/metrics.md and --help
};

// What the control probe stores before each run; it is of the machine, not of the server.
inline constexpr char kControlProbeMetric[] = "control_probe_ms";

const std::vector<MetricDefinition>& MetricDefinitions();
// By full metric name ("ttft_ms.p50") or family; nullptr when unknown, also for a summary that the family does not
// have.
const MetricDefinition* FindMetric(std::string_view metric);

// The family that counts this finish reason: "finish_stop", "finish_length" ... What a server calls by a name of its
// own is "finish_other", so that it cannot make up metrics.
std::string FinishMetric(std::string_view finish_reason);

}  // namespace inferproof
