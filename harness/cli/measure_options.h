#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/real_world.h"
#include "harness/report/report.h"
#include "harness/session/session.h"

namespace inferproof {

// What `gate` and `run` share: the flags that say what to measure, and where to put it.
struct MeasureOptions {
  std::string suite;
  std::optional<std::string> target;
  std::optional<std::string> base_target;
  std::optional<std::string> endpoint;
  std::optional<std::string> model;
  std::optional<std::string> api_key_env;
  std::optional<std::string> out;
  std::optional<int> runs;
  std::optional<std::string> export_google_benchmark;
  std::optional<std::string> export_benchmark_action;
  bool dry_run = false;
  int threads = 1;
  std::optional<std::string> client_proof;
  bool allow_unproven_client = false;

  void AddTo(CLI::App& command);
};

struct Prepared {
  Suite suite;
  Target target;  // with its base, where the flags or its file name one

  bool has_base() const { return target.base != nullptr; }
};

// Reads the suite and the target that the flags, or else the suite, name.
Result<Prepared> Prepare(RealWorld& world, const MeasureOptions& options);

// One look after so many runs of each scenario: what the flags, or else the suite, say; else 6.
std::vector<int> OneLook(const MeasureOptions& options, const Suite& suite);

Result<SessionPlan> MakePlan(RealWorld& world, const MeasureOptions& options, const Prepared& prepared,
                             std::vector<int> looks, const std::vector<std::string>& command_line);

// Writes the files that the flags ask for beside the result, and answers the exit code: the report's, unless that was a
// pass and a file could not be written.
int ExportTo(RealWorld& world, const MeasureOptions& options, const Report& report);

}  // namespace inferproof
