#include "harness/base/digest.h"
#include "harness/base/text.h"
#include "harness/report/annotations.h"
#include "harness/report/escape.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostOfALevel = 9;
constexpr std::size_t kLongestMessage = 3500;

std::string EscapeMessage(std::string_view text) {
  return EscapeWith(text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
}

std::string EscapeProperty(std::string_view text) {
  return EscapeWith(text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}, {':', "%3A"}, {',', "%2C"}});
}

std::string Command(const Finding& finding) {
  std::string properties;
  if (finding.anchored()) {
    properties = "file=" + EscapeProperty(finding.file) + ",line=" + std::to_string(finding.line) + ",";
  }
  return "::" + FindingLevelName(finding.level) + " " + properties + "title=" + EscapeProperty(finding.title) +
         "::" + EscapeMessage(Truncate(finding.message, kLongestMessage)) + "\n";
}

}  // namespace

std::string RenderGithubAnnotations(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : WorstFindings(findings, kMostOfALevel)) text += Command(finding);
  return text;
}

std::string RenderGithubOutputs(const std::vector<std::pair<std::string, std::string>>& outputs) {
  std::string text;
  for (const auto& [name, value] : outputs) {
    // No value holds a digest of itself, so that none can end its own block.
    const std::string delimiter = "end_" + Sha256Hex(value).substr(0, 32);
    text += name + "<<" + delimiter + "\n" + value + "\n" + delimiter + "\n";
  }
  return text;
}

}  // namespace inferproof
