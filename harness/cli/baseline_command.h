#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/cli/commands.h"
#include "harness/cli/real_world.h"

namespace inferproof {

// Which baseline, and beside it which results, a subcommand of `baseline` is about.
struct BaselineChoice {
  std::vector<std::string> files;  // a .json file that is no result.json is the baseline, all others are results
  std::optional<std::string> suite;
  std::optional<std::string> target;
  std::string baselines = "baselines";

  void AddTo(CLI::App& command);
};

struct ChosenBaseline {
  std::string path;
  std::string text;
  Baseline baseline;
  std::vector<std::string> results;
};

// The file that is named, else the one of --suite and --target (or the target that the suite names), as the gate finds
// it. kConfig when it is not there, corrupt or conflicted; it is never written.
Result<ChosenBaseline> ReadChosen(RealWorld& world, const BaselineChoice& choice);

void AddBaselineUpdate(CLI::App& group, const std::vector<std::string>& command_line, Action* action);
void AddBaselineCheck(CLI::App& group, Action* action);
void AddBaselineDoctor(CLI::App& group, Action* action);

}  // namespace inferproof
