#include <memory>
#include <utility>

#include "harness/cli/app.h"
#include "harness/cli/attempt.h"
#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/measure_options.h"
#include "harness/cli/plan_words.h"
#include "harness/cli/result_files.h"
#include "harness/cli/with_world.h"

namespace inferproof {
namespace {

// A measurement without a judgement still fails when nothing in it can be used.
int ExitCodeOf(const ResultFile& result) {
  if (result.interrupted) return kExitInterrupted;
  for (const RunResult& run : result.runs) {
    if (!run.invalid.empty()) return kExitNotMeasured;
  }
  return result.runs.empty() ? kExitNotMeasured : kExitPass;
}

Result<int> Measure(RealWorld& world, const MeasureOptions& options, const std::vector<std::string>& command_line,
                    Attempt& attempt) {
  attempt = BeginAttempt(world, options, command_line);
  ASSIGN_OR_RETURN(const Prepared prepared, Prepare(world, options));
  ASSIGN_OR_RETURN(const SessionPlan plan,
                   MakePlan(world, options, prepared, OneLook(options, prepared.suite), command_line));
  if (options.dry_run) {
    world.console.Print(DescribePlan(plan, std::nullopt));
    return kExitPass;
  }
  world.console.Print("measuring: " + DescribeEstimate(plan, std::nullopt) + "\n");
  World real = world.ForSession();
  const std::string& directory = attempt.directory = plan.options.output_directory;
  ASSIGN_OR_RETURN(ResultFile result, RunSession(real, plan));
  RETURN_IF_ERROR(WriteResult(world.files, world.redactor, directory, result));
  const int code = ExitCodeOf(result);
  Report report{std::move(result), {}, code, Version(), directory, options.suite, {}};
  RETURN_IF_ERROR(WriteReports(world.files, world.redactor, report));
  world.console.Print(RenderConsole(report, {world.console.colour()}));
  return ExportTo(world, options, report);
}

}  // namespace

void AddRunCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action) {
  CLI::App* command = app.add_subcommand("run", "Measure a suite and keep the result, without judging it");
  auto options = std::make_shared<MeasureOptions>();
  options->AddTo(*command);
  command->callback([=] {
    *action = [=] {
      Attempt attempt;
      return WithWorld(
          [&](RealWorld& world) { return Measure(world, *options, command_line, attempt); },
          [&](RealWorld& world, const Error& error) { ReportFailure(world, CiSystem::kNone, attempt, error); });
    };
  });
}

}  // namespace inferproof
