#pragma once

#include <string>
#include <utility>

#include "harness/gate/verdict.h"
#include "harness/report/report.h"

namespace inferproof {

// A report with one scenario, to which tests add what they are about.
class ReportBuilder {
 public:
  ReportBuilder() {
    report_.version = "0.0.0";
    report_.result.suite_name = "smoke";
    report_.result.suite_digest = "sha256:0123456789abcdef";
    report_.result.target_name = "reference";
    report_.result.environment = "default";
    report_.result.model = "reference-model";
    report_.result.session_id = "00000000deadbeef";
    report_.result.measured_at = "2026-01-01T00:00:00Z";
    report_.result.restart = "run";
    report_.result.runs_a_side = 4;
    report_.result.command_line = {"inferproof", "gate", "suites/smoke.json"};
    ScenarioSummary scenario;
    scenario.name = "single";
    scenario.requests = 24;
    scenario.max_tokens = 48;
    scenario.plan_digest = "sha256:1111111111111111";
    report_.result.scenarios.push_back(scenario);
    RunResult run;
    run.scenario = "single";
    run.conservation.planned = 24;
    run.conservation.by_outcome["completed"] = 24;
    run.metrics.values["ttft_ms.p50"] = {40.5, 24, false, false};
    run.metrics.values["output_tps"] = {260, 24, false, false};
    report_.result.runs.push_back(run);
    verdict_.scenarios.push_back({"single", VerdictWord::kPass, "", {}, "pass", "suites/smoke.json", 9});
    verdict_.quality_summary = "15 of 15 pass";
    verdict_.quality = VerdictWord::kPass;
    verdict_.word = VerdictWord::kPass;
    verdict_.headline = "pass: nothing got slower or worse";
    verdict_.repeat_command = "inferproof gate suites/smoke.json";
  }

  static MetricVerdict Metric(const std::string& name, VerdictWord word, double change = 0.2) {
    MetricVerdict metric;
    metric.scenario = "single";
    metric.metric = name;
    metric.unit = "ms";
    metric.better = Better::kLower;
    metric.role = Role::kGate;
    metric.word = word;
    metric.reason = "+20.0 % (interval +19.0 to +21.0 %)";
    metric.base = 40;
    metric.candidate = 40 * (1 + change);
    metric.change = Estimate{change, change - 0.01, change + 0.01, 0.99, 0.004, 12, {}};
    metric.limit = 0.05;
    metric.fails_from = 0.07;
    metric.base_runs = 4;
    metric.candidate_runs = 4;
    metric.file = "baselines/reference/default/smoke.json";
    metric.line = 42;
    return metric;
  }

  ReportBuilder& With(MetricVerdict metric) {
    if (metric.word == VerdictWord::kRegressed) Word(VerdictWord::kRegressed, 1);
    verdict_.scenarios.front().metrics.push_back(std::move(metric));
    return *this;
  }
  ReportBuilder& With(CaseVerdict judged) {
    if (judged.word == VerdictWord::kRegressed) Word(VerdictWord::kRegressed, 1);
    verdict_.cases.push_back(std::move(judged));
    return *this;
  }
  ReportBuilder& Word(VerdictWord word, int exit_code) {
    verdict_.word = word;
    verdict_.headline = VerdictName(word) + ": see below";
    verdict_.scenarios.front().word = word;
    report_.exit_code = exit_code;
    return *this;
  }
  Verdict& verdict() { return verdict_; }
  ResultFile& result() { return report_.result; }

  Report Build() const {
    Report report = report_;
    report.verdict = verdict_;
    return report;
  }
  Report BuildMeasured() const { return report_; }

 private:
  Report report_;
  Verdict verdict_;
};

inline CaseVerdict FailedCase(const std::string& id, const std::string& reason) {
  CaseVerdict judged;
  judged.id = id;
  judged.mode = "sequential";
  judged.word = VerdictWord::kRegressed;
  judged.base_class = CaseClass::kStablePass;
  judged.gates = true;
  judged.asks = 3;
  judged.reason = reason;
  judged.file = "quality/smoke.jsonl";
  judged.line = 7;
  return judged;
}

}  // namespace inferproof
