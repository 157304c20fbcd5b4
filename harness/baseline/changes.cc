#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/history.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

// The metrics that gate somewhere by default (docs/gate.md, rule 7); the policy itself is the gate's.
constexpr std::array<const char*, 4> kGateWorthy = {"ttft_ms.p50", "tpot_ms.p50", "output_tps", "success_rate"};

std::string UnitOf(const std::string& metric) {
  const MetricDefinition* definition = FindMetric(metric);
  return definition == nullptr || definition->unit == "ratio" ? "" : " " + definition->unit;
}

// Three figures after the point for small numbers, one for large ones.
std::string Number(double value) { return FormatFixed(value, std::abs(value) < 10 ? 3 : 1); }

std::string Change(const std::optional<double>& before, const std::optional<double>& now, const std::string& metric) {
  const std::string unit = UnitOf(metric);
  if (!before) return Number(now.value()) + unit + "  new";
  const double old_value = before.value();
  if (!now) return Number(old_value) + unit + "  gone";
  std::string line = Number(old_value) + " -> " + Number(*now) + unit;
  if (old_value > 0) {
    const double ratio = *now / old_value;
    line += "  x" + FormatFixed(ratio, 3) + " (" + FormatPercent(ratio - 1) + ")";
  }
  return line;
}

std::set<std::string> ScenarioNames(const std::optional<Baseline>& old, const Baseline& now) {
  std::set<std::string> names;
  for (const auto& [name, scenario] : now.scenarios) names.insert(name);
  if (!old) return names;
  for (const auto& [name, scenario] : old->scenarios) names.insert(name);
  return names;
}

}  // namespace

std::vector<std::string> DescribeChanges(const std::optional<Baseline>& old, const Baseline& now) {
  std::vector<std::string> changes;
  for (const std::string& scenario : ScenarioNames(old, now)) {
    for (const char* metric : kGateWorthy) {
      const std::optional<double> before = old ? AcceptedMean(*old, scenario, metric) : std::nullopt;
      const std::optional<double> after = AcceptedMean(now, scenario, metric);
      if (!before && !after) continue;
      std::string line = scenario + "  " + metric + "  " + Change(before, after, metric);
      if (after) line += "  " + SessionsInWords(now, scenario, metric);
      changes.push_back(std::move(line));
    }
  }
  return changes;
}

}  // namespace inferproof
