#pragma once

#include <optional>
#include <string>
#include <vector>

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
  std::string version;             // of inferproof
  std::string result_directory;    // where the files are, for "see also" lines
  std::string suite_file;          // relative to the repository root; empty when it lies outside
  std::vector<std::string> files;  // that are in the result directory beside report.md
};

// What there is to say when an error left nothing to judge.
struct FailureReport {
  Error error;
  int exit_code = 0;
  std::string version;
  std::string suite;  // as it was named
  std::string result_directory;
  std::vector<std::string> files;
  std::vector<std::string> command_line;
};

struct ConsoleStyle {
  bool colour = false;
};
// The table with its verdict, the quality column, caveats and the next command.
std::string RenderConsole(const Report& report, ConsoleStyle style);

// report.md: model and service, environment, inputs, metrics with the quality column, raw logs with anomalies and the
// command to repeat.
std::string RenderMarkdown(const Report& report);
std::string RenderMarkdown(const FailureReport& failure);

// The job summary: the verdict first, then what is wrong, worst first; at most `limit` bytes, cut at a line, saying
// that it was cut.
std::string RenderJobSummary(const Report& report, std::size_t limit = 900'000);
std::string RenderJobSummary(const FailureReport& failure);

// junit.xml: a test case for each gating metric of a scenario and each quality case. failure: a regression; error: not
// measured or not comparable; skipped: inconclusive, new, or not gating. When the exit code is not 0 some case says so.
std::string RenderJunit(const Report& report);
std::string RenderJunit(const FailureReport& failure);

// JSON as Google Benchmark writes it, for its compare.py and whatever else reads that: a row for each valid run of the
// candidate and each metric that is a time.
Json GoogleBenchmarkJson(const Report& report);

// The means of the run values as github-action-benchmark reads them (customSmallerIsBetter, customBiggerIsBetter). A
// file of it has one direction, so that there is one for kLower and one for kHigher.
Json BenchmarkActionJson(const Report& report, Better better);

// verdict.json
Json VerdictToJson(const Verdict& verdict, int exit_code);

}  // namespace inferproof
