#include <algorithm>
#include <memory>
#include <utility>

#include "harness/cli/app.h"
#include "harness/cli/commands.h"
#include "harness/cli/doctor_client.h"
#include "harness/cli/doctor_opponent.h"
#include "harness/cli/doctor_output.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/measure_options.h"
#include "harness/cli/with_world.h"
#include "harness/json/canonical.h"
#include "harness/os/process.h"

namespace inferproof {
namespace {

struct DoctorFlags {
  std::string suite;
  std::optional<std::string> target;
  std::string baselines = "baselines";
  std::optional<std::string> baseline;
  std::optional<std::string> result;
  std::optional<std::string> out;
  std::uint64_t seed = 20260101;
  bool quick = false;
  bool client = false;
  ClientFlags client_flags;
};

Result<Recorded> LoadRecorded(RealWorld& world, const DoctorFlags& flags, const Prepared& prepared) {
  if (flags.result) {
    ASSIGN_OR_RETURN(const ResultFile result, LoadResult(world.files, *flags.result));
    return RecordedIn(prepared.suite, result, *flags.result);
  }
  const std::string path = flags.baseline.value_or(
      BaselinePath(flags.baselines, prepared.target.name, prepared.target.environment, prepared.suite.name));
  ASSIGN_OR_RETURN(const std::optional<Baseline> baseline, LoadBaseline(world.files, path));
  if (!baseline) {
    return MakeError(ErrorCode::kConfig, path, "no such baseline",
                     "Measure and accept one first (docs/getting-started.md), or name a result with --result");
  }
  return RecordedIn(prepared.suite, prepared.target, *baseline);
}

CheckOptions OptionsFor(const DoctorFlags& flags) {
  CheckOptions options;
  if (flags.quick) options = {.clean = 200, .planted = 100, .work = 20, .seed = 0, .interrupted = {}};
  options.seed = flags.seed;
  options.interrupted = [] { return Interrupted(); };
  return options;
}

std::string Directory(const Clock& clock, const Suite& suite) {
  std::string stamp = clock.Wall().Iso8601();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return "out/doctor-" + suite.name + "-" + stamp;
}

Result<std::vector<LiveGate>> PlayLive(RealWorld& world, const Suite& suite, std::size_t cases) {
  ASSIGN_OR_RETURN(const Suite cut, CutShort(suite));
  const std::string directory = Directory(world.clock, suite);
  world.console.Print("then real gates against the reference engine: about " +
                      HumanDuration(OpponentEstimate(cut, cases)) + "; results below " + directory + "\n");
  return PlayOpponent(world, cut, directory);
}

bool AllSeen(const std::vector<LiveGate>& live) {
  for (const LiveGate& gate : live) {
    if (!gate.ok) return false;
  }
  return true;
}

Result<int> CheckGate(RealWorld& world, const DoctorFlags& flags) {
  MeasureOptions measure;
  measure.suite = flags.suite;
  measure.target = flags.target;
  ASSIGN_OR_RETURN(const Prepared prepared, Prepare(world, measure));
  ASSIGN_OR_RETURN(const Recorded recorded, LoadRecorded(world, flags, prepared));
  const CheckOptions options = OptionsFor(flags);
  world.console.Print("planting into recorded runs: " + std::to_string(options.clean) +
                      " gates with nothing planted, " + std::to_string(options.planted) + " for each slow-down, " +
                      std::to_string(options.work) + " for each fault; seed " + std::to_string(flags.seed) + "\n");
  const LookPlan looks = StandardLooks();
  const int runs = prepared.has_base() ? looks.looks.back().runs : OneLook(measure, prepared.suite).front();
  const GateShape shape{recorded.RunsASession(), runs, prepared.has_base()};
  const Referee referee{Judge, [](const Verdict& verdict) { return AfterLook(verdict, false); }};
  const GateReport report = CheckGates(prepared.suite, recorded, shape, looks, referee, options);
  std::vector<LiveGate> live;
  if (!flags.quick && !Interrupted()) {
    ASSIGN_OR_RETURN(live, PlayLive(world, prepared.suite, recorded.cases.size()));
  }
  if (Interrupted()) return kExitInterrupted;
  world.console.Print(RenderDoctor(report, live));
  if (flags.out) {
    ASSIGN_OR_RETURN(const std::string text, WriteCanonical(DoctorToJson(report, live, flags.suite, flags.seed)));
    RETURN_IF_ERROR(world.files.WriteAtomic(*flags.out, text));
  }
  return report.sound() && AllSeen(live) ? kExitPass : kExitRegressed;
}

Result<int> Check(RealWorld& world, DoctorFlags flags) {
  if (!flags.client && flags.suite.empty()) {
    return MakeError(ErrorCode::kUsage, "doctor", "wants --gate SUITE or --client");
  }
  if (!flags.client) return CheckGate(world, flags);
  flags.client_flags.out = flags.out;
  std::vector<int>& streams = flags.client_flags.streams;
  std::sort(streams.begin(), streams.end());
  streams.erase(std::unique(streams.begin(), streams.end()), streams.end());
  return CheckClient(world, flags.client_flags);
}

}  // namespace

void AddDoctorCommand(CLI::App& app, Action* action) {
  CLI::App* command =
      app.add_subcommand("doctor", "Check that a gate can fail (--gate), or how exact the client is here (--client)");
  auto flags = std::make_shared<DoctorFlags>();
  CLI::Option* gate =
      command->add_option("--gate", flags->suite, "Suite whose gates are checked, such as suites/smoke.json");
  command->add_option("--target", flags->target, "Target file; default: the one the suite names");
  command->add_option("--baselines", flags->baselines, "Directory of committed baselines")->capture_default_str();
  CLI::Option* baseline = command->add_option("--baseline", flags->baseline, "Baseline whose runs are planted into");
  command->add_option("--result", flags->result, "Result directory whose runs are planted into instead")
      ->excludes(baseline);
  command->add_option(
      "--out", flags->out,
      "File for the report as JSON; --client: for the proof (default: ~/.cache/inferproof/client.json)");
  command->add_option("--seed", flags->seed, "Seed of everything planted")->capture_default_str();
  command->add_flag("--quick", flags->quick, "Fewer planted gates, and none against the reference engine");
  CLI::Option* client =
      command->add_flag("--client", flags->client,
                        "Find the load up to which this machine's client is exact, and keep that as its proof");
  client->excludes(gate);
  command->add_option("--streams", flags->client_flags.streams, "--client: concurrencies to try, rising")
      ->delimiter(',')
      ->check(CLI::Range(1, 16384))
      ->capture_default_str()
      ->needs(client);
  command->add_option("--threads", flags->client_flags.threads, "--client: threads that carry the load")
      ->check(CLI::Range(1, 64))
      ->capture_default_str()
      ->needs(client);
  command->add_option("--limit-ms", flags->client_flags.limit_ms, "--client: largest p99 of the event error")
      ->check(CLI::Range(0.001, 1000.0))
      ->capture_default_str()
      ->needs(client);
  command->callback(
      [=] { *action = [=] { return WithWorld([&](RealWorld& world) { return Check(world, *flags); }); }; });
}

}  // namespace inferproof
