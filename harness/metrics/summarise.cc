#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "harness/metrics/run_metrics.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

// A quantile and the fewest observations with which a two-sided 95 % interval from order statistics exists for it.
struct SummaryQuantile {
  const char* suffix;
  double q;
  std::int64_t least_n;
};
constexpr SummaryQuantile kQuantiles[] = {{".p50", 0.5, 1}, {".p90", 0.9, 35}, {".p95", 0.95, 72}, {".p99", 0.99, 368}};

}  // namespace

void Summarise(const std::string& name, std::vector<double> samples, bool approximate, RunMetrics& metrics) {
  if (samples.empty()) return;
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<std::int64_t>(samples.size());
  const auto put = [&](const std::string& suffix, double value, bool n_too_small) {
    metrics.values[name + suffix] = {.value = value, .n = n, .approximate = approximate, .n_too_small = n_too_small};
  };
  for (const SummaryQuantile& quantile : kQuantiles)
    put(quantile.suffix, Quantile(samples, quantile.q), n < quantile.least_n);
  put(".mean", Mean(samples), false);
  put(".min", samples.front(), false);
  put(".max", samples.back(), false);
}

bool SupportsQuantile(std::string_view metric, std::int64_t n) {
  return std::none_of(std::begin(kQuantiles), std::end(kQuantiles), [&](const SummaryQuantile& quantile) {
    return metric.ends_with(quantile.suffix) && n < quantile.least_n;
  });
}

}  // namespace inferproof
