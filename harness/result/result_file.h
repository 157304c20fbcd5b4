#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/evidence/evidence.h"
#include "harness/metrics/run_metrics.h"
#include "harness/os/file_system.h"
#include "harness/quality/grading.h"
#include "harness/record/record.h"

namespace inferproof {

// The suite's name in a result that was read from another tool's file, which names no suite.
inline constexpr char kImportedSuite[] = "imported";

// One run as the result keeps it.
struct RunResult {
  std::string scenario;
  int run = 0;
  std::string side = "candidate";  // or "base"
  RunMetrics metrics;
  Conservation conservation;                           // of the measured phase
  std::map<std::string, std::int64_t> finish_reasons;  // of completed measured requests
  std::vector<std::string>
      failures;                      // one line for each kind of failure, worst first, at most 10; may hold server text
  std::vector<std::string> invalid;  // why this run cannot be trusted; empty: it can
  std::optional<std::string> server_died;
  std::optional<std::string> server_restarted;        // it is up, but it is not the process that it was
  std::optional<std::string> usage_disagrees;         // its own token counts contradict its streams
  std::map<std::string, std::int64_t> token_sources;  // of completed measured answers: where N comes from
  ClientStats client;
  std::string started_at;  // wall time, for people
};

// What a scenario was asked to do, so that a later reader needs no suite.
struct ScenarioSummary {
  std::string name;
  int concurrency = 1;
  std::int64_t requests = 0;
  int max_tokens = 0;
  bool stream = true;
  bool fixed_length = false;                    // the dialect fixes the output length and the scenario asks for it
  std::string plan_digest;                      // of every body in order: equal plans did equal work
  std::optional<std::string> base_plan_digest;  // of the base's; its bodies have its own model id
  int suite_line = 0;                           // of the scenario in the suite file
};

// The measured result: written before anything is judged, and never changed after.
struct ResultFile {
  std::string suite_name;
  int suite_version = 1;
  std::string suite_digest;
  std::string suite_path;
  std::string target_name;
  std::string environment;
  std::string target_path;
  std::string model;
  std::string session_id;   // random: tells results apart
  std::string measured_at;  // wall time
  int metric_definitions = kMetricDefinitionsVersion;
  int grader_version = kGraderVersion;
  std::uint64_t seed = 0;
  double session_spread = 0.03;
  std::string restart;     // "run", "side", "never", "endpoint"
  int runs_a_side = 0;     // the most that were planned
  std::vector<int> looks;  // runs a side at which it was to be judged: {4, 6, 8}, or one fixed number
  std::optional<std::string> stopped_because;  // why no later look was made
  // The other side of an interleaved comparison; nothing when no base was measured.
  std::optional<std::string> base_name;
  std::optional<Evidence> base_evidence;
  std::vector<ScenarioSummary> scenarios;
  std::vector<RunResult> runs;
  bool quality_asked = false;  // the suite names cases
  std::vector<CaseResult> quality;
  std::vector<std::string> quality_not_run;  // modes or cases and why
  Evidence evidence;
  bool interrupted = false;
  std::vector<std::string> command_line;
};

Json ResultToJson(const ResultFile& result);
Result<ResultFile> ResultFromJson(const Node& node);
Result<ResultFile> LoadResult(FileSystem& files,
                              const std::string& path);  // a result.json or the directory that holds one

// The digest that a baseline keeps of a result (its canonical bytes).
std::string ResultDigest(const ResultFile& result);

}  // namespace inferproof
