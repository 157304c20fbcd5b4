#include "harness/base/text.h"
#include "harness/report/annotations.h"
#include "harness/report/escape.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostOfALevel = 9;
constexpr std::size_t kLongestMessage = 3500;

// Azure decodes "%AZP25" last, to a percent sign; "%25" would stay as it is.
std::string EscapeMessage(std::string_view text) {
  return EscapeWith(text, {{'%', "%AZP25"}, {'\r', "%0D"}, {'\n', "%0A"}});
}

std::string EscapeProperty(std::string_view text) {
  return EscapeWith(text, {{'%', "%AZP25"}, {'\r', "%0D"}, {'\n', "%0A"}, {';', "%3B"}, {']', "%5D"}});
}

std::string PlainLine(const Finding& finding) { return EscapeWith(TextOf(finding), {{'\n', "; "}}) + "\n"; }

std::string LogIssue(const Finding& finding, const std::string& root) {
  if (finding.level == FindingLevel::kNotice) return PlainLine(finding);
  std::string properties = "type=" + FindingLevelName(finding.level) + ";";
  if (finding.anchored()) {
    properties += "sourcepath=" + EscapeProperty(root.empty() ? finding.file : root + "/" + finding.file) +
                  ";linenumber=" + std::to_string(finding.line) + ";columnnumber=1;";
  }
  properties += "code=" + EscapeProperty(finding.check) + ";";
  return "##vso[task.logissue " + properties + "]" + EscapeMessage(Truncate(TextOf(finding), kLongestMessage)) + "\n";
}

}  // namespace

std::string RenderAzureCommands(const std::vector<Finding>& findings, const std::string& root) {
  if (findings.empty()) return "";
  std::string text;
  for (const Finding& finding : WorstFindings(findings, kMostOfALevel)) text += LogIssue(finding, root);
  const Finding& verdict = findings.front();
  if (verdict.level == FindingLevel::kNotice) return text;
  const std::string result = verdict.level == FindingLevel::kError ? "Failed" : "SucceededWithIssues";
  return text + "##vso[task.complete result=" + result + ";]" + EscapeMessage(verdict.title) + "\n";
}

std::string RenderAzureVariables(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::string text;
  for (const auto& [name, value] : variables) {
    text +=
        "##vso[task.setvariable variable=" + EscapeProperty(name) + ";isOutput=true;]" + EscapeMessage(value) + "\n";
  }
  return text;
}

std::string RenderAzureSummary(const std::string& absolute_path) {
  return "##vso[task.uploadsummary]" + EscapeMessage(absolute_path) + "\n";
}

}  // namespace inferproof
