#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/json/canonical.h"
#include "harness/report/annotations.h"
#include "harness/report/report.h"
#include "tests/support/azure_commands.h"
#include "tests/support/teamcity_messages.h"
#include "tests/support/workflow_commands.h"
#include "tests/support/xml_reader.h"

namespace inferproof {

// Each answers what is wrong with how a report is rendered for one reader, "" when nothing is: the reader must find the
// commands that we gave it, with the text that we gave it, and no other.

inline bool HoldsCommands(const std::string& text) {
  return !ParseWorkflowLog(text).empty() || !ParseAzureLog(text).empty() || !ParseTeamcityLog(text).empty();
}

// No reader may be moved by bytes that it does not show.
inline bool IsPlainText(const std::string& text) {
  bool plain = IsValidUtf8(text);
  if (!plain) return false;
  ForEachScalar(text, [&](char32_t c, std::string_view) {
    const bool bidi = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
    plain = plain && (c == '\n' || (c >= 0x20 && c != 0x7F && !(c >= 0x80 && c < 0xA0))) && !bidi;
  });
  return plain;
}

inline std::string CheckGithub(const std::string& console, const std::vector<Finding>& findings) {
  const std::string log = console + RenderGithubAnnotations(findings);
  if (!IsPlainText(log)) return "github: hidden bytes";
  const std::vector<Finding> wanted = WorstFindings(findings, 9);
  const std::vector<WorkflowCommand> commands = ParseWorkflowLog(log);
  if (commands.size() != wanted.size()) return "github: " + std::to_string(commands.size()) + " commands";
  std::size_t of_level[3] = {};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Finding& finding = wanted[i];
    if (++of_level[static_cast<std::size_t>(finding.level)] > 10) return "github: more than ten of a level";
    if (commands[i].name != FindingLevelName(finding.level)) return "github: level";
    if (commands[i].properties.at("title") != finding.title) return "github: title";
    if (commands[i].message != Truncate(finding.message, 3500)) return "github: message";
    if (commands[i].properties.contains("file") != finding.anchored()) return "github: anchored";
    if (finding.anchored() && commands[i].properties.at("file") != finding.file) return "github: file";
    if (commands[i].properties.size() != (finding.anchored() ? 3u : 1u)) return "github: more properties";
  }
  if (!ParseAzureLog(log).empty() || !ParseTeamcityLog(log).empty()) return "github: commands of others";
  return "";
}

inline std::string CheckAzure(const std::string& console, const std::vector<Finding>& findings) {
  const std::string log = console + RenderAzureCommands(findings, "/agent/_work/1/s");
  if (!IsPlainText(log)) return "azure: hidden bytes";
  std::vector<AzureCommand> commands = ParseAzureLog(log);
  const bool completes = findings.front().level != FindingLevel::kNotice;
  if (completes) {
    if (commands.empty() || commands.back().name != "task.complete") return "azure: no task.complete";
    commands.pop_back();
  }
  std::size_t at = 0;
  for (const Finding& finding : WorstFindings(findings, 9)) {
    if (finding.level == FindingLevel::kNotice) continue;
    if (at >= commands.size()) return "azure: too few commands";
    AzureCommand& command = commands[at++];
    if (!command.valid || command.name != "task.logissue") return "azure: " + command.name;
    if (command.properties["type"] != FindingLevelName(finding.level)) return "azure: type";
    if (command.properties["code"] != finding.check) return "azure: code";
    if (command.data != Truncate(TextOf(finding), 3500)) return "azure: message";
    if (finding.anchored() && command.properties["sourcepath"] != "/agent/_work/1/s/" + finding.file)
      return "azure: sourcepath";
  }
  if (at != commands.size()) return "azure: too many commands";
  if (!ParseWorkflowLog(log).empty() || !ParseTeamcityLog(log).empty()) return "azure: commands of others";
  return "";
}

inline std::string CheckTeamcity(const std::string& console, const std::vector<Finding>& findings) {
  const std::string log = console + RenderTeamcityMessages(findings);
  if (!IsPlainText(log)) return "teamcity: hidden bytes";
  std::vector<std::string> texts;
  for (const TeamcityMessage& message : ParseTeamcityLog(log)) {
    if (!message.valid) return "teamcity: invalid " + message.name;
    if (message.name == "message") texts.push_back(message.attributes.at("text"));
    if (message.name == "inspection") texts.push_back(message.attributes.at("message"));
    if (message.name == "buildProblem") texts.push_back(message.attributes.at("description"));
  }
  std::vector<std::string> wanted;
  for (const Finding& finding : WorstFindings(findings, 50)) wanted.push_back(Truncate(TextOf(finding), 3500));
  const Finding& verdict = findings.front();
  if (verdict.level == FindingLevel::kError) wanted.push_back(Truncate(TextOf(verdict), 3500));
  if (texts != wanted) return "teamcity: other texts";
  if (!ParseWorkflowLog(log).empty() || !ParseAzureLog(log).empty()) return "teamcity: commands of others";
  return "";
}

inline std::string CheckPlain(const std::string& console, const std::vector<Finding>& findings) {
  const std::string lines = RenderPlainAnnotations(findings);
  if (!IsPlainText(lines) || HoldsCommands(console + lines)) return "plain: commands";
  if (Split(lines, '\n').size() != WorstFindings(findings, 50).size() + 1) return "plain: lines";
  return "";
}

inline std::string CheckJson(const std::vector<Finding>& findings) {
  std::set<std::string> fingerprints;
  const Json list = GitlabCodeQuality(findings, "suites/smoke.json");
  for (const Json& entry : list) {
    if (!fingerprints.insert(entry["fingerprint"].get<std::string>()).second) return "gitlab: the same fingerprint";
    if (entry["location"]["path"].get<std::string>().empty() || entry["location"]["lines"]["begin"].get<int>() < 1)
      return "gitlab: location";
  }
  if (!WriteCanonical(list).ok() || !WriteCanonical(JenkinsWarnings(findings, "suites/smoke.json")).ok())
    return "json: cannot be written";
  return "";
}

inline std::string CheckJunit(const std::string& text) {
  const std::optional<XmlElement> root = XmlReader::Read(text);
  if (!root || root->name != "testsuites" || root->children.size() != 1) return "junit: not well-formed";
  XmlElement suite = root->children.front();
  std::map<std::string, int> counts;
  for (const XmlElement& test : suite.children) {
    if (test.name != "testcase") continue;
    ++counts["tests"];
    for (const XmlElement& child : test.children) ++counts[child.name];
  }
  if (suite.attributes["tests"] != std::to_string(counts["tests"])) return "junit: tests";
  if (suite.attributes["failures"] != std::to_string(counts["failure"])) return "junit: failures";
  if (suite.attributes["errors"] != std::to_string(counts["error"])) return "junit: errors";
  if (suite.attributes["skipped"] != std::to_string(counts["skipped"])) return "junit: skipped";
  return counts["tests"] == 0 ? "junit: no test case" : "";
}

// The first problem of any reader.
inline std::string CheckReport(const Report& report) {
  const std::vector<Finding> findings = FindingsOf(report);
  const std::string console = RenderConsole(report, {});
  if (HoldsCommands(console)) return "console: commands";
  const std::string markdown = RenderMarkdown(report) + RenderJobSummary(report);
  const std::string junit = RenderJunit(report);
  if (!IsPlainText(markdown) || HoldsCommands(markdown)) return "markdown: hidden bytes or commands";
  if (!IsPlainText(junit) || HoldsCommands(junit)) return "junit: hidden bytes or commands";
  for (const std::string& problem :
       {CheckGithub(console, findings), CheckAzure(console, findings), CheckTeamcity(console, findings),
        CheckPlain(console, findings), CheckJson(findings), CheckJunit(junit)}) {
    if (!problem.empty()) return problem;
  }
  return WriteCanonical(GoogleBenchmarkJson(report)).ok() ? "" : "google benchmark: cannot be written";
}

}  // namespace inferproof
