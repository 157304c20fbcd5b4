#include "harness/doctor/noise_model.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/metrics/definitions.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

constexpr double kPriorWeight = 10;  // d0 of docs/gate.md, rule 6

// Logs of one metric's recorded values by session; nothing when it does not vary on logs.
using Sessions = std::vector<std::vector<double>>;
std::optional<Sessions> LogsOf(const RecordedScenario& recorded, const std::string& metric, std::size_t sessions) {
  const MetricDefinition* definition = FindMetric(metric);
  if (definition == nullptr || definition->counter || definition->unit == "ratio") return std::nullopt;
  Sessions logs(sessions);
  for (const RecordedRun& run : recorded.runs) {
    const auto found = run.values.find(metric);
    if (found == run.values.end()) continue;
    if (!(found->second.value > 0)) return std::nullopt;
    logs[run.session].push_back(std::log(found->second.value));
  }
  std::erase_if(logs, [](const std::vector<double>& session) { return session.empty(); });
  if (logs.empty()) return std::nullopt;
  return logs;
}

double PooledVariance(const Sessions& logs) {
  double squares = 0;
  double free = 0;
  for (const std::vector<double>& session : logs) {
    if (session.size() < 2) continue;
    const double degrees = static_cast<double>(session.size() - 1);
    squares += SampleVariance(session) * degrees;
    free += degrees;
  }
  return free > 0 ? squares / free : 0;
}

NoiseModel::Spread SpreadFrom(const Sessions& logs, double session_spread, bool higher_is_better) {
  std::vector<double> means;
  std::size_t fewest = logs.front().size();
  for (const std::vector<double>& session : logs) {
    means.push_back(Mean(session));
    fewest = std::min(fewest, session.size());
  }
  const double run_variance = PooledVariance(logs);
  const double of_a_mean = run_variance / static_cast<double>(fewest);
  const double free = static_cast<double>(means.size() - 1);
  const double seen = means.size() > 1 ? SampleVariance(means) * free : 0;
  const double assumed = session_spread * session_spread + of_a_mean;
  const double variance = (kPriorWeight * assumed + seen) / (kPriorWeight + free);
  return {std::exp(Mean(means)), std::sqrt(run_variance), std::sqrt(std::max(0.0, variance - of_a_mean)),
          higher_is_better};
}

}  // namespace

NoiseModel::NoiseModel(const Recorded& recorded, double session_spread) {
  for (const RecordedScenario& scenario : recorded.scenarios) {
    scenarios_.push_back(Fit(scenario, recorded.sessions, session_spread));
  }
}

NoiseModel::Scenario NoiseModel::Fit(const RecordedScenario& recorded, std::size_t sessions, double session_spread) {
  Scenario scenario;
  scenario.name = recorded.summary.name;
  scenario.deviations.resize(recorded.runs.size());
  std::map<std::string, bool> names;
  for (const RecordedRun& run : recorded.runs) {
    scenario.runs.push_back(run.values);
    for (const auto& [metric, value] : run.values) names[metric] = true;
  }
  for (const auto& [metric, present] : names) {
    const std::optional<Sessions> logs = LogsOf(recorded, metric, sessions);
    if (!logs) continue;
    scenario.spreads[metric] = SpreadFrom(*logs, session_spread, FindMetric(metric)->better == Better::kHigher);
    std::map<std::size_t, std::vector<double>> by_session;
    for (const RecordedRun& run : recorded.runs) {
      const auto found = run.values.find(metric);
      if (found != run.values.end()) by_session[run.session].push_back(std::log(found->second.value));
    }
    for (std::size_t i = 0; i < recorded.runs.size(); ++i) {
      const auto found = recorded.runs[i].values.find(metric);
      if (found == recorded.runs[i].values.end()) continue;
      const std::vector<double>& session = by_session[recorded.runs[i].session];
      // Deviations from a mean that they made themselves are too small by this factor.
      const double runs = static_cast<double>(session.size());
      const double widened = session.size() > 1 ? std::sqrt(runs / (runs - 1)) : 1;
      scenario.deviations[i][metric] = widened * (std::log(found->second.value) - Mean(session));
    }
  }
  return scenario;
}

DrawnSession NoiseModel::Draw(Random& random, int runs) const {
  const double luck = random.Normal();
  DrawnSession session;
  for (const Scenario& scenario : scenarios_) {
    std::vector<DrawnRun>& drawn = session.emplace_back();
    for (int i = 0; i < runs; ++i) {
      const auto pick = static_cast<std::size_t>(random.Below(scenario.runs.size()));
      DrawnRun& run = drawn.emplace_back(scenario.runs[pick]);
      for (const auto& [metric, deviation] : scenario.deviations[pick]) {
        const Spread& spread = scenario.spreads.at(metric);
        const double direction = spread.higher_is_better ? -1 : 1;
        run[metric].value = spread.center * std::exp(deviation + direction * luck * spread.session);
      }
    }
  }
  return session;
}

const NoiseModel::Spread* NoiseModel::SpreadOf(const std::string& scenario, const std::string& metric) const {
  for (const Scenario& known : scenarios_) {
    const auto found = known.spreads.find(metric);
    if (known.name == scenario && found != known.spreads.end()) return &found->second;
  }
  return nullptr;
}

}  // namespace inferproof
