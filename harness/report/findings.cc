#include "harness/report/findings.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/neutralise.h"
#include "harness/report/rows.h"

namespace inferproof {
namespace {

constexpr std::size_t kNameLength = 80;
constexpr std::size_t kReasonLength = 600;

std::string Name(std::string_view text) { return NeutraliseForLog(text, kNameLength); }
std::string Line(std::string_view text) { return NeutraliseForLog(text, kReasonLength); }

std::optional<FindingLevel> LevelOf(VerdictWord word) {
  switch (word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return FindingLevel::kError;
    case VerdictWord::kInconclusive:
    case VerdictWord::kNew:
      return FindingLevel::kWarning;
    case VerdictWord::kImproved:
      return FindingLevel::kNotice;
    case VerdictWord::kPass:
      return std::nullopt;
  }
  return std::nullopt;
}

// The list is made in one pass over one report.
class Collector {
 public:
  explicit Collector(const Report& report) : report_(report), verdict_(*report.verdict) {}

  std::vector<Finding> Collect() {
    for (const ScenarioVerdict& scenario : verdict_.scenarios) AddScenario(scenario);
    for (const ScenarioVerdict& scenario : verdict_.scenarios) {
      for (const MetricVerdict& metric : scenario.metrics) AddMetric(metric);
    }
    for (const CaseVerdict& judged : verdict_.cases) AddCase(judged);
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const Finding& a, const Finding& b) { return a.level < b.level; });
    findings_.insert(findings_.begin(), OfVerdict());
    return std::move(findings_);
  }

 private:
  std::string IdOf(std::initializer_list<std::string> subject) {
    std::string text =
        report_.result.suite_name + '\n' + report_.result.target_name + '\n' + report_.result.environment;
    for (const std::string& part : subject) text += '\n' + part;
    // A verdict has each subject once; a file that was written by hand may not, and two findings may not share an id.
    while (!ids_.insert(text).second) text += "\nagain";
    return Sha256Hex(text).substr(0, 32);
  }

  std::string Repeat() const {
    return verdict_.repeat_command.empty() ? "" : "\nRepeat: " + Line(verdict_.repeat_command);
  }

  void Add(FindingLevel level, std::string id, std::string check, const std::string& file, int line, std::string title,
           const std::string& message) {
    const bool placed = !file.empty() && line > 0;
    findings_.push_back({level, std::move(id), std::move(check), placed ? Line(file) : "", placed ? line : 0,
                         std::move(title), message + Repeat()});
  }

  // The scenario's own trouble, when none of its metrics tells it.
  void AddScenario(const ScenarioVerdict& scenario) {
    const std::optional<FindingLevel> level = LevelOf(scenario.word);
    if (!level || scenario.reason.empty()) return;
    for (const MetricVerdict& metric : scenario.metrics) {
      if (metric.role != Role::kWatch && metric.word == scenario.word) return;
    }
    Add(*level, IdOf({"scenario", scenario.name}), "scenario", scenario.file, scenario.line,
        Name(scenario.name) + " " + VerdictName(scenario.word), Name(scenario.name) + ": " + Line(scenario.reason));
  }

  void AddMetric(const MetricVerdict& metric) {
    const std::optional<FindingLevel> level = LevelOf(metric.word);
    if (!level || metric.role == Role::kWatch || metric.word == VerdictWord::kNew) return;
    const std::string change =
        metric.change && metric.relative ? FormatPercent(metric.change->value) : VerdictName(metric.word);
    Add(metric.waived ? FindingLevel::kWarning : *level, IdOf({"metric", metric.scenario, metric.metric}),
        Name(metric.metric), metric.file, metric.line,
        Name(metric.metric) + " " + change + " (" + Name(metric.scenario) + ")", DescribeMetric(metric));
  }

  void AddCase(const CaseVerdict& judged) {
    const std::optional<FindingLevel> level = LevelOf(judged.word);
    if (!level || judged.word == VerdictWord::kNew) return;
    Add(judged.gates ? *level : FindingLevel::kNotice, IdOf({"case", judged.id, judged.mode}), "quality", judged.file,
        judged.line, "quality case " + Name(judged.id) + " " + VerdictName(judged.word),
        "quality case " + DescribeCase(judged));
  }

  // Where the scenario that decided stands, else the first one, else the suite.
  void Place(Finding& finding) const {
    const ScenarioVerdict* place = nullptr;
    for (const ScenarioVerdict& scenario : verdict_.scenarios) {
      if (scenario.file.empty() || scenario.line <= 0) continue;
      if (place == nullptr || (scenario.word == verdict_.word && place->word != verdict_.word)) place = &scenario;
    }
    finding.file = Line(place != nullptr ? place->file : report_.suite_file);
    finding.line = place != nullptr ? place->line : finding.file.empty() ? 0 : 1;
  }

  Finding OfVerdict() {
    Finding finding;
    finding.level = report_.exit_code != 0                ? FindingLevel::kError
                    : verdict_.word == VerdictWord::kPass ? FindingLevel::kNotice
                                                          : FindingLevel::kWarning;
    finding.id = IdOf({"verdict"});
    finding.check = "verdict";
    finding.title = "inferproof: " + VerdictName(verdict_.word);
    finding.message = Line(verdict_.headline);
    for (const std::string& caveat : verdict_.caveats) finding.message += "\n" + NeutraliseForLog(caveat);
    if (!verdict_.next_command.empty()) finding.message += "\nNext: " + Line(verdict_.next_command);
    Place(finding);
    return finding;
  }

  const Report& report_;
  const Verdict& verdict_;
  std::vector<Finding> findings_;
  std::set<std::string> ids_;
};

}  // namespace

std::string FindingLevelName(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "error";
    case FindingLevel::kWarning:
      return "warning";
    case FindingLevel::kNotice:
      return "notice";
  }
  return "notice";
}

std::string TextOf(const Finding& finding) {
  const std::string& title = finding.title;
  const std::string_view message = finding.message;
  for (std::size_t at = 0; at < title.size(); ++at) {
    if (at > 0 && title[at - 1] != ' ') continue;
    const std::string_view ending = std::string_view(title).substr(at);
    const bool whole =
        message.size() > ending.size() && (message[ending.size()] == ' ' || message[ending.size()] == ':');
    if (whole && message.starts_with(ending)) return title.substr(0, at) + finding.message;
  }
  return title + ": " + finding.message;
}

std::string DescribeMetric(const MetricVerdict& metric) {
  std::string text = Name(metric.scenario) + " " + Name(metric.metric) + ": ";
  if (metric.base && metric.candidate) {
    text += FormatValue(*metric.base, metric.unit) + " -> " + FormatValue(*metric.candidate, metric.unit) + ", ";
  }
  text += Line(metric.reason);
  if (metric.fails_from && metric.relative) text += "; fails reliably from " + FormatPercent(*metric.fails_from);
  return text;
}

std::string DescribeCase(const CaseVerdict& judged) {
  return Name(judged.id) + " " + VerdictName(judged.word) + " (" + Name(judged.mode) + ", " +
         std::to_string(judged.passes) + " of " + std::to_string(judged.asks) + " asks pass): " + Line(judged.reason);
}

std::vector<Finding> FindingsOf(const Report& report) {
  if (!report.verdict) return {};
  return Collector(report).Collect();
}

std::vector<Finding> FindingsOf(const FailureReport& failure) {
  Finding finding;
  finding.level = FindingLevel::kError;
  finding.id = Sha256Hex("error\n" + failure.suite).substr(0, 32);
  finding.check = "error";
  finding.title = "inferproof: error";
  finding.message = NeutraliseForLog(failure.error.Text(), 2000);
  const std::vector<std::string> parts = Split(failure.error.where, ':');  // "file:line:column: path"
  if (parts.size() >= 3) {
    const std::optional<std::int64_t> line = ParseInt(parts[1]);
    if (line && *line > 0 && *line < 10'000'000) {
      finding.file = Line(parts[0]);
      finding.line = static_cast<int>(*line);
    }
  }
  return {finding};
}

std::vector<Finding> WorstFindings(std::vector<Finding> findings, std::size_t most) {
  std::vector<Finding> kept;
  std::size_t counts[3] = {};
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (i == 0 || counts[static_cast<std::size_t>(findings[i].level)]++ < most) kept.push_back(std::move(findings[i]));
  }
  const std::size_t left_out = findings.size() - kept.size();
  if (left_out > 0) {
    kept.front().message += "\n" + std::to_string(left_out) + " more findings are in the job summary and in report.md";
  }
  return kept;
}

}  // namespace inferproof
