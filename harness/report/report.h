#pragma once

#include <optional>
#include <string>

#include "harness/base/secret.h"
#include "harness/gate/verdict.h"
#include "harness/result/result_file.h"

namespace inferproof {

// What every renderer reads. Renderers return strings; cli/ prints and writes them.
struct Report {
  ResultFile result;
  std::optional<Verdict> verdict;  // nothing for `run`
  int exit_code = 0;
  std::string version;  // of inferproof
};

// Makes foreign text (model output, server text, file names of a pull request) harmless in a log line: control and bidi
// characters and ill-formed UTF-8 are written as escapes, "::" at the start of a line, "##[", "##vso[" and
// "##teamcity[" anywhere are broken up, and the text is cut at `limit` bytes. One line in, one line out.
std::string NeutraliseForLog(std::string_view text, std::size_t limit = 300);
// The same, in a Markdown code span that it cannot leave, safe inside a table cell.
std::string MarkdownCode(std::string_view text, std::size_t limit = 300);

struct ConsoleStyle {
  bool colour = false;
  int width = 100;
};
// The table with its verdict, the quality column, caveats and the next command.
std::string RenderConsole(const Report& report, ConsoleStyle style);
// report.md: model and service, environment, inputs, metrics with quality, raw logs with anomalies and the command to
// repeat.
std::string RenderMarkdown(const Report& report);
// The job summary: the verdict first, at most `limit` bytes, cut at a row with the number left out said.
std::string RenderJobSummary(const Report& report, std::size_t limit = 900'000);
// GitHub workflow commands, one a line: one for the verdict, then at most nine of each level, worst first.
std::string RenderGithubAnnotations(const Report& report);
// verdict.json
Json VerdictToJson(const Verdict& verdict, int exit_code);

}  // namespace inferproof
