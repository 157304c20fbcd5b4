#include "harness/cli/doctor_opponent.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/base/number.h"
#include "harness/cli/app.h"
#include "harness/cli/result_files.h"
#include "harness/doctor/judged.h"
#include "harness/gate/gate.h"

namespace inferproof {
namespace {

constexpr int kMostRequests = 24;
constexpr int kMostConcurrent = 16;
constexpr int kMostTokens = 16;
constexpr int kRuns = 4;
constexpr int kAsks = 3;
constexpr int kSessions = 8;  // the accepted one, the clean one and six faults
constexpr double kTtftMs = 20;
constexpr double kTokenMs = 2;
constexpr double kSessionSpread = 0.01;

// Beyond what the gate says it catches with 90 % probability.
constexpr double kBeyondDoubt = 1.5;

using Flags = std::vector<std::string>;

Flags Paced(double ttft_ms, double token_ms) {
  return {"--profile", "ttft-ms=" + FormatShortest(ttft_ms), "--profile", "token-ms=" + FormatShortest(token_ms)};
}

Flags Broken(const std::string& fault) {
  Flags flags = Paced(kTtftMs, kTokenMs);
  flags.insert(flags.end(), {"--fault", fault});
  return flags;
}

Target OpponentWith(const Flags& flags) {
  Target target;
  target.path = "reference engine";
  target.name = "opponent";
  target.command = {"{self}", "serve", "--port", "{port}", "--model", "{model}"};
  target.command.insert(target.command.end(), flags.begin(), flags.end());
  target.working_directory = ".";
  target.model = "reference-model";
  target.readiness.interval = std::chrono::milliseconds(10);
  target.session_spread = kSessionSpread;
  return target;
}

// The smallest slow-down that a deciding metric with one of these names promises to see; nothing when none decides.
std::optional<double> SmallestSeen(const Verdict& clean, const std::vector<std::string>& prefixes) {
  std::optional<double> smallest;
  for (const ScenarioVerdict& scenario : clean.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      const bool named = std::any_of(prefixes.begin(), prefixes.end(),
                                     [&](const std::string& prefix) { return metric.metric.starts_with(prefix); });
      if (!named || metric.role != Role::kGate || !metric.relative || !metric.fails_from) continue;
      const double reach = metric.better == Better::kHigher ? 1 / (1 + *metric.fails_from) - 1 : *metric.fails_from;
      const double slowdown = std::max(2 * metric.limit, kBeyondDoubt * reach);
      if (!smallest || slowdown < *smallest) smallest = slowdown;
    }
  }
  return smallest;
}

class Opponent {
 public:
  Opponent(RealWorld& world, const Suite& suite, std::string directory)
      : world_(world), suite_(suite), directory_(std::move(directory)) {}

  Result<std::vector<LiveGate>> Play() {
    ASSIGN_OR_RETURN(const ResultFile accepted, Measure("accepted", Paced(kTtftMs, kTokenMs)));
    UpdateRequest request;
    request.results = {accepted};
    request.reason = "the healthy engine of this check";
    ASSIGN_OR_RETURN(UpdateOutcome outcome, UpdateBaseline(std::nullopt, request));
    baseline_ = std::move(outcome.baseline);
    ASSIGN_OR_RETURN(const Verdict clean, Judged("clean", Paced(kTtftMs, kTokenMs)));
    Record("nothing", false, clean);
    RETURN_IF_ERROR(PlantSlowDowns(clean));
    RETURN_IF_ERROR(PlantFaults());
    return std::move(gates_);
  }

 private:
  Result<ResultFile> Measure(const std::string& name, const Flags& flags) {
    SessionOptions options;
    options.looks = {kRuns};
    options.quality_asks = kAsks;
    options.output_directory = JoinPath(directory_, name);
    options.harness_version = Version();
    World real = world_.ForSession();
    ASSIGN_OR_RETURN(const SessionPlan plan, PlanSession(real, suite_, OpponentWith(flags), options));
    ASSIGN_OR_RETURN(ResultFile result, RunSession(real, plan));
    if (result.interrupted) return MakeError(ErrorCode::kInterrupted, name, "interrupted");
    RETURN_IF_ERROR(WriteResult(world_.files, world_.redactor, options.output_directory, result));
    return result;
  }

  // Judged as a change of the engine's speed: its pacing is what the comparison is about.
  Result<Verdict> Judged(const std::string& name, const Flags& flags) {
    ASSIGN_OR_RETURN(const ResultFile result, Measure(name, flags));
    return Judge(suite_, result, baseline_, GateOptions{.vary = {"engine"}});
  }

  void Record(const std::string& planted, bool expected_red, const Verdict& verdict) {
    const bool red = IsRed(verdict.word);
    gates_.push_back({planted, expected_red, VerdictName(verdict.word), verdict.headline, red == expected_red});
  }

  void NotPlayed(const std::string& planted, const std::string& why) {
    gates_.push_back({planted, true, "not played", why, true});
  }

  Status PlayOne(const std::string& planted, const std::string& name, const Flags& flags) {
    ASSIGN_OR_RETURN(const Verdict verdict, Judged(name, flags));
    Record(planted, true, verdict);
    return {};
  }

  Status PlantSlowDowns(const Verdict& clean) {
    const std::optional<double> decode = SmallestSeen(clean, {"tpot_", "itl_", "output_tps", "request_rps", "e2e_"});
    // A rate, and a whole answer, hold the first token too: decoding is about half of them here.
    if (decode) {
      RETURN_IF_ERROR(PlayOne("decoding " + FormatPercent(2 * *decode) + " slower", "slow-decode",
                              Paced(kTtftMs, kTokenMs * (1 + 2 * *decode))));
    } else {
      NotPlayed("slower decoding", "the suite gates no metric of it");
    }
    const std::optional<double> first = SmallestSeen(clean, {"ttft_"});
    if (!first) {
      NotPlayed("a later first token", "the suite gates no metric of it");
      return {};
    }
    return PlayOne("first token " + FormatPercent(*first) + " later", "late-first",
                   Paced(kTtftMs * (1 + *first), kTokenMs));
  }

  Status PlantFaults() {
    const bool any_case = std::any_of(baseline_->cases.begin(), baseline_->cases.end(), [](const auto& entry) {
      return entry.second.case_class == CaseClass::kStablePass;
    });
    if (any_case) {
      RETURN_IF_ERROR(PlayOne("wrong answers", "wrong", Broken("wrong")));
    } else {
      NotPlayed("wrong answers", "the engine knows the answer to none of the suite's cases");
    }
    const bool streams = std::any_of(suite_.scenarios.begin(), suite_.scenarios.end(),
                                     [](const Scenario& scenario) { return scenario.stream; });
    if (streams) {
      RETURN_IF_ERROR(PlayOne("a third of the streams dropped", "dropped", Broken("truncated=0.33")));
    } else {
      NotPlayed("dropped streams", "the suite streams nothing");
    }
    RETURN_IF_ERROR(PlayOne("answers half as long", "early-stop", Broken("early-stop")));
    return PlayOne("the server dies", "death", Broken("die-after=12"));
  }

  RealWorld& world_;
  const Suite& suite_;
  std::string directory_;
  std::optional<Baseline> baseline_;
  std::vector<LiveGate> gates_;
};

}  // namespace

Result<Suite> CutShort(Suite suite) {
  for (Scenario& scenario : suite.scenarios) {
    auto& load = std::get<ClosedLoad>(scenario.load);
    load.concurrency = std::min(load.concurrency, kMostConcurrent);
    load.requests = std::min(load.requests, kMostRequests);
    scenario.warmup_requests = std::min(scenario.warmup_requests, std::max(load.concurrency, 5));
    scenario.generation.max_tokens = std::min(scenario.generation.max_tokens, kMostTokens);
    scenario.generation.ignore_eos = false;  // the opponent speaks a dialect that does not know it
  }
  suite.control_probe = Nanos(0);
  suite.budget = {};
  suite.transcripts = Transcripts::kNone;
  ASSIGN_OR_RETURN(suite.digest, MeasuredDigest(suite));
  return suite;
}

Nanos OpponentEstimate(const Suite& cut, std::size_t cases) {
  constexpr double kStartMs = 100;
  double session_ms = 0;
  for (const Scenario& scenario : cut.scenarios) {
    const auto& load = std::get<ClosedLoad>(scenario.load);
    const double answers = (load.requests + scenario.warmup_requests) / static_cast<double>(load.concurrency);
    session_ms += kRuns * (kStartMs + answers * (kTtftMs + kTokenMs * scenario.generation.max_tokens));
  }
  session_ms += static_cast<double>(kAsks) * static_cast<double>(cases) * (kTtftMs + kTokenMs * 8);
  return FromMillis(kSessions * session_ms);
}

Result<std::vector<LiveGate>> PlayOpponent(RealWorld& world, const Suite& cut, const std::string& directory) {
  return Opponent(world, cut, directory).Play();
}

}  // namespace inferproof
