#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"
#include "harness/metrics/definitions.h"
#include "harness/record/record.h"

namespace inferproof {

struct MetricValue {
  double value = 0;
  std::int64_t n = 0;        // observations behind it
  bool approximate = false;  // derived from an estimated token count: never gates
  bool n_too_small = false;  // a quantile that n does not support (p90 35, p95 72, p99 368): shown, never gated
  std::string definition{};  // of another tool, "aiperf: first text"; empty: ours. Two of them are incomparable
};

// One run reduced to one number per metric. Absent is absent, never 0.
struct RunMetrics {
  std::map<std::string, MetricValue> values;  // by full name, "ttft_ms.p50"
  std::vector<std::string> warnings;
};

// Phase measured, outcome completed; every other outcome is only counted (success_rate). Without a completed request
// success_rate 0 is all there is.
RunMetrics ReduceRun(const RunLog& log);

// Type-7 quantiles, mean, min, max of `samples` under family `name`, into `metrics`. No samples: nothing is added.
void Summarise(const std::string& name, std::vector<double> samples, bool approximate, RunMetrics& metrics);

// Whether `n` observations of a family with one observation a request support this metric: false for a quantile that
// wants more (n_too_small).
bool SupportsQuantile(std::string_view metric, std::int64_t n);

Json RunMetricsToJson(const RunMetrics& metrics);
Result<RunMetrics> RunMetricsFromJson(const Node& node);

}  // namespace inferproof
