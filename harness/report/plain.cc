#include "harness/report/annotations.h"
#include "harness/report/escape.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostOfALevel = 50;

// Compilers say "note", and log parsers look for that.
std::string Word(FindingLevel level) { return level == FindingLevel::kNotice ? "note" : FindingLevelName(level); }

// The one place where foreign text begins a line: "./" keeps it from being a command or a mark for groups, and names
// the same file.
std::string Place(const Finding& finding) {
  const char first = finding.file.front();
  const bool plain = (first >= '0' && first <= '9') || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return (plain ? "" : "./") + finding.file + ":" + std::to_string(finding.line) + ": ";
}

}  // namespace

std::string RenderPlainAnnotations(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : WorstFindings(findings, kMostOfALevel)) {
    if (finding.anchored()) text += Place(finding);
    text += Word(finding.level) + ": " + EscapeWith(TextOf(finding), {{'\n', "; "}}) + "\n";
  }
  return text;
}

}  // namespace inferproof
