#include <memory>
#include <utility>

#include "harness/baseline/check.h"
#include "harness/cli/any_result.h"
#include "harness/cli/baseline_command.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/with_world.h"
#include "harness/report/neutralise.h"
#include "harness/report/text_table.h"

namespace inferproof {
namespace {

std::string Listed(const std::vector<FileDifference>& differences) {
  TextTable table({"path", "committed", "would be"}, {false, false, false});
  for (const FileDifference& found : differences)
    table.AddRow({NeutraliseForLog(found.path), NeutraliseForLog(found.committed), NeutraliseForLog(found.would_be)});
  std::string text;
  for (const std::string& line : table.Lines()) text += line + "\n";
  return text;
}

// What makes the gate answer incomparable although the file is as it was written.
std::vector<std::string> Ages(const Baseline& baseline) {
  std::vector<std::string> notes;
  const auto compare = [&](const std::string& field, int written, int known) {
    if (written == known) return;
    notes.push_back(field + " is " + std::to_string(written) + " and this program's is " + std::to_string(known) +
                    ": measure it again");
  };
  compare("metric_definitions", baseline.metric_definitions, kMetricDefinitionsVersion);
  compare("grader_version", baseline.grader_version, kGraderVersion);
  return notes;
}

Result<int> Check(RealWorld& world, const BaselineChoice& choice) {
  ASSIGN_OR_RETURN(const ChosenBaseline chosen, ReadChosen(world, choice));
  ASSIGN_OR_RETURN(std::vector<FileDifference> differences, CheckBaselineFile(chosen.text, chosen.baseline));
  std::vector<std::string> notes = Ages(chosen.baseline);
  if (!chosen.results.empty()) {
    std::vector<ResultFile> results;
    for (const std::string& path : chosen.results) {
      ASSIGN_OR_RETURN(ResultFile result, LoadAnyResult(world, path));
      results.push_back(std::move(result));
    }
    ASSIGN_OR_RETURN(const Rebuilt rebuilt, RebuildAndCompare(chosen.baseline, std::move(results)));
    differences.insert(differences.end(), rebuilt.differences.begin(), rebuilt.differences.end());
    notes.insert(notes.end(), rebuilt.notes.begin(), rebuilt.notes.end());
  }
  if (!differences.empty()) world.console.Print(Listed(differences));
  for (const std::string& note : notes) world.console.Print("note: " + NeutraliseForLog(note) + "\n");
  const std::string name = NeutraliseForLog(chosen.path);
  if (!differences.empty()) {
    world.console.Print(name + ": " + std::to_string(differences.size()) +
                        " difference(s) from what the tool would have written\n");
    return kExitRegressed;
  }
  world.console.Print(name + (chosen.results.empty() ? ": written by the tool, and agrees with itself\n"
                                                     : ": what these results give\n"));
  return kExitPass;
}

}  // namespace

void AddBaselineCheck(CLI::App& group, Action* action) {
  CLI::App* command = group.add_subcommand(
      "check", "Prove that a committed baseline is what its results give, or at least what the tool writes");
  auto choice = std::make_shared<BaselineChoice>();
  choice->AddTo(*command);
  command->callback(
      [=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Check(world, *choice); }); }; });
}

}  // namespace inferproof
