#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "harness/base/number.h"
#include "harness/report/neutralise.h"
#include "harness/report/report.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

constexpr int kDecimals = 3;

// The values of each metric of one scenario over the valid runs of the candidate; a quantile that too few requests
// support is no series.
std::map<std::string, std::vector<double>> ValuesOf(const ResultFile& result, const std::string& scenario) {
  std::map<std::string, std::vector<double>> values;
  for (const RunResult& run : result.runs) {
    if (run.scenario != scenario || run.side != "candidate" || !run.invalid.empty()) continue;
    for (const auto& [metric, value] : run.metrics.values) {
      if (!value.n_too_small && !value.approximate && std::isfinite(value.value)) values[metric].push_back(value.value);
    }
  }
  return values;
}

double SpreadOf(const std::vector<double>& values) {
  const double mean = Mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return values.size() < 2 ? 0 : std::sqrt(sum / static_cast<double>(values.size() - 1));
}

}  // namespace

Json BenchmarkActionJson(const Report& report, Better better) {
  Json rows = Json::array();
  for (const ScenarioSummary& scenario : report.result.scenarios) {
    for (const auto& [metric, values] : ValuesOf(report.result, scenario.name)) {
      const MetricDefinition* definition = FindMetric(metric);
      if (definition == nullptr || definition->better != better) continue;
      Json row = {{"name", NeutraliseForLog(scenario.name) + "/" + metric},
                  {"unit", definition->unit},
                  {"value", Mean(values)},
                  {"extra", "runs=" + std::to_string(values.size())}};
      if (values.size() > 1) row["range"] = "\xC2\xB1 " + FormatFixed(SpreadOf(values), kDecimals);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

}  // namespace inferproof
