#include <algorithm>
#include <utility>

#include "harness/cli/baseline_command.h"

namespace inferproof {
namespace {

bool IsBaselineFile(const std::string& path) { return path.ends_with(".json") && BaseNameOf(path) != "result.json"; }

Result<std::string> PathOfTarget(RealWorld& world, const BaselineChoice& choice) {
  if (!choice.suite) {
    return MakeError(ErrorCode::kUsage, "", "no baseline was named",
                     "Give its file, or --suite FILE with --target FILE");
  }
  ASSIGN_OR_RETURN(const Suite suite, LoadSuite(world.files, *choice.suite));
  const std::optional<std::string> path = choice.target ? choice.target : suite.target;
  if (!path) return MakeError(ErrorCode::kUsage, *choice.suite, "names no target", "Give --target FILE");
  ASSIGN_OR_RETURN(const Target target, LoadTarget(world.files, *world.environment, *path));
  for (const std::string& secret : target.secrets) world.redactor.Remember(secret);
  return BaselinePath(choice.baselines, target.name, target.environment, suite.name);
}

}  // namespace

void BaselineChoice::AddTo(CLI::App& command) {
  command.add_option("files", files,
                     "The baseline file, then result directories; without the file --suite and --target find it");
  command.add_option("--suite", suite, "Suite file: finds the baseline, and holds the bands");
  command.add_option("--target", target, "Target file; default: the one the suite names");
  command.add_option("--baselines", baselines, "Directory of committed baselines")->capture_default_str();
}

Result<ChosenBaseline> ReadChosen(RealWorld& world, const BaselineChoice& choice) {
  ChosenBaseline chosen;
  for (const std::string& file : choice.files) {
    if (!IsBaselineFile(file)) {
      chosen.results.push_back(file);
    } else if (chosen.path.empty()) {
      chosen.path = file;
    } else {
      return MakeError(ErrorCode::kUsage, file, "a second baseline beside " + chosen.path, "Name one at a time");
    }
  }
  if (chosen.path.empty()) {
    ASSIGN_OR_RETURN(chosen.path, PathOfTarget(world, choice));
  }
  if (!world.files.Exists(chosen.path)) return MakeError(ErrorCode::kConfig, chosen.path, "no such baseline");
  ASSIGN_OR_RETURN(chosen.text, world.files.Read(chosen.path));
  ASSIGN_OR_RETURN(chosen.baseline, ParseBaseline(chosen.text, chosen.path));
  return chosen;
}

}  // namespace inferproof
