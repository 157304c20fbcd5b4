#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/findings.h"
#include "harness/report/neutralise.h"
#include "harness/report/report.h"
#include "harness/report/rows.h"
#include "harness/report/text_table.h"

namespace inferproof {
namespace {

std::string VerdictMark(VerdictWord word) {
  switch (word) {
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
      return "✅ ";
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return "❌ ";
    case VerdictWord::kInconclusive:
    case VerdictWord::kNew:
      return "⚠️ ";
  }
  return "";
}

std::string Headline(const Report& report) {
  if (!report.verdict) return "Measured, not judged.\n\n";
  const Verdict& verdict = *report.verdict;
  std::string text = "**" + VerdictMark(verdict.word) + MarkdownText(verdict.headline) + "** (exit code " +
                     std::to_string(report.exit_code) + ")\n\n";
  for (const std::string& caveat : verdict.caveats) text += "- " + MarkdownText(caveat) + "\n";
  if (!verdict.next_command.empty()) text += "- Next: " + MarkdownCode(verdict.next_command, 600) + "\n";
  return text + "\n";
}

// What is wrong, worst first, so that a summary that is cut keeps it.
std::string FindingList(const std::vector<Finding>& findings) {
  constexpr std::size_t kMost = 20;
  std::string text;
  std::size_t listed = 0;
  for (std::size_t i = 1; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.level == FindingLevel::kNotice) continue;
    if (++listed > kMost) continue;
    text += "- " + std::string(finding.level == FindingLevel::kError ? "❌ " : "⚠️ ") + "**" +
            MarkdownText(finding.title) + "** ";
    if (finding.anchored()) text += MarkdownCode(finding.file + ":" + std::to_string(finding.line)) + " ";
    text += MarkdownText(finding.message.substr(0, finding.message.find('\n'))) + "\n";
  }
  if (listed > kMost) text += "- and " + std::to_string(listed - kMost) + " more, in the tables below\n";
  return text.empty() ? "" : text + "\n";
}

std::string MetricTable(const Report& report) {
  if (!report.verdict) {
    TextTable table({"scenario", "metric", "mean of runs", "run spread", "runs"}, {false, false, true, true, true});
    for (const MeasuredRow& row : MeasuredRows(report.result)) {
      table.AddRow({MarkdownText(row.scenario), MarkdownCode(row.metric), row.value, row.spread, row.runs});
    }
    return table.Markdown() + "\n";
  }
  TextTable table(
      {"scenario", "metric", "base", "candidate", "change", "interval", "band", "fails from", "verdict", "quality"},
      {false, false, true, true, true, false, true, true, false, false});
  for (const MetricRow& row : VerdictRows(*report.verdict)) {
    const bool loud = row.role != Role::kWatch && row.word != VerdictWord::kPass;
    table.AddRow({MarkdownText(row.scenario), MarkdownCode(row.metric), row.base, row.candidate, row.change,
                  row.interval, row.band, row.fails_from, loud ? "**" + row.verdict + "**" : row.verdict,
                  MarkdownText(row.quality)});
  }
  return table.Markdown() + "\n";
}

std::string CaseTable(const Verdict& verdict) {
  TextTable table({"case", "mode", "verdict", "gates", "passes", "what"}, {false, false, false, false, true, false});
  for (const CaseVerdict& judged : verdict.cases) {
    if (judged.word == VerdictWord::kPass) continue;
    table.AddRow({MarkdownCode(judged.id, 80), MarkdownText(judged.mode, 80), VerdictName(judged.word),
                  judged.gates ? "yes" : "no", std::to_string(judged.passes) + "/" + std::to_string(judged.asks),
                  MarkdownCode(judged.reason)});
  }
  std::string text = "Quality: " + MarkdownText(verdict.quality_summary) + "\n\n";
  return table.rows() == 0 ? text : text + table.Markdown() + "\n";
}

std::string DifferenceTable(const Verdict& verdict) {
  if (verdict.differences.empty()) return "";
  TextTable table({"field", "base", "candidate"}, {false, false, false});
  for (const FieldDifference& difference : verdict.differences) {
    table.AddRow({MarkdownCode(difference.field), MarkdownCode(difference.base), MarkdownCode(difference.candidate)});
  }
  return "What differs between base and candidate:\n\n" + table.Markdown() + "\n";
}

std::string FactTable(const std::map<std::string, Fact>& facts) {
  if (facts.empty()) return "Nothing was stated.\n\n";
  TextTable table({"field", "value", "source"}, {false, false, false});
  for (const auto& [name, fact] : facts)
    table.AddRow({MarkdownCode(name), MarkdownCode(fact.value), MarkdownText(fact.source, 80)});
  return table.Markdown() + "\n";
}

std::string Inputs(const ResultFile& result) {
  std::string text = "Suite " + MarkdownCode(result.suite_name) + " version " + std::to_string(result.suite_version) +
                     " (" + MarkdownCode(result.suite_digest) + "), seed " + std::to_string(result.seed) + ", " +
                     std::to_string(result.runs_a_side) +
                     " runs of each scenario, restart: " + MarkdownCode(result.restart) +
                     ", metric definitions version " + std::to_string(result.metric_definitions) + ", grader version " +
                     std::to_string(result.grader_version) + ".\n\n";
  TextTable table(
      {"scenario", "concurrency", "requests a run", "max_tokens", "streamed", "length fixed", "requests digest"},
      {false, true, true, true, false, false, false});
  for (const ScenarioSummary& scenario : result.scenarios) {
    table.AddRow({MarkdownText(scenario.name, 80), std::to_string(scenario.concurrency),
                  std::to_string(scenario.requests), std::to_string(scenario.max_tokens),
                  scenario.stream ? "yes" : "no", scenario.fixed_length ? "yes" : "no",
                  MarkdownCode(scenario.plan_digest, 80)});
  }
  return text + table.Markdown() + "\n";
}

std::string FileList(const std::vector<std::string>& files) {
  if (files.empty()) return "";
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(MarkdownCode(file));
  return "Files beside this one: " + Join(names, ", ") + ".\n\n";
}

std::string RepeatLine(const std::vector<std::string>& command_line) {
  return "Repeat: " + MarkdownCode(Join(command_line, " "), 1000) + "\n";
}

std::string RawLogs(const Report& report) {
  std::string text;
  for (const std::string& line : ConservationLines(report.result)) text += "- " + MarkdownText(line) + "\n";
  for (const std::string& line : AnomalyLines(report.result)) text += "- " + MarkdownCode(line) + "\n";
  return text + "\n" + FileList(report.files) + RepeatLine(report.result.command_line);
}

std::string CutAtLine(const std::string& text, std::size_t limit) {
  constexpr std::string_view kNote = "\n\n(cut: the rest is in report.md)\n";
  if (text.size() <= limit) return text;
  const std::size_t end = text.rfind('\n', limit - kNote.size());
  return text.substr(0, end == std::string::npos ? 0 : end) + std::string(kNote);
}

std::string Title(const ResultFile& result) {
  return "inferproof: " + MarkdownText(result.suite_name) + " on " + MarkdownText(result.target_name);
}

std::string FailureTitle(const FailureReport& failure) {
  return "inferproof: " + MarkdownText(failure.suite) + ": error";
}

std::string FailureLine(const FailureReport& failure) {
  return "**❌ " + MarkdownText(failure.error.Text()) + "** (exit code " + std::to_string(failure.exit_code) + ")\n\n";
}

}  // namespace

std::string RenderMarkdown(const Report& report) {
  const ResultFile& result = report.result;
  std::string text = "# " + Title(result) + "\n\n" + Headline(report);
  text += "Measured at " + MarkdownText(result.measured_at, 80) + " with inferproof " + report.version + ", session " +
          MarkdownCode(result.session_id, 80) + ".\n\n";
  text += "## 1. Model and service\n\n" + FactTable(result.evidence.server);
  text += "## 2. Environment\n\n" + FactTable(result.evidence.client);
  text += "## 3. Inputs\n\n" + Inputs(result);
  text += "## 4. Metrics and quality\n\n" + MetricTable(report);
  if (report.verdict) text += CaseTable(*report.verdict) + DifferenceTable(*report.verdict);
  text += "## 5. Raw logs, anomalies and how to repeat\n\n" + RawLogs(report);
  return text;
}

std::string RenderJobSummary(const Report& report, std::size_t limit) {
  std::string text =
      "## " + Title(report.result) + "\n\n" + Headline(report) + FindingList(FindingsOf(report)) + MetricTable(report);
  if (report.verdict) text += CaseTable(*report.verdict) + DifferenceTable(*report.verdict);
  text += RawLogs(report);
  return CutAtLine(text, limit);
}

std::string RenderMarkdown(const FailureReport& failure) {
  std::string text = "# " + FailureTitle(failure) + "\n\n" + FailureLine(failure);
  text +=
      "inferproof " + failure.version + " could not judge anything. What had been measured by then is in the files ";
  return text + "beside this one.\n\n" + FileList(failure.files) + RepeatLine(failure.command_line);
}

std::string RenderJobSummary(const FailureReport& failure) {
  return "## " + FailureTitle(failure) + "\n\n" + FailureLine(failure) + RepeatLine(failure.command_line);
}

}  // namespace inferproof
