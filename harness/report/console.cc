#include <utility>

#include "harness/base/number.h"
#include "harness/report/neutralise.h"
#include "harness/report/report.h"
#include "harness/report/rows.h"
#include "harness/report/text_table.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostAnomalies = 12;

std::string Coloured(const std::string& line, VerdictWord word, ConsoleStyle style) {
  if (!style.colour) return line;
  switch (word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return "\x1b[31m" + line + "\x1b[0m";
    case VerdictWord::kInconclusive:
    case VerdictWord::kNew:
      return "\x1b[33m" + line + "\x1b[0m";
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
      return "\x1b[32m" + line + "\x1b[0m";
  }
  return line;
}

std::string FactOr(const std::map<std::string, Fact>& facts, const std::string& name) {
  const auto found = facts.find(name);
  return found == facts.end() ? "" : found->second.value;
}

std::string Head(const Report& report) {
  const ResultFile& result = report.result;
  std::string text = "inferproof " + report.version + "  suite " + NeutraliseForLog(result.suite_name) + " v" +
                     std::to_string(result.suite_version) + "  target " + NeutraliseForLog(result.target_name) + "/" +
                     NeutraliseForLog(result.environment) + "  model " + NeutraliseForLog(result.model) + "\n";
  const std::string notice = FactOr(result.evidence.server, "engine.notice");
  if (!notice.empty()) text += NeutraliseForLog(notice) + "\n";
  return text + "\n";
}

std::string JudgedTable(const Verdict& verdict, ConsoleStyle style) {
  TextTable table(
      {"scenario", "metric", "base", "candidate", "change", "interval", "band", "fails from", "verdict", "quality"},
      {false, false, true, true, true, false, true, true, false, false});
  const std::vector<MetricRow> rows = VerdictRows(verdict);
  for (const MetricRow& row : rows) {
    table.AddRow({row.scenario, row.metric, row.base, row.candidate, row.change, row.interval, row.band, row.fails_from,
                  row.verdict, row.quality});
  }
  const std::vector<std::string> lines = table.Lines();
  std::string text = lines[0] + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool plain = rows[i].role == Role::kWatch;
    text += (plain ? lines[i + 1] : Coloured(lines[i + 1], rows[i].word, style)) + "\n";
  }
  return text;
}

std::string MeasuredTable(const ResultFile& result) {
  TextTable table({"scenario", "metric", "mean of runs", "run spread", "runs"}, {false, false, true, true, true});
  for (const MeasuredRow& row : MeasuredRows(result)) {
    table.AddRow({row.scenario, row.metric, row.value, row.spread, row.runs});
  }
  std::string text;
  for (const std::string& line : table.Lines()) text += line + "\n";
  return text;
}

// A case that did what was hoped for needs no line.
bool IsQuiet(const CaseVerdict& judged) {
  const bool passed = judged.asks > 0 && judged.passes == judged.asks;
  return judged.word == VerdictWord::kPass || (judged.word == VerdictWord::kNew && passed);
}

// Scenarios whose own word says more than their metrics do, and cases that are not a plain pass.
std::string Details(const Verdict& verdict, ConsoleStyle style) {
  std::string text;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (scenario.word == VerdictWord::kPass || scenario.reason.empty()) continue;
    text += Coloured(NeutraliseForLog(scenario.name, 80) + ": " + VerdictName(scenario.word) + ": " +
                         NeutraliseForLog(scenario.reason),
                     scenario.word, style) +
            "\n";
  }
  for (const CaseVerdict& judged : verdict.cases) {
    if (IsQuiet(judged)) continue;
    const std::string line = "case " + NeutraliseForLog(judged.id, 80) + " (" + NeutraliseForLog(judged.mode, 80) +
                             "): " + VerdictName(judged.word) + (judged.gates ? "" : ", does not gate") + ": " +
                             NeutraliseForLog(judged.reason);
    text += Coloured(line, judged.word, style) + "\n";
  }
  for (const FieldDifference& difference : verdict.differences) {
    text += "differs: " + NeutraliseForLog(difference.field) + ": base " + NeutraliseForLog(difference.base) +
            ", candidate " + NeutraliseForLog(difference.candidate) + "\n";
  }
  return text;
}

std::string QualityOfMeasurement(const ResultFile& result) {
  if (result.quality.empty()) return "quality: not asked\n";
  int passed = 0;
  std::string text;
  for (const CaseResult& one : result.quality) {
    const int passes = one.CountOf(Grade::kPass);
    const auto asks = static_cast<int>(one.asks.size());
    passed += passes == asks ? 1 : 0;
    if (passes == asks || one.asks.empty()) continue;
    text += "case " + NeutraliseForLog(one.id, 80) + ": " + std::to_string(passes) + " of " + std::to_string(asks) +
            " asks pass";
    for (const Ask& ask : one.asks) {
      if (ask.judgements.empty()) continue;
      text += ": " + NeutraliseForLog(ask.judgements.front().message);
      break;
    }
    text += "\n";
  }
  return "quality: " + std::to_string(passed) + " of " + std::to_string(result.quality.size()) + " cases pass\n" + text;
}

std::string Anomalies(const ResultFile& result) {
  const std::vector<std::string> lines = AnomalyLines(result);
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < kMostAnomalies; ++i)
    text += "note: " + NeutraliseForLog(lines[i]) + "\n";
  if (lines.size() > kMostAnomalies)
    text += "note: and " + std::to_string(lines.size() - kMostAnomalies) + " more in report.md\n";
  return text;
}

}  // namespace

std::string RenderConsole(const Report& report, ConsoleStyle style) {
  std::string text = Head(report);
  text += report.verdict ? JudgedTable(*report.verdict, style) : MeasuredTable(report.result);
  text += "\n";
  for (const std::string& line : ConservationLines(report.result)) text += line + "\n";
  text += report.verdict ? "quality: " + NeutraliseForLog(report.verdict->quality_summary) + "\n"
                         : QualityOfMeasurement(report.result);
  text += Anomalies(report.result);
  if (report.verdict) {
    const Verdict& verdict = *report.verdict;
    text += Details(verdict, style);
    for (const std::string& caveat : verdict.caveats) text += "note: " + NeutraliseForLog(caveat) + "\n";
    text += "\n" + Coloured("verdict: " + NeutraliseForLog(verdict.headline, 600), verdict.word, style) + "\n";
    if (!verdict.next_command.empty()) text += "next:    " + NeutraliseForLog(verdict.next_command, 600) + "\n";
  }
  if (!report.result_directory.empty()) text += "files:   " + NeutraliseForLog(report.result_directory) + "\n";
  return text;
}

}  // namespace inferproof
