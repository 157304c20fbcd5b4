#include <memory>
#include <utility>

#include "harness/base/text.h"
#include "harness/cli/any_result.h"
#include "harness/cli/app.h"
#include "harness/cli/attempt.h"
#include "harness/cli/ci_output.h"
#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/result_files.h"
#include "harness/cli/suite_rules.h"
#include "harness/cli/with_world.h"
#include "harness/compare/comparison.h"
#include "harness/import/import.h"
#include "harness/report/neutralise.h"
#include "harness/suite/waivers.h"

namespace inferproof {
namespace {

struct CompareFlags {
  std::vector<std::string> sides;
  std::optional<std::string> suite;
  std::optional<std::string> out;
  std::vector<std::string> vary;
  std::string ci = "auto";
  bool strict = false;
};

bool IsBaseline(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  const auto schema = json.is_object() ? json.find("schema") : json.end();
  return schema != json.end() && schema->is_string() && schema->get<std::string>().starts_with("inferproof.baseline/");
}

Result<ComparedSide> LoadSide(RealWorld& world, const std::string& path) {
  ComparedSide side;
  if (!world.files.List(path).ok() && world.files.Exists(path)) {
    ASSIGN_OR_RETURN(const std::string text, world.files.Read(path));
    if (IsBaseline(text)) {
      ASSIGN_OR_RETURN(side.accepted, ParseBaseline(text, path));
      return side;
    }
  }
  ASSIGN_OR_RETURN(side.results, LoadAnyResults(world, path));
  if (side.results.empty()) {
    return MakeError(ErrorCode::kConfig, path, "holds no result",
                     "Give a result directory, a directory of result directories, a baseline file, or result files of "
                     "another tool (docs/importing.md)");
  }
  return side;
}

// What the files of other tools do not say limits the verdict, and is said with it.
std::vector<std::string> CaveatsOf(const ComparedSide& side) {
  std::vector<std::string> caveats;
  for (const ResultFile& result : side.results) {
    for (std::string& caveat : ImportCaveats(result)) caveats.push_back(NeutraliseForLog(caveat, 500));
  }
  return caveats;
}

Result<Comparison> LoadComparison(RealWorld& world, const CompareFlags& flags) {
  RETURN_IF_ERROR(CheckVary(flags.vary, {"target", "environment"}));
  ASSIGN_OR_RETURN(ComparedSide base, LoadSide(world, flags.sides.front()));
  if (flags.sides.size() == 1) {
    if (base.accepted || base.results.size() != 1)
      return MakeError(ErrorCode::kUsage, flags.sides.front(), "is one side of a comparison", "Name the candidate too");
    return PrepareAgain(std::move(base.results.front()), flags.vary);
  }
  ASSIGN_OR_RETURN(ComparedSide candidate, LoadSide(world, flags.sides.back()));
  std::vector<std::string> imported = CaveatsOf(base);
  for (std::string& caveat : CaveatsOf(candidate)) imported.push_back(std::move(caveat));
  ASSIGN_OR_RETURN(Comparison comparison, Prepare(std::move(base), std::move(candidate), flags.vary));
  comparison.caveats.insert(comparison.caveats.end(), imported.begin(), imported.end());
  return comparison;
}

// To see it again: what was compared, and nothing of where the answer was written.
std::string RepeatCommandOf(const CompareFlags& flags) {
  std::vector<std::string> words = {"inferproof", "compare"};
  words.insert(words.end(), flags.sides.begin(), flags.sides.end());
  if (flags.suite) words.insert(words.end(), {"--suite", *flags.suite});
  for (const std::string& field : flags.vary) words.insert(words.end(), {"--vary", field});
  return Join(words, " ");
}

Result<int> Compare(RealWorld& world, const CompareFlags& flags) {
  ASSIGN_OR_RETURN(Comparison comparison, LoadComparison(world, flags));
  ASSIGN_OR_RETURN(SuiteRules rules, RulesFor(world, flags.suite, comparison.candidate));
  RETURN_IF_ERROR(CheckWaivers(rules.suite, {}, world.clock.Wall().Iso8601()));
  if (!rules.said.empty()) comparison.caveats.push_back(rules.said);
  const std::string suite_path = rules.suite.path;
  Verdict verdict = JudgeComparison(std::move(rules.suite), comparison);
  const std::string& directory = flags.sides.back();
  ReplaceAll(verdict.next_command, "RESULT", directory);
  verdict.repeat_command = world.redactor.Clean(RepeatCommandOf(flags));
  const CiOutput output(world, DetectCi(*world.environment, flags.ci));
  output.Anchor(verdict);
  Report report{std::move(comparison.candidate), {}, 0, Version(), flags.out.value_or(directory),
                output.Placed(suite_path),       {}};
  report.exit_code = ExitCodeFor(verdict, {flags.strict, false});
  report.verdict = std::move(verdict);
  if (flags.out) {
    RETURN_IF_ERROR(world.files.MakeDirectories(*flags.out));
    output.WriteFiles(report);
    RETURN_IF_ERROR(WriteReports(world.files, world.redactor, report));
  }
  world.console.Print(RenderConsole(report, {world.console.colour()}));
  output.Print(report);
  return report.exit_code;
}

int CompareToExit(const CompareFlags& flags) {
  return WithWorld([&](RealWorld& world) { return Compare(world, flags); },
                   [&](RealWorld& world, const Error& error) {
                     Attempt attempt;
                     attempt.suite = flags.sides.back();
                     attempt.command_line = {RepeatCommandOf(flags)};
                     ReportFailure(world, DetectCi(*world.environment, flags.ci), attempt, error);
                   });
}

}  // namespace

void AddCompareCommand(CLI::App& app, Action* action) {
  CLI::App* command = app.add_subcommand("compare", "Judge results that were measured before, without measuring");
  auto flags = std::make_shared<CompareFlags>();
  command
      ->add_option("sides", flags->sides,
                   "BASE, then CANDIDATE: a result, a directory of results (one a session), a result file of another "
                   "tool or a directory of them (one a run), or, on one side, a baseline file; one result alone when "
                   "it holds its base")
      ->required()
      ->expected(1, 2);
  command->add_option("--suite", flags->suite, "Suite file whose gate rules count; default: the one the result names");
  command->add_option("--vary", flags->vary,
                      "Field that the comparison is about: of the fingerprint (or its prefix), target or environment");
  command->add_option("--out", flags->out, "Directory to write verdict.json and report.md to");
  AddCiFlag(*command, &flags->ci);
  command->add_flag("--strict", flags->strict, "An inconclusive verdict exits with 5");
  command->callback([=] { *action = [=] { return CompareToExit(*flags); }; });
}

}  // namespace inferproof
