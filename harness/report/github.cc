#include <algorithm>
#include <utility>
#include <vector>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/neutralise.h"
#include "harness/report/report.h"
#include "harness/report/rows.h"

namespace inferproof {
namespace {

// The runner keeps ten of a level per step, silently; one place is the verdict's.
constexpr std::size_t kMostOfALevel = 9;
constexpr std::size_t kLongestMessage = 3500;  // the runner cuts at 4096 characters

enum class Level { kError, kWarning, kNotice };

struct Annotation {
  Level level;
  std::string file;
  int line = 0;
  std::string title;
  std::string message;
};

std::string LevelName(Level level) {
  switch (level) {
    case Level::kError:
      return "error";
    case Level::kWarning:
      return "warning";
    case Level::kNotice:
      return "notice";
  }
  return "notice";
}

std::string EscapeMessage(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else {
      out += c;
    }
  }
  return out;
}

std::string EscapeProperty(std::string_view text) {
  std::string out;
  for (const char c : EscapeMessage(text)) {
    if (c == ':') {
      out += "%3A";
    } else if (c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

std::string Command(const Annotation& annotation) {
  std::string properties;
  const auto add = [&](const std::string& name, const std::string& value) {
    if (value.empty()) return;
    properties += (properties.empty() ? " " : ",") + name + "=" + EscapeProperty(value);
  };
  if (!annotation.file.empty() && annotation.line > 0) {
    add("file", NeutraliseForLog(annotation.file));
    add("line", std::to_string(annotation.line));
  }
  add("title", NeutraliseForLog(annotation.title));
  return "::" + LevelName(annotation.level) + properties +
         "::" + EscapeMessage(Truncate(annotation.message, kLongestMessage)) + "\n";
}

std::optional<Level> LevelOf(VerdictWord word) {
  switch (word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return Level::kError;
    case VerdictWord::kInconclusive:
    case VerdictWord::kNew:
      return Level::kWarning;
    case VerdictWord::kImproved:
      return Level::kNotice;
    case VerdictWord::kPass:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string Repeat(const Verdict& verdict) {
  return verdict.repeat_command.empty() ? "" : "\nRepeat: " + NeutraliseForLog(verdict.repeat_command, 600);
}

Annotation OfMetric(const Verdict& verdict, const MetricVerdict& metric, Level level) {
  std::string message = NeutraliseForLog(metric.scenario, 80) + " " + NeutraliseForLog(metric.metric, 80) + ": ";
  if (metric.base && metric.candidate) {
    message += FormatValue(*metric.base, metric.unit) + " -> " + FormatValue(*metric.candidate, metric.unit) + ", ";
  }
  message += NeutraliseForLog(metric.reason, 600);
  if (metric.fails_from && metric.relative) message += "; fails reliably from " + FormatPercent(*metric.fails_from);
  std::string title = metric.metric + " " + VerdictName(metric.word);
  if (metric.change && metric.relative) title = metric.metric + " " + FormatPercent(metric.change->value);
  return {level, metric.file, metric.line, title + " (" + metric.scenario + ")", message + Repeat(verdict)};
}

Annotation OfCase(const Verdict& verdict, const CaseVerdict& judged, Level level) {
  const std::string title = "quality case " + NeutraliseForLog(judged.id, 80) + " " + VerdictName(judged.word);
  const std::string message = title + " (" + judged.mode + ", " + std::to_string(judged.passes) + " of " +
                              std::to_string(judged.asks) + " asks pass): " + NeutraliseForLog(judged.reason, 600) +
                              Repeat(verdict);
  return {level, judged.file, judged.line, title, message};
}

// The scenario's own trouble, when none of its metrics tells it.
std::optional<Annotation> OfScenario(const Verdict& verdict, const ScenarioVerdict& scenario) {
  const std::optional<Level> level = LevelOf(scenario.word);
  if (!level || scenario.reason.empty()) return std::nullopt;
  for (const MetricVerdict& metric : scenario.metrics) {
    if (metric.role != Role::kWatch && metric.word == scenario.word) return std::nullopt;
  }
  return Annotation{
      *level, scenario.file, scenario.line, NeutraliseForLog(scenario.name, 80) + " " + VerdictName(scenario.word),
      NeutraliseForLog(scenario.name, 80) + ": " + NeutraliseForLog(scenario.reason, 600) + Repeat(verdict)};
}

std::vector<Annotation> Findings(const Verdict& verdict) {
  std::vector<Annotation> findings;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (std::optional<Annotation> own = OfScenario(verdict, scenario)) findings.push_back(std::move(*own));
  }
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (metric.role == Role::kWatch) continue;
      const std::optional<Level> level = LevelOf(metric.word);
      if (level && metric.word != VerdictWord::kNew) findings.push_back(OfMetric(verdict, metric, *level));
    }
  }
  for (const CaseVerdict& judged : verdict.cases) {
    const std::optional<Level> level = LevelOf(judged.word);
    if (!level || judged.word == VerdictWord::kNew) continue;
    findings.push_back(OfCase(verdict, judged, judged.gates ? *level : Level::kNotice));
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Annotation& a, const Annotation& b) { return a.level < b.level; });
  return findings;
}

Annotation OfVerdict(const Report& report) {
  const Verdict& verdict = *report.verdict;
  const Level level = report.exit_code != 0                ? Level::kError
                      : verdict.word == VerdictWord::kPass ? Level::kNotice
                                                           : Level::kWarning;
  std::string message = NeutraliseForLog(verdict.headline, 600);
  for (const std::string& caveat : verdict.caveats) message += "\n" + NeutraliseForLog(caveat);
  if (!verdict.next_command.empty()) message += "\nNext: " + NeutraliseForLog(verdict.next_command, 600);
  std::string file;
  int line = 0;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (file.empty() || scenario.word == verdict.word) {
      file = scenario.file;
      line = scenario.line;
    }
    if (scenario.word == verdict.word) break;
  }
  return {level, file, line, "inferproof: " + VerdictName(verdict.word), message};
}

}  // namespace

std::string RenderGithubAnnotations(const Report& report) {
  if (!report.verdict) return "";
  std::string findings;
  std::size_t counts[3] = {};
  std::size_t left_out = 0;
  for (const Annotation& finding : Findings(*report.verdict)) {
    const bool fits = counts[static_cast<std::size_t>(finding.level)]++ < kMostOfALevel;
    if (fits) findings += Command(finding);
    left_out += fits ? 0 : 1;
  }
  Annotation verdict = OfVerdict(report);
  if (left_out > 0)
    verdict.message += "\n" + std::to_string(left_out) + " more findings are in the job summary and in report.md";
  return Command(verdict) + findings;
}

std::string RenderGithubError(const Error& error) {
  Annotation annotation{Level::kError, "", 0, "inferproof: error", NeutraliseForLog(error.Text(), 2000)};
  const std::vector<std::string> parts = Split(error.where, ':');  // "file:line:column: path"
  if (parts.size() >= 3) {
    const std::optional<std::int64_t> line = ParseInt(parts[1]);
    if (line && *line > 0 && *line < 10'000'000) {
      annotation.file = parts[0];
      annotation.line = static_cast<int>(*line);
    }
  }
  return Command(annotation);
}

}  // namespace inferproof
