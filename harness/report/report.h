#pragma once

#include <optional>
#include <string>

#include "harness/gate/verdict.h"
#include "harness/json/document.h"
#include "harness/result/result_file.h"

namespace inferproof {

// What every renderer reads. Renderers return strings; cli/ prints and writes them. All foreign text in it is made
// harmless by the renderer.
struct Report {
  ResultFile result;
  std::optional<Verdict> verdict;  // nothing for a measurement without a judgement
  int exit_code = 0;
  std::string version;           // of inferproof
  std::string result_directory;  // where the files are, for "see also" lines
};

struct ConsoleStyle {
  bool colour = false;
};
// The table with its verdict, the quality column, caveats and the next command.
std::string RenderConsole(const Report& report, ConsoleStyle style);

// report.md: model and service, environment, inputs, metrics with the quality column, raw logs with anomalies and the
// command to repeat.
std::string RenderMarkdown(const Report& report);

// The job summary: the verdict first, at most `limit` bytes, cut at a line, saying that it was cut.
std::string RenderJobSummary(const Report& report, std::size_t limit = 900'000);

// GitHub workflow commands, one a line: the verdict, then at most nine of each level, worst first.
std::string RenderGithubAnnotations(const Report& report);
// One workflow command for an error that left nothing to judge, anchored when the error names a file and line.
std::string RenderGithubError(const Error& error);

// verdict.json
Json VerdictToJson(const Verdict& verdict, int exit_code);

}  // namespace inferproof
