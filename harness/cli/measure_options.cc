#include "harness/cli/measure_options.h"

#include <algorithm>
#include <utility>

#include "harness/base/number.h"
#include "harness/cli/app.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/result_files.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

constexpr int kMostRuns = 100;
constexpr int kQualityAsks = 3;

std::string DefaultOutput(const Clock& clock, const Suite& suite) {
  std::string stamp = clock.Wall().Iso8601();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return "out/" + suite.name + "-" + stamp;
}

}  // namespace

void MeasureOptions::AddTo(CLI::App& command) {
  command.add_option("suite", suite, "Suite file, such as suites/smoke.json")->required();
  CLI::Option* target_flag = command.add_option("--target", target, "Target file; default: the one the suite names");
  CLI::Option* endpoint_flag =
      command.add_option("--endpoint", endpoint, "Base URL of an OpenAI-compatible endpoint, used as it is")
          ->excludes(target_flag);
  command.add_option("--model", model, "Model id to ask the endpoint for")->needs(endpoint_flag);
  command.add_option("--api-key-env", api_key_env, "NAME of the environment variable that holds the API key")
      ->needs(endpoint_flag);
  command.add_option("--out", out, "Result directory; default: out/<suite>-<time>");
  command.add_option("--runs", runs, "Runs of each scenario")->check(CLI::Range(1, kMostRuns));
  command.add_option("--export-google-benchmark", export_google_benchmark,
                     "Also write the run values as Google Benchmark JSON, for its compare.py");
  command.add_flag("--dry-run", dry_run, "Print what would be sent and what it may cost, and send nothing");
}

Result<Prepared> Prepare(RealWorld& world, const MeasureOptions& options) {
  ASSIGN_OR_RETURN(Suite suite, LoadSuite(world.files, options.suite));
  if (options.endpoint) {
    if (!options.model) return MakeError(ErrorCode::kUsage, "--endpoint", "needs --model", "Name the model to ask for");
    ASSIGN_OR_RETURN(Target target, TargetFromFlags(*options.endpoint, *options.model, options.api_key_env));
    return Prepared{std::move(suite), std::move(target)};
  }
  const std::optional<std::string> path = options.target ? options.target : suite.target;
  if (!path) {
    return MakeError(ErrorCode::kUsage, options.suite, "names no target",
                     "Give --target FILE, or --endpoint URL with --model ID");
  }
  ASSIGN_OR_RETURN(Target target, LoadTarget(world.files, *world.environment, *path));
  for (const std::string& secret : target.secrets) world.redactor.Remember(secret);
  return Prepared{std::move(suite), std::move(target)};
}

Result<SessionPlan> MakePlan(RealWorld& world, const MeasureOptions& options, const Prepared& prepared, int runs,
                             const std::vector<std::string>& command_line) {
  SessionOptions session;
  session.looks = {options.runs.value_or(prepared.suite.gates.runs.value_or(runs))};
  session.quality_asks = kQualityAsks;
  session.output_directory = options.out.value_or(DefaultOutput(world.clock, prepared.suite));
  if (session.output_directory.empty())
    return MakeError(ErrorCode::kUsage, "--out", "must name a directory, got nothing");
  if (HoldsResult(world.files, session.output_directory)) {
    return MakeError(ErrorCode::kUsage, session.output_directory, "already holds a result, which is never overwritten",
                     "Name another directory with --out");
  }
  session.command_line = command_line;
  session.harness_version = Version();
  World real = world.ForSession();
  return PlanSession(real, prepared.suite, prepared.target, session);
}

int ExportTo(RealWorld& world, const MeasureOptions& options, const Report& report) {
  if (!options.export_google_benchmark) return report.exit_code;
  const Status written = ExportGoogleBenchmark(world.files, world.redactor, *options.export_google_benchmark, report);
  if (written.ok()) return report.exit_code;
  world.console.PrintError(written.error());
  return report.exit_code == kExitPass ? kExitNotMeasured : report.exit_code;
}

std::string DescribeEstimate(const SessionPlan& plan) {
  std::string text = std::to_string(plan.estimate.starts) + " server starts, " +
                     std::to_string(plan.estimate.requests) + " requests, at most " +
                     std::to_string(plan.estimate.output_tokens_at_most) + " output tokens";
  if (plan.estimate.cost_at_most) {
    text += ", at most " + FormatFixed(*plan.estimate.cost_at_most, 4) + " " +
            NeutraliseForLog(plan.target.prices->currency);
  }
  if (plan.suite.budget.max_duration.count() > 0) text += ", at most " + HumanDuration(plan.suite.budget.max_duration);
  return text;
}

std::string DescribePlan(const SessionPlan& plan) {
  std::string text = "suite " + plan.suite.name + " v" + std::to_string(plan.suite.version) + " (" + plan.suite.digest +
                     "), seed " + std::to_string(plan.suite.seed) + ", target " + NeutraliseForLog(plan.target.name) +
                     ", " + std::to_string(plan.options.looks.back()) + " runs of each scenario\n";
  for (const RequestPlan& scenario : plan.scenarios) {
    text += scenario.scenario + ": concurrency " + std::to_string(scenario.concurrency) + ", " +
            std::to_string(scenario.CountOf(Phase::kWarmUp)) + " warm-up and " +
            std::to_string(scenario.CountOf(Phase::kMeasured)) + " measured requests a run, bodies " +
            PlanDigest(scenario) + "\n";
    for (const PlannedRequest& request : scenario.requests) {
      text += "  " + std::to_string(request.id) + " " + PhaseName(request.phase) + " " +
              NeutraliseForLog(request.prompt_id) + " " + NeutraliseForLog(request.body, 160) + "\n";
    }
  }
  text += "quality: " + std::to_string(plan.cases.size()) + " cases, asked " +
          std::to_string(plan.options.quality_asks) + " times\n";
  return text + "in all: " + DescribeEstimate(plan) + "\n";
}

}  // namespace inferproof
