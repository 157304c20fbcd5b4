#include <memory>
#include <utility>

#include "harness/base/text.h"
#include "harness/cli/app.h"
#include "harness/cli/attempt.h"
#include "harness/cli/ci_output.h"
#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/measure_options.h"
#include "harness/cli/plan_words.h"
#include "harness/cli/result_files.h"
#include "harness/cli/with_world.h"
#include "harness/gate/gate.h"
#include "harness/report/neutralise.h"
#include "harness/suite/waivers.h"

namespace inferproof {
namespace {

struct GateFlags {
  MeasureOptions measure;
  std::string baselines = "baselines";
  std::optional<std::string> baseline;
  std::vector<std::string> vary;
  std::string ci = "auto";
  bool decide = false;
  bool strict = false;
  bool require_baseline = false;
};

// What the verdict cannot know: where the files are and how it was called.
void Complete(RealWorld& world, const CiOutput& output, const std::string& directory,
              const std::vector<std::string>& command_line, Verdict& verdict) {
  ReplaceAll(verdict.next_command, "RESULT", directory);
  verdict.repeat_command = world.redactor.Clean(Join(command_line, " "));
  output.Anchor(verdict);
}

GateOptions OptionsFor(const GateFlags& flags, const ResultFile& result) {
  return GateOptions{.vary = flags.vary, .looks = LooksOf(result)};
}

// Judges what there is after a look, and says what is to be run again.
AfterLookHook LookHook(RealWorld& world, const GateFlags& flags, const Suite& suite,
                       const std::optional<Baseline>& baseline) {
  return [&](const ResultFile& so_far) {
    const Verdict verdict = Judge(suite, so_far, baseline, OptionsFor(flags, so_far));
    LookDecision decision = AfterLook(verdict, flags.decide);
    std::string line = "a look: " + decision.why;
    if (!decision.again.empty()) line += "; next: " + Join(decision.again, ", ");
    world.console.Print(NeutraliseForLog(line) + "\n");
    return NextRuns{std::move(decision.again), std::move(decision.why)};
  };
}

// A base allows to look early and to stop; a stored baseline is judged once, after a fixed number of runs. `gates.runs`
// of the suite is the latter's.
std::vector<int> LooksFor(const GateFlags& flags, const Prepared& prepared) {
  if (!prepared.has_base() || flags.measure.runs) return OneLook(flags.measure, prepared.suite);
  std::vector<int> looks;
  for (const Look& look : StandardLooks().looks) looks.push_back(look.runs);
  return looks;
}

Result<int> JudgeAndReport(RealWorld& world, const GateFlags& flags, const Suite& suite, const std::string& directory,
                           ResultFile result, const std::optional<Baseline>& baseline,
                           const std::vector<std::string>& command_line) {
  const CiOutput output(world, DetectCi(*world.environment, flags.ci));
  Report report{std::move(result), {}, 0, Version(), directory, output.Placed(suite.path), {}};
  Verdict verdict = Judge(suite, report.result, baseline, OptionsFor(flags, report.result));
  Complete(world, output, directory, command_line, verdict);
  report.exit_code =
      report.result.interrupted ? kExitInterrupted : ExitCodeFor(verdict, {flags.strict, flags.require_baseline});
  report.verdict = std::move(verdict);
  output.WriteFiles(report);
  RETURN_IF_ERROR(WriteReports(world.files, world.redactor, report));
  world.console.Print(RenderConsole(report, {world.console.colour()}));
  output.Print(report);
  return ExportTo(world, flags.measure, report);
}

Result<int> Gate(RealWorld& world, const GateFlags& flags, const std::vector<std::string>& command_line,
                 Attempt& attempt) {
  attempt = BeginAttempt(world, flags.measure, command_line);
  RETURN_IF_ERROR(CheckVary(flags.vary));
  ASSIGN_OR_RETURN(const Prepared prepared, Prepare(world, flags.measure));
  if (flags.decide && !prepared.has_base()) {
    return MakeError(ErrorCode::kUsage, "--decide", "needs a base: a stored baseline is judged once",
                     "Give the target a `base`, or --base-target FILE");
  }
  const std::string path = flags.baseline.value_or(
      BaselinePath(flags.baselines, prepared.target.name, prepared.target.environment, prepared.suite.name));
  // An unreadable baseline is an error before anything is measured.
  ASSIGN_OR_RETURN(const std::optional<Baseline> baseline, LoadBaseline(world.files, path));
  if (flags.baseline && !baseline) return MakeError(ErrorCode::kConfig, path, "no such baseline");
  ASSIGN_OR_RETURN(const SessionPlan plan,
                   MakePlan(world, flags.measure, prepared, LooksFor(flags, prepared), command_line));
  RETURN_IF_ERROR(CheckWaivers(prepared.suite, plan.cases, world.clock.Wall().Iso8601()));
  const std::optional<Rates> rates = RatesOf(baseline, plan);
  if (flags.measure.dry_run) {
    world.console.Print(DescribePlan(plan, rates));
    return kExitPass;
  }
  world.console.Print("measuring: " + DescribeEstimate(plan, rates) + "\n");
  World real = world.ForSession();
  const std::string& directory = attempt.directory = plan.options.output_directory;
  ASSIGN_OR_RETURN(ResultFile result, RunSession(real, plan, LookHook(world, flags, prepared.suite, baseline)));
  RETURN_IF_ERROR(WriteResult(world.files, world.redactor, directory, result));
  return JudgeAndReport(world, flags, prepared.suite, directory, std::move(result), baseline, command_line);
}

int GateToExit(const GateFlags& flags, const std::vector<std::string>& command_line) {
  Attempt attempt;
  return WithWorld([&](RealWorld& world) { return Gate(world, flags, command_line, attempt); },
                   [&](RealWorld& world, const Error& error) {
                     ReportFailure(world, DetectCi(*world.environment, flags.ci), attempt, error);
                   });
}

}  // namespace

void AddGateCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action) {
  CLI::App* command = app.add_subcommand(
      "gate", "Measure a suite, compare it with the baseline, and give one verdict and one exit code");
  auto flags = std::make_shared<GateFlags>();
  flags->measure.AddTo(*command);
  command->add_option("--baselines", flags->baselines, "Directory of committed baselines")->capture_default_str();
  command->add_option("--baseline", flags->baseline,
                      "One baseline file; default: <baselines>/<target>/<environment>/<suite>.json");
  command->add_option("--vary", flags->vary, "Fingerprint field (or its prefix) that the comparison is about");
  AddCiFlag(*command, &flags->ci);
  command->add_flag("--decide", flags->decide,
                    "With a base: go on to the last look where there is no sign of a regression but no decision");
  command->add_flag("--strict", flags->strict, "An inconclusive verdict exits with 5");
  command->add_flag("--require-baseline", flags->require_baseline, "No baseline exits with 4");
  command->callback([=] { *action = [=] { return GateToExit(*flags, command_line); }; });
}

}  // namespace inferproof
