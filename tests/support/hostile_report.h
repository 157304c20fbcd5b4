#pragma once

#include <functional>
#include <string>
#include <utility>

#include "tests/support/verdict_builder.h"

namespace inferproof {

// A report in which everything that comes from a model, a server, a pull request or a file is what `next` says.
inline Report HostileReport(const std::function<std::string()>& next) {
  ReportBuilder builder;
  for (const VerdictWord word : {VerdictWord::kRegressed, VerdictWord::kMissing, VerdictWord::kInconclusive}) {
    MetricVerdict metric = ReportBuilder::Metric(next(), word);
    metric.scenario = next();
    metric.reason = next();
    metric.file = next();
    builder.With(std::move(metric));
  }
  for (int i = 0; i < 11; ++i) {
    CaseVerdict judged = FailedCase(next(), next());
    judged.mode = next();
    judged.file = next();
    judged.gates = i % 4 != 3;
    builder.With(std::move(judged));
  }
  Verdict& verdict = builder.verdict();
  ScenarioVerdict broken{next(), VerdictWord::kInvalid, next(), {}, next(), next(), 3};
  verdict.scenarios.push_back(std::move(broken));
  verdict.headline = next();
  verdict.caveats = {next(), next()};
  verdict.next_command = next();
  verdict.repeat_command = next();
  verdict.quality_summary = next();
  verdict.differences = {{next(), next(), next()}};
  ResultFile& result = builder.result();
  for (std::string* text : {&result.suite_name, &result.suite_path, &result.target_name, &result.environment,
                            &result.model, &result.session_id, &result.measured_at, &result.suite_digest}) {
    *text = next();
  }
  result.command_line = {next(), next()};
  result.evidence.server["engine.notice"] = {next(), next()};
  result.evidence.client[next()] = {next(), "measured"};
  result.evidence.notes = {next()};
  result.runs.front().failures = {next()};
  result.runs.front().metrics.warnings = {next()};
  result.runs.front().server_died = next();
  Report report = builder.Build();
  report.result_directory = next();
  report.suite_file = next();
  report.files = {next(), "junit.xml"};
  return report;
}

}  // namespace inferproof
