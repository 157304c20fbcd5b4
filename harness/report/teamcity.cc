#include "harness/base/text.h"
#include "harness/report/annotations.h"
#include "harness/report/unicode_scalar.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostOfALevel = 50;
constexpr std::size_t kLongestMessage = 3500;  // TeamCity takes 4000 characters
constexpr std::size_t kLongestTitle = 240;     // and 255 of a name

std::string Utf16Unit(char32_t unit) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string text = "|0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += kHex[(unit >> shift) & 15];
  return text;
}

// What is not ASCII is written as UTF-16 units, so that the encoding of the agent's console does not matter.
std::string Scalar(char32_t c) {
  switch (c) {
    case '\n':
      return "|n";
    case '\r':
      return "|r";
    case '|':
    case '\'':
    case '[':
    case ']':
      return {'|', static_cast<char>(c)};
    default:
      break;
  }
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x10000) return Utf16Unit(c);
  return Utf16Unit(0xD800 + ((c - 0x10000) >> 10)) + Utf16Unit(0xDC00 + ((c - 0x10000) & 0x3FF));
}

std::string Value(std::string_view text, std::size_t limit = kLongestMessage) {
  const std::string cut = Truncate(text, limit);
  std::string out = "'";
  ForEachScalar(cut, [&](char32_t c, std::string_view) { out += Scalar(c); });
  return out + "'";
}

std::string Severity(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "ERROR";
    case FindingLevel::kWarning:
      return "WARNING";
    case FindingLevel::kNotice:
      return "INFO";
  }
  return "INFO";
}

std::string Status(FindingLevel level) {
  // "ERROR" would be taken for a failure of the build step itself; the build problem says that.
  return level == FindingLevel::kNotice ? "NORMAL" : "WARNING";
}

std::string Inspection(const Finding& finding) {
  const std::string text = TextOf(finding);
  if (!finding.anchored()) {
    return "##teamcity[message text=" + Value(text) + " status='" + Status(finding.level) + "']\n";
  }
  return "##teamcity[inspectionType id=" + Value("inferproof." + finding.check, kLongestTitle) +
         " name=" + Value(finding.check, kLongestTitle) +
         " description='A finding of inferproof' category='Inference gate']\n"
         "##teamcity[inspection typeId=" +
         Value("inferproof." + finding.check, kLongestTitle) + " message=" + Value(text) +
         " file=" + Value(finding.file) + " line='" + std::to_string(finding.line) + "' SEVERITY='" +
         Severity(finding.level) + "']\n";
}

}  // namespace

std::string RenderTeamcityMessages(const std::vector<Finding>& findings) {
  if (findings.empty()) return "";
  std::string text;
  for (const Finding& finding : WorstFindings(findings, kMostOfALevel)) text += Inspection(finding);
  const Finding& verdict = findings.front();
  if (verdict.level != FindingLevel::kError) return text;
  // An identity is a Java name of at most 60 characters and stays the same, so that TeamCity can mute or follow it.
  return text + "##teamcity[buildProblem description=" + Value(TextOf(verdict)) + " identity='inferproof_" +
         verdict.id + "']\n";
}

}  // namespace inferproof
