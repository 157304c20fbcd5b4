#include "harness/compare/accepted_side.h"

#include <algorithm>

#include "harness/base/text.h"

namespace inferproof {
namespace {

ScenarioSummary SummaryOf(const std::string& name, const BaselineScenario& known, const ResultFile& measured) {
  ScenarioSummary summary;
  for (const ScenarioSummary& scenario : measured.scenarios) {
    if (scenario.name == name) summary = scenario;
  }
  summary.name = name;
  summary.requests = std::max<std::int64_t>(1, summary.requests);
  summary.plan_digest = known.plan_digest;
  summary.fixed_length = known.fixed_length;
  return summary;
}

bool TooFewFor(const ResultFile& measured, const std::string& scenario, const std::string& metric) {
  return std::any_of(measured.runs.begin(), measured.runs.end(), [&](const RunResult& run) {
    const auto value = run.metrics.values.find(metric);
    return run.scenario == scenario && value != run.metrics.values.end() && value->second.n_too_small;
  });
}

std::string DefinitionIn(const BaselineScenario& known, const std::string& metric) {
  const auto found = known.definitions.find(metric);
  return found == known.definitions.end() ? "" : found->second;
}

// Only an imported session has values and no success_rate.
bool StatesFailures(const std::map<std::string, std::vector<double>>& values) {
  return values.empty() || values.contains("success_rate");
}

void AddRuns(const BaselineSession& session, const BaselineScenario& known, const ScenarioSummary& summary,
             const ResultFile& measured, ResultFile& candidate, int& next) {
  std::map<std::string, std::vector<double>> values = session.values.at(summary.name);
  std::size_t runs = 0;
  for (const auto& [metric, list] : values) runs = std::max(runs, list.size());
  for (std::size_t i = 0; i < runs; ++i) {
    RunResult run;
    run.scenario = summary.name;
    run.run = next++;
    run.conservation.planned = summary.requests;
    run.conservation.by_outcome["completed"] = summary.requests;
    run.conservation.failures_stated = StatesFailures(values);
    for (const auto& [metric, list] : values) {
      if (i < list.size())
        run.metrics.values[metric] = {list[i], summary.requests, false, TooFewFor(measured, summary.name, metric),
                                      DefinitionIn(known, metric)};
    }
    candidate.runs.push_back(std::move(run));
  }
}

void AddScenario(const Baseline& baseline, const std::string& name, const BaselineScenario& known,
                 const ResultFile& measured, ResultFile& candidate) {
  const ScenarioSummary summary = SummaryOf(name, known, measured);
  candidate.scenarios.push_back(summary);
  const std::size_t first = candidate.runs.size();
  int next = 0;
  for (const BaselineSession& session : baseline.sessions) AddRuns(session, known, summary, measured, candidate, next);
  // Kept for all runs together, and compared as such.
  if (first < candidate.runs.size()) candidate.runs[first].finish_reasons = known.finish_reasons;
}

CaseResult AskedCase(const std::string& id, const BaselineCase& known) {
  CaseResult entry;
  entry.id = id;
  entry.digest = known.digest;
  entry.mode = "accepted";
  for (int i = 0; i < known.asks; ++i) {
    Ask ask;
    ask.grade = i < known.passes ? Grade::kPass : Grade::kFail;
    entry.asks.push_back(std::move(ask));
  }
  return entry;
}

}  // namespace

ResultFile AcceptedAsCandidate(const Baseline& baseline, const ResultFile& measured) {
  ResultFile candidate;
  candidate.suite_name = baseline.suite;
  candidate.suite_version = baseline.suite_version;
  candidate.suite_digest = baseline.suite_digest;
  candidate.suite_path = measured.suite_path;
  candidate.target_name = baseline.target;
  candidate.environment = baseline.environment;
  candidate.model = measured.model;
  candidate.metric_definitions = baseline.metric_definitions;
  candidate.grader_version = baseline.grader_version;
  candidate.seed = measured.seed;
  candidate.session_spread = measured.session_spread;
  candidate.restart = measured.restart;
  candidate.measured_at = baseline.acceptance.at;
  candidate.command_line = baseline.acceptance.command;
  std::vector<std::string> sessions;
  for (const BaselineSession& session : baseline.sessions) sessions.push_back(session.session_id);
  candidate.session_id = Join(sessions, "+");
  for (const auto& [field, value] : baseline.fingerprint)
    candidate.evidence.server[field] = {value, std::string(kSourceDeclared)};
  for (const auto& [name, known] : baseline.scenarios) AddScenario(baseline, name, known, measured, candidate);
  for (const auto& [id, known] : baseline.cases) candidate.quality.push_back(AskedCase(id, known));
  candidate.quality_asked = !candidate.quality.empty();
  return candidate;
}

}  // namespace inferproof
