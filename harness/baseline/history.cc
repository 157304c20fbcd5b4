#include "harness/baseline/history.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/stats/spread.h"

namespace inferproof {
namespace {

std::string Counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string Percent(double share) { return FormatFixed(share * 100, share < 0.01 ? 2 : 1) + " %"; }

std::string SizesInWords(const std::vector<std::vector<double>>& sessions) {
  const auto [least, most] = std::minmax_element(sessions.begin(), sessions.end(),
                                                 [](const auto& a, const auto& b) { return a.size() < b.size(); });
  const std::string runs = Counted(most->size(), "run");
  return least->size() == most->size() ? runs : std::to_string(least->size()) + " to " + runs;
}

}  // namespace

std::vector<std::vector<double>> SessionValues(const Baseline& baseline, const std::string& scenario,
                                               const std::string& metric) {
  std::vector<std::vector<double>> sessions;
  for (const BaselineSession& session : baseline.sessions) {
    const auto metrics = session.values.find(scenario);
    if (metrics == session.values.end()) continue;
    const auto values = metrics->second.find(metric);
    if (values != metrics->second.end() && !values->second.empty()) sessions.push_back(values->second);
  }
  return sessions;
}

std::optional<std::vector<std::vector<double>>> SessionLogs(const Baseline& baseline, const std::string& scenario,
                                                            const std::string& metric) {
  std::vector<std::vector<double>> sessions = SessionValues(baseline, scenario, metric);
  for (std::vector<double>& session : sessions) {
    for (double& value : session) {
      if (!(value > 0)) return std::nullopt;
      value = std::log(value);
    }
  }
  return sessions;
}

std::string SessionsInWords(const Baseline& baseline, const std::string& scenario, const std::string& metric) {
  const std::vector<std::vector<double>> values = SessionValues(baseline, scenario, metric);
  if (values.empty()) return "no session has it";
  std::string text = Counted(values.size(), "session") + " of " + SizesInWords(values);
  const std::optional<std::vector<std::vector<double>>> logs = SessionLogs(baseline, scenario, metric);
  if (!logs) return text;
  if (const auto run_spread = PooledSpread(*logs)) text += ", run spread " + Percent(*run_spread);
  if (const auto between = SpreadBetween(*logs)) text += ", session spread " + Percent(between->value);
  return text;
}

}  // namespace inferproof
