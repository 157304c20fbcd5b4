#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/verdict.h"
#include "harness/report/report.h"

namespace inferproof {

// One line of the metrics table, the same for every renderer. Cells are plain text of ours (no foreign text but the
// scenario's name, which the suite restricts to [a-z0-9._-]).
struct MetricRow {
  std::string scenario;
  std::string metric;
  std::string base;
  std::string candidate;
  std::string change;
  std::string interval;
  std::string band;
  std::string fails_from;
  std::string verdict;
  std::string quality;
  VerdictWord word = VerdictWord::kPass;
  Role role = Role::kWatch;
};

// "40.6 ms", "0.950", "512 tokens/s": a value with as many decimals as make sense, and its unit.
std::string FormatValue(double value, const std::string& unit);

// Gate metrics always; work counters when they are not a pass; of the watched ones the headline few.
std::vector<MetricRow> VerdictRows(const Verdict& verdict);

// For a measurement without a judgement: mean of the run values, their spread, the number of runs.
struct MeasuredRow {
  std::string scenario;
  std::string metric;
  std::string value;
  std::string spread;
  std::string runs;
};
std::vector<MeasuredRow> MeasuredRows(const ResultFile& result);

// "single: 96 planned = 94 completed + 2 truncated + 0 not started", one a scenario, over its candidate runs.
std::vector<std::string> ConservationLines(const ResultFile& result);

// What a reader should know that no number says: faults, invalid runs, notes of the evidence. May hold foreign text.
std::vector<std::string> AnomalyLines(const ResultFile& result);

}  // namespace inferproof
