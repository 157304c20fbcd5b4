#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/report.h"

namespace inferproof {

enum class FindingLevel { kError, kWarning, kNotice };
std::string FindingLevelName(FindingLevel level);  // "error", "warning", "notice"

// One thing a CI system is told. Every renderer draws the same list. All text in it is harmless already (neutralise.h);
// what a format gives a meaning to (a quote, a bracket) is the renderer's to escape.
struct Finding {
  FindingLevel level = FindingLevel::kNotice;
  // 32 hex digits of suite, target and what is judged: the same in every run, whatever the numbers and the lines.
  std::string id;
  std::string check;  // "ttft_ms.p50"; else "quality", "scenario", "verdict", "error"
  // Relative to the repository root: the metric's line in the baseline, else the scenario's or rule's in the suite,
  // else the case's in its JSONL. No file where there is none; then `line` is 0.
  std::string file;
  int line = 0;
  std::string title;    // one line
  std::string message;  // lines separated by "\n"

  bool anchored() const { return !file.empty() && line > 0; }
};

// Title and message in one text, for readers that have no title: "inferproof: regressed: ...". A message that goes on
// from the end of its title does not repeat it.
std::string TextOf(const Finding& finding);

// "single ttft_ms.p50: 40.00 ms -> 48.00 ms, +20.0 % (...); fails reliably from +7.0 %", in one harmless line.
std::string DescribeMetric(const MetricVerdict& metric);
// "num.sum.1 (sequential, 0 of 3 asks pass): expected 42, got 41", likewise.
std::string DescribeCase(const CaseVerdict& judged);

// The verdict first, then what is not a pass, worst first. Nothing for a measurement without a verdict.
std::vector<Finding> FindingsOf(const Report& report);

// The one finding of an error that left nothing to judge, anchored when the error names a file and line.
std::vector<Finding> FindingsOf(const FailureReport& failure);

// The first finding and, of the rest, the first `most` of each level; the first one's message tells how many are left
// out.
std::vector<Finding> WorstFindings(std::vector<Finding> findings, std::size_t most);

}  // namespace inferproof
