#include "harness/report/annotations.h"

namespace inferproof {
namespace {

bool Listed(const Finding& finding) { return finding.check != "verdict" || finding.level != FindingLevel::kNotice; }

std::string GitlabSeverity(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "major";
    case FindingLevel::kWarning:
      return "minor";
    case FindingLevel::kNotice:
      return "info";
  }
  return "info";
}

std::string JenkinsSeverity(FindingLevel level) {
  switch (level) {
    case FindingLevel::kError:
      return "ERROR";
    case FindingLevel::kWarning:
      return "NORMAL";
    case FindingLevel::kNotice:
      return "LOW";
  }
  return "LOW";
}

}  // namespace

Json GitlabCodeQuality(const std::vector<Finding>& findings, const std::string& fallback_file) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    if (!Listed(finding)) continue;
    const std::string& path = finding.anchored() ? finding.file : fallback_file;
    list.push_back({{"description", TextOf(finding)},
                    {"check_name", finding.check},
                    {"fingerprint", finding.id},
                    {"severity", GitlabSeverity(finding.level)},
                    {"location", {{"path", path}, {"lines", {{"begin", finding.anchored() ? finding.line : 1}}}}}});
  }
  return list;
}

Json JenkinsWarnings(const std::vector<Finding>& findings, const std::string& fallback_file) {
  Json issues = Json::array();
  for (const Finding& finding : findings) {
    if (!Listed(finding)) continue;
    issues.push_back({{"fileName", finding.anchored() ? finding.file : fallback_file},
                      {"lineStart", finding.anchored() ? finding.line : 1},
                      {"severity", JenkinsSeverity(finding.level)},
                      {"type", finding.check},
                      {"category", finding.check == "quality" ? "quality" : "performance"},
                      {"message", finding.title},
                      {"description", finding.message},
                      {"fingerprint", finding.id}});
  }
  return {{"issues", std::move(issues)}};
}

}  // namespace inferproof
