#include "harness/cli/doctor_client.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "harness/base/number.h"
#include "harness/cli/app.h"
#include "harness/cli/exit_code.h"
#include "harness/evidence/capture.h"
#include "harness/json/canonical.h"
#include "harness/os/process.h"
#include "harness/report/text_table.h"
#include "harness/target/managed_target.h"

namespace inferproof {
namespace {

constexpr char kModel[] = "reference-model";

// Streams of 50 tokens a second that drift apart, so that no two events are due together for long.
Target Engine() {
  Target target;
  target.path = "reference engine";
  target.name = "client";
  target.command = {"{self}",       "serve",        "--port",      "{port}",    "--model",           "{model}",
                    "--send-times", "--noise-seed", "1",           "--profile", "ttft-ms=50",        "--profile",
                    "token-ms=20",  "--profile",    "run-noise=0", "--profile", "request-noise=0.1", "--profile",
                    "slots=65536"};
  target.working_directory = ".";
  target.model = kModel;
  target.readiness.interval = std::chrono::milliseconds(10);
  return target;
}

using Transports = std::vector<std::unique_ptr<Transport>>;

Result<Transports> OpenTransports(const World& world, int threads, int streams) {
  Transports transports;
  for (int thread = 0; thread < threads; ++thread) {
    ASSIGN_OR_RETURN(std::unique_ptr<Transport> transport, world.make_transport(std::max(8, streams)));
    transports.push_back(std::move(transport));
  }
  return transports;
}

class Prover {
 public:
  Prover(RealWorld& world, const ClientFlags& flags) : world_(world), session_(world.ForSession()), flags_(flags) {}

  Result<ClientProof> Prove() {
    ASSIGN_OR_RETURN(const Transports first, OpenTransports(session_, 1, 1));
    const StartOptions start{.server_log_path = {}, .interrupted = [] { return Interrupted(); }};
    ASSIGN_OR_RETURN(const std::unique_ptr<RunningTarget> engine,
                     StartTarget(Engine(), start, world_.clock, *first[0]));
    const Evidence evidence = ClientEvidence(ReadHostInfo(world_.files), first[0]->Version(), Version());
    ClientProof proof;
    proof.measured_at = world_.clock.Wall().Iso8601();
    proof.client = ClientOf(evidence, flags_.threads);
    proof.limits.event_us = flags_.limit_ms * 1000;
    for (const int streams : flags_.streams) {
      ASSIGN_OR_RETURN(const ClientLevel level, Play(*engine, streams));
      proof.levels.push_back(level);
      if (WhyBeyond(level, proof.limits, flags_.threads)) break;
    }
    return proof;
  }

 private:
  Result<ClientLevel> Play(const RunningTarget& engine, int streams) {
    ASSIGN_OR_RETURN(const Transports transports, OpenTransports(session_, std::min(flags_.threads, streams), streams));
    LoadHooks hooks;
    hooks.interrupted = [] { return Interrupted(); };
    hooks.cpu_use = [this] { return ReadCpuUse(world_.files); };
    hooks.on_progress = [this, streams](std::int64_t done, std::int64_t planned) {
      world_.console.Progress(std::to_string(streams) + " streams: " + std::to_string(done) + "/" +
                              std::to_string(planned) + " answers");
    };
    const auto engine_cpu_s = [this, &engine] {
      const std::optional<ProcessUse> use = ReadProcessUse(world_.files, {*engine.pid()});
      return use ? use->cpu_s : 0;
    };
    return PlayLevel(world_.clock, transports, engine.base_url(), hooks, engine_cpu_s,
                     LevelPlan{.streams = streams, .model = kModel});
  }

  RealWorld& world_;
  World session_;
  const ClientFlags& flags_;
};

std::string Micros(const Spread& spread) {
  if (spread.n == 0) return "-";
  return FormatFixed(spread.p50, 0) + " / " + FormatFixed(spread.p99, 0) + " / " + FormatFixed(spread.max, 0);
}

std::string Percent(double share) { return FormatFixed(100 * share, 0) + " %"; }

}  // namespace

std::string RenderClientProof(const ClientProof& proof) {
  TextTable table({"streams", "events/s", "event error", "by own clock", "gap error", "TTFT error", "start", "client",
                   "engine", "others", "stamped", ""},
                  {true, true, true, true, true, true, true, true, true, true, true, false});
  for (const ClientLevel& level : proof.levels) {
    const std::optional<std::string> why = WhyBeyond(level, proof.limits, proof.client.threads);
    table.AddRow({std::to_string(level.streams), FormatFixed(level.events_per_s, 0), Micros(level.event),
                  Micros(level.event_user), Micros(level.gap), Micros(level.ttft), Micros(level.start),
                  Percent(level.cpu_share), Percent(level.engine_cpu_share), Percent(level.foreign_cpu_share),
                  Percent(level.kernel_stamp_share), why ? "BEYOND: " + *why : "ok"});
  }
  std::string text = "errors in us (p50 / p99 / max); CPU in % of a core; " + proof.client.libcurl + ", " +
                     std::to_string(proof.client.threads) + (proof.client.threads == 1 ? " thread" : " threads") + "\n";
  for (const std::string& line : table.Lines()) text += line + "\n";
  return text;
}

Result<std::string> ClientProofPath(const Environment& environment) {
  const std::optional<std::string> cache = environment.Get("XDG_CACHE_HOME");
  if (cache && !cache->empty()) return JoinPath(*cache, "inferproof/client.json");
  const std::optional<std::string> home = environment.Get("HOME");
  if (home && !home->empty()) return JoinPath(*home, ".cache/inferproof/client.json");
  return MakeError(ErrorCode::kConfig, "client proof", "neither XDG_CACHE_HOME nor HOME says where to keep it",
                   "Name a file with --out");
}

Result<std::optional<ClientProof>> FindClientProof(RealWorld& world, const std::optional<std::string>& path) {
  if (path) {
    ASSIGN_OR_RETURN(std::optional<ClientProof> proof, LoadProof(world.files, *path));
    if (!proof) return MakeError(ErrorCode::kConfig, *path, "no such file", "Make it with: inferproof doctor --client");
    return proof;
  }
  const Result<std::string> usual = ClientProofPath(*world.environment);
  // Without a home there is no proof, which the result says.
  if (!usual.ok()) return std::optional<ClientProof>();
  return LoadProof(world.files, *usual);
}

Result<int> CheckClient(RealWorld& world, const ClientFlags& flags) {
  std::string path;
  if (flags.out) {
    path = *flags.out;
  } else {
    ASSIGN_OR_RETURN(path, ClientProofPath(*world.environment));
  }
  world.console.Print("driving the reference engine at " + std::to_string(flags.streams.front()) + " to " +
                      std::to_string(flags.streams.back()) + " streams of 50 events/s, about 7 s each\n");
  ASSIGN_OR_RETURN(const ClientProof proof, Prover(world, flags).Prove());
  world.console.Print(RenderClientProof(proof));
  ASSIGN_OR_RETURN(const std::string text, WriteCanonical(ProofToJson(proof)));
  RETURN_IF_ERROR(world.files.MakeDirectories(DirectoryOf(path)));
  RETURN_IF_ERROR(world.files.WriteAtomic(path, text));
  const ClientLevel* proven = Proven(proof);
  if (proven == nullptr) {
    world.console.Print("proven for no load here; kept in " + path + ", so that every run is invalid (see " +
                        "--allow-unproven-client)\n");
    return kExitRegressed;
  }
  world.console.Print("proven up to " + std::to_string(proven->streams) + " streams and " +
                      FormatFixed(proven->events_per_s, 0) + " events/s; kept in " + path + "\n");
  return kExitPass;
}

}  // namespace inferproof
