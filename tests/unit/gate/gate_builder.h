#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/gate.h"

namespace inferproof {

using RunValues = std::map<std::string, std::vector<double>>;  // metric -> a value a run

// Values around `center`, which is their mean for an even number of runs, with a spread of about 0.25 %.
inline std::vector<double> Steady(double center, int runs = 6) {
  static const double kPattern[] = {0.997, 1.003, 0.999, 1.001, 0.998, 1.002, 0.9995, 1.0005};
  std::vector<double> values;
  for (int i = 0; i < runs; ++i) values.push_back(center * kPattern[i % 8]);
  return values;
}

// One scenario of the demo's shape: a single stream of fixed length.
struct ScenarioValues {
  std::string name = "single";
  int concurrency = 1;
  int requests = 10;
  bool fixed_length = true;
  int runs = 6;
  RunValues values;
};

inline ScenarioValues SingleStream(double ttft_ms = 200, double tpot_ms = 20, double output_tps = 50, int runs = 6) {
  ScenarioValues scenario;
  scenario.runs = runs;
  scenario.values = {{"ttft_ms.p50", Steady(ttft_ms, runs)},
                     {"tpot_ms.p50", Steady(tpot_ms, runs)},
                     {"output_tps", Steady(output_tps, runs)},
                     {"prompt_tokens.mean", std::vector<double>(static_cast<std::size_t>(runs), 64)},
                     {"output_tokens.mean", std::vector<double>(static_cast<std::size_t>(runs), 32)}};
  return scenario;
}

inline ScenarioValues FourStreams(double output_tps = 180, int runs = 6) {
  ScenarioValues scenario = SingleStream(250, 22, output_tps, runs);
  scenario.name = "four";
  scenario.concurrency = 4;
  return scenario;
}

inline RunResult SoundRun(const ScenarioValues& scenario, int index, const std::string& side) {
  RunResult run;
  run.scenario = scenario.name;
  run.run = index;
  run.side = side;
  run.conservation.planned = scenario.requests;
  run.conservation.by_outcome["completed"] = scenario.requests;
  run.finish_reasons[scenario.fixed_length ? "length" : "stop"] = scenario.requests;
  for (const auto& [metric, values] : scenario.values) {
    if (static_cast<std::size_t>(index) >= values.size()) continue;
    run.metrics.values[metric] = {values[static_cast<std::size_t>(index)], scenario.requests, false, false};
  }
  run.metrics.values["success_rate"] = {1, scenario.requests, false, false};
  return run;
}

inline ScenarioSummary SummaryOf(const ScenarioValues& scenario) {
  ScenarioSummary summary;
  summary.name = scenario.name;
  summary.concurrency = scenario.concurrency;
  summary.requests = scenario.requests;
  summary.max_tokens = 32;
  summary.fixed_length = scenario.fixed_length;
  summary.plan_digest = "sha256:plan-" + scenario.name;
  summary.suite_line = 9;
  return summary;
}

inline void AddRuns(const ScenarioValues& scenario, const std::string& side, ResultFile& result) {
  for (int i = 0; i < scenario.runs; ++i) result.runs.push_back(SoundRun(scenario, i, side));
}

inline ResultFile ResultOf(const std::vector<ScenarioValues>& scenarios, const std::string& session = "s1") {
  ResultFile result;
  result.suite_name = "demo";
  result.suite_version = 1;
  result.suite_digest = "sha256:suite";
  result.target_name = "reference";
  result.environment = "default";
  result.session_id = session;
  result.measured_at = "2026-01-0" + session.substr(1) + "T00:00:00Z";
  result.session_spread = 0.002;
  result.restart = "run";
  result.command_line = {"inferproof", "gate", "--suite", "suites/demo.json"};
  result.evidence.server["engine.profile"] = {"sha256:profile", "measured"};
  result.evidence.server["model.id"] = {"m-7b", "reported"};
  for (const ScenarioValues& scenario : scenarios) {
    result.scenarios.push_back(SummaryOf(scenario));
    AddRuns(scenario, "candidate", result);
  }
  return result;
}

// Base and candidate measured beside each other.
inline ResultFile Interleaved(const std::vector<ScenarioValues>& base, const std::vector<ScenarioValues>& candidate) {
  ResultFile result = ResultOf(candidate);
  for (const ScenarioValues& scenario : base) AddRuns(scenario, "base", result);
  result.base_name = "main";
  result.base_evidence = result.evidence;
  return result;
}

inline Suite SuiteOf(const std::vector<std::string>& scenarios) {
  Suite suite;
  suite.path = "suites/demo.json";
  suite.name = "demo";
  suite.digest = "sha256:suite";
  int line = 5;
  for (const std::string& name : scenarios) {
    Scenario scenario;
    scenario.name = name;
    scenario.position = {line, 5};
    suite.scenarios.push_back(scenario);
    line += 5;
  }
  return suite;
}

inline CaseResult CaseOf(const std::string& id, const std::vector<Grade>& grades) {
  CaseResult entry;
  entry.id = id;
  entry.digest = "sha256:" + id;
  entry.mode = "sequential";
  entry.file = "quality/cases.jsonl";
  entry.line = 3;
  for (const Grade grade : grades) {
    Ask ask;
    ask.grade = grade;
    if (grade != Grade::kPass) ask.judgements.push_back({grade, "equals", "expected 42, got 41"});
    entry.asks.push_back(ask);
  }
  return entry;
}

inline constexpr Grade P = Grade::kPass;
inline constexpr Grade F = Grade::kFail;
inline constexpr Grade E = Grade::kError;

inline Baseline BaselineOf(const std::vector<ResultFile>& results) {
  UpdateRequest request;
  request.results = results;
  request.reason = "first";
  request.at = "2026-01-09T00:00:00Z";
  Result<UpdateOutcome> outcome = UpdateBaseline(std::nullopt, request);
  Baseline baseline = std::move(outcome).value().baseline;
  baseline.path = "baselines/reference/default/demo.json";
  return baseline;
}

inline const ScenarioVerdict& ScenarioNamed(const Verdict& verdict, const std::string& name) {
  static const ScenarioVerdict kNone;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (scenario.name == name) return scenario;
  }
  return kNone;
}

inline const MetricVerdict& MetricNamed(const Verdict& verdict, const std::string& scenario,
                                        const std::string& metric) {
  static const MetricVerdict kNone;
  for (const MetricVerdict& entry : ScenarioNamed(verdict, scenario).metrics) {
    if (entry.metric == metric) return entry;
  }
  return kNone;
}

inline std::string WordOf(const Verdict& verdict, const std::string& scenario, const std::string& metric) {
  const MetricVerdict& found = MetricNamed(verdict, scenario, metric);
  return found.metric.empty() ? "absent" : VerdictName(found.word);
}

}  // namespace inferproof
