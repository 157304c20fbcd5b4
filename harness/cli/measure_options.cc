#include "harness/cli/measure_options.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "harness/cli/app.h"
#include "harness/cli/doctor_client.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/result_files.h"

namespace inferproof {
namespace {

constexpr int kMostRuns = 100;
constexpr int kQualityAsks = 3;
constexpr int kDefaultRuns = 6;

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
  command.add_option("--base-target", base_target,
                     "Target file of a base, measured beside the target in turn; default: the `base` in the target");
  command.add_option("--out", out, "Result directory; default: out/<suite>-<time>");
  command.add_option("--runs", runs, "Runs of each scenario (on each side, with a base): a fixed number, judged once")
      ->check(CLI::Range(1, kMostRuns));
  command.add_option("--export-google-benchmark", export_google_benchmark,
                     "Also write the run values as Google Benchmark JSON, for its compare.py");
  command.add_option("--threads", threads, "Threads that carry the load, each with its own connections")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command.add_option("--client-proof", client_proof,
                     "Proof made by `doctor --client`; default: ~/.cache/inferproof/client.json, where it is");
  command.add_flag("--allow-unproven-client", allow_unproven_client,
                   "A load beyond the client's proof is a note in the report instead of an invalid run");
  command
      .add_option("--export-github-action-benchmark", export_benchmark_action,
                  "Also write the means as PREFIX-smaller.json and PREFIX-bigger.json, for github-action-benchmark")
      ->type_name("PREFIX");
  command.add_flag("--dry-run", dry_run, "Print what would be sent and what it may cost, and send nothing");
}

namespace {

Result<Target> ReadTarget(RealWorld& world, const std::string& path) {
  ASSIGN_OR_RETURN(Target target, LoadTarget(world.files, *world.environment, path));
  for (const std::string& secret : target.secrets) world.redactor.Remember(secret);
  return target;
}

Result<Target> CandidateTarget(RealWorld& world, const MeasureOptions& options, const Suite& suite) {
  if (options.endpoint) {
    if (!options.model) return MakeError(ErrorCode::kUsage, "--endpoint", "needs --model", "Name the model to ask for");
    return TargetFromFlags(*options.endpoint, *options.model, options.api_key_env);
  }
  const std::optional<std::string> path = options.target ? options.target : suite.target;
  if (path) return ReadTarget(world, *path);
  return MakeError(ErrorCode::kUsage, options.suite, "names no target",
                   "Give --target FILE, or --endpoint URL with --model ID");
}

}  // namespace

Result<Prepared> Prepare(RealWorld& world, const MeasureOptions& options) {
  ASSIGN_OR_RETURN(Suite suite, LoadSuite(world.files, options.suite));
  ASSIGN_OR_RETURN(Target target, CandidateTarget(world, options, suite));
  if (options.base_target) {
    ASSIGN_OR_RETURN(Target base, ReadTarget(world, *options.base_target));
    base.base.reset();
    target.base = std::make_shared<const Target>(std::move(base));
  }
  return Prepared{std::move(suite), std::move(target)};
}

std::vector<int> OneLook(const MeasureOptions& options, const Suite& suite) {
  return {options.runs.value_or(suite.gates.runs.value_or(kDefaultRuns))};
}

Result<SessionPlan> MakePlan(RealWorld& world, const MeasureOptions& options, const Prepared& prepared,
                             std::vector<int> looks, const std::vector<std::string>& command_line) {
  SessionOptions session;
  session.looks = std::move(looks);
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
  ASSIGN_OR_RETURN(session.client.proof, FindClientProof(world, options.client_proof));
  session.client.threads = options.threads;
  session.client.allow_unproven = options.allow_unproven_client;
  World real = world.ForSession();
  return PlanSession(real, prepared.suite, prepared.target, session);
}

namespace {

Status WriteExports(RealWorld& world, const MeasureOptions& options, const Report& report) {
  if (options.export_google_benchmark)
    RETURN_IF_ERROR(ExportGoogleBenchmark(world.files, world.redactor, *options.export_google_benchmark, report));
  if (options.export_benchmark_action)
    RETURN_IF_ERROR(ExportBenchmarkAction(world.files, world.redactor, *options.export_benchmark_action, report));
  return {};
}

}  // namespace

int ExportTo(RealWorld& world, const MeasureOptions& options, const Report& report) {
  const Status written = WriteExports(world, options, report);
  if (written.ok()) return report.exit_code;
  world.console.PrintError(written.error());
  return report.exit_code == kExitPass ? kExitNotMeasured : report.exit_code;
}

}  // namespace inferproof
