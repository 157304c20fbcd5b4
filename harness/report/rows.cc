#include "harness/report/rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/gate/drift.h"
#include "harness/report/neutralise.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

// Watched metrics worth a line on a screen; everything is in result.json.
bool IsHeadline(const std::string& metric) {
  static const std::set<std::string> kHeadlines = {"ttft_ms.p50", "ttft_ms.p90", "tpot_ms.p50",
                                                   "e2e_ms.p50",  "itl_ms.p50",  "chunk_gap_ms.p50",
                                                   "output_tps",  "request_rps", "success_rate"};
  return kHeadlines.contains(metric);
}

std::string FormatChange(const MetricVerdict& metric, double value) {
  if (metric.relative) return FormatPercent(value);
  return (value >= 0 ? "+" : "") + FormatValue(value, metric.unit);
}

std::string IntervalText(const MetricVerdict& metric) {
  if (!metric.change) return "";
  const std::string level = FormatFixed(metric.change->level * 100, 1);
  return FormatChange(metric, metric.change->lo) + " to " + FormatChange(metric, metric.change->hi) + " (" + level +
         " %)";
}

std::string RoleMark(const MetricVerdict& metric) {
  if (metric.waived) return VerdictName(metric.word) + " (waived)";
  if (metric.role == Role::kGate) return VerdictName(metric.word);
  if (metric.role == Role::kEqual) return VerdictName(metric.word) + " (work)";
  return metric.word == VerdictWord::kPass ? "watch" : "watch: " + VerdictName(metric.word);
}

bool Shown(const MetricVerdict& metric) {
  if (metric.role == Role::kGate || metric.waived || IsDrift(metric)) return true;
  if (metric.role == Role::kEqual) return metric.word != VerdictWord::kPass && metric.word != VerdictWord::kNew;
  return IsHeadline(metric.metric);
}

std::vector<const RunResult*> CandidateRuns(const ResultFile& result, const std::string& scenario) {
  std::vector<const RunResult*> runs;
  for (const RunResult& run : result.runs) {
    if (run.scenario == scenario && run.side == "candidate") runs.push_back(&run);
  }
  return runs;
}

}  // namespace

std::string FormatValue(double value, const std::string& unit) {
  const double size = std::fabs(value);
  const int decimals = size == 0 || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  if (unit == "ratio") return FormatFixed(value, 3);
  return FormatFixed(value, decimals) + (unit.empty() ? "" : " " + unit);
}

std::vector<MetricRow> VerdictRows(const Verdict& verdict) {
  std::vector<MetricRow> rows;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (!Shown(metric)) continue;
      MetricRow row;
      row.scenario = NeutraliseForLog(scenario.name, 64);
      row.metric = NeutraliseForLog(metric.metric, 64);
      if (metric.base) row.base = FormatValue(*metric.base, metric.unit);
      if (metric.candidate) row.candidate = FormatValue(*metric.candidate, metric.unit);
      if (metric.change) row.change = FormatChange(metric, metric.change->value);
      row.interval = IntervalText(metric);
      if (metric.role != Role::kWatch)
        row.band = metric.relative ? FormatFixed(metric.limit * 100, 1) + " %" : FormatValue(metric.limit, metric.unit);
      if (metric.fails_from && metric.role == Role::kGate) row.fails_from = FormatChange(metric, *metric.fails_from);
      row.verdict = RoleMark(metric);
      row.quality = NeutraliseForLog(scenario.quality, 64);
      row.word = metric.word;
      row.role = metric.waived ? Role::kWatch : metric.role;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<MeasuredRow> MeasuredRows(const ResultFile& result) {
  std::vector<MeasuredRow> rows;
  for (const ScenarioSummary& scenario : result.scenarios) {
    std::map<std::string, std::vector<double>> values;
    for (const RunResult* run : CandidateRuns(result, scenario.name)) {
      for (const auto& [name, value] : run->metrics.values) values[name].push_back(value.value);
    }
    for (const auto& [name, of_runs] : values) {
      if (!IsHeadline(name)) continue;
      const MetricDefinition* definition = FindMetric(name);
      const double mean = Mean(of_runs);
      std::string spread;
      if (of_runs.size() > 1 && mean > 0)
        spread = FormatFixed(std::sqrt(SampleVariance(of_runs)) / mean * 100, 1) + " %";
      rows.push_back({NeutraliseForLog(scenario.name, 64), NeutraliseForLog(name, 64),
                      FormatValue(mean, definition == nullptr ? "" : definition->unit), spread,
                      std::to_string(of_runs.size())});
    }
  }
  return rows;
}

std::vector<std::string> ConservationLines(const ResultFile& result) {
  std::vector<std::string> lines;
  for (const ScenarioSummary& scenario : result.scenarios) {
    Conservation sum;
    for (const RunResult* run : CandidateRuns(result, scenario.name)) {
      sum.planned += run->conservation.planned;
      sum.not_started += run->conservation.not_started;
      for (const auto& [outcome, count] : run->conservation.by_outcome) sum.by_outcome[outcome] += count;
    }
    lines.push_back(NeutraliseForLog(scenario.name, 64) + ": " + sum.Text());
  }
  return lines;
}

std::vector<std::string> AnomalyLines(const ResultFile& result) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  if (result.interrupted) add("interrupted: what had ended is kept");
  for (const RunResult& run : result.runs) {
    const std::string side = run.side == "base" ? "base " : "";
    const std::string where = run.scenario + " " + side + "run " + std::to_string(run.run + 1) + ": ";
    if (run.server_died) add(where + *run.server_died);
    if (run.server_restarted) add(where + "the server restarted: " + *run.server_restarted);
    if (run.usage_disagrees) add(where + *run.usage_disagrees);
    for (const std::string& reason : run.invalid) add(where + reason);
    for (const std::string& failure : run.failures) add(where + failure);
    for (const std::string& warning : run.metrics.warnings) add(run.scenario + ": " + warning);
  }
  if (result.stopped_because) add("no later look: " + *result.stopped_because);
  for (const std::string& reason : result.quality_not_run) add("quality not run: " + reason);
  for (const std::string& note : result.evidence.notes) add(note);
  return lines;
}

}  // namespace inferproof
