#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "harness/base/number.h"
#include "harness/session/answer_tokens.h"
#include "harness/session/cache_check.h"
#include "harness/session/case_asker.h"
#include "harness/session/client_check.h"
#include "harness/session/estimate.h"
#include "harness/session/flush.h"
#include "harness/session/plan_requests.h"
#include "harness/session/prompt_length.h"
#include "harness/session/prompt_maker.h"
#include "harness/session/run_summary.h"
#include "harness/session/sender.h"
#include "harness/session/session.h"
#include "harness/session/session_head.h"

namespace inferproof {
namespace {

constexpr Nanos kExitGrace = std::chrono::milliseconds(500);
constexpr Nanos kExitPoll = std::chrono::milliseconds(5);
constexpr char kCachedTokensNotOffered[] =
    "cached tokens: not offered by the server; whether the cache was as the suite says is not checked";

std::unique_ptr<MeasuredSide> MakeSide(World& world, const SessionPlan& plan, Side side, Transport& transport,
                                       Headers headers) {
  const std::string prefix = side == Side::kBase ? "base_" : "";
  const auto file = [&](const std::string& name) { return JoinPath(plan.options.output_directory, prefix + name); };
  const SidePlan& its = side == Side::kBase ? *plan.base : plan.candidate;
  return std::unique_ptr<MeasuredSide>(
      new MeasuredSide{side, its, headers,
                       ServerLease(world, its, transport, headers, {file("server.log"), file("start_command.txt")})});
}

int MostConnections(const SessionPlan& plan) {
  int most = 8;
  for (const RequestPlan& scenario : plan.candidate.scenarios) most = std::max(most, scenario.concurrency);
  return most;
}

// The makers of one session. Members hold what lives as long as it.
class Runner {
 public:
  Runner(World& world, const SessionPlan& plan, Transport& transport, RecordWriter& writer,
         const AfterLookHook& after_look, std::unique_ptr<MeasuredSide> candidate, std::unique_ptr<MeasuredSide> base,
         SessionPlan* to_make)
      : world_(world),
        plan_(plan),
        to_make_(to_make),
        transport_(transport),
        after_look_(after_look),
        candidate_(std::move(candidate)),
        base_(std::move(base)),
        sender_(world, plan, transport, writer),
        client_(plan.options.client),
        spent_(EstimateOnce(plan)),
        spent_on_(plan.candidate.scenarios.size()) {}

  Status Run(ResultFile& result) {
    RETURN_IF_ERROR(MakeRuns(result));
    client_.Tell(result.evidence);
    return {};
  }

 private:
  Status MakeRuns(ResultFile& result) {
    RETURN_IF_ERROR(sender_.OpenThreads(MostConnections(plan_)));
    RETURN_IF_ERROR(BeginCandidate(result));
    RETURN_IF_ERROR(BeginBase(result));
    std::vector<std::size_t> scenarios = AllScenarios(plan_);
    int made = 0;
    for (const int look : plan_.options.looks) {
      if (made > 0 && !GoesOn(made, look, scenarios, result)) return {};
      spent_ = Sum(spent_, EstimateRuns(plan_, scenarios, made, look));
      RETURN_IF_ERROR(MeasureLook(made, look, scenarios, result));
      if (cut_ && made > 0 && !result.interrupted) LeaveOut(made, look, result);
      if (cut_) return {};
      made = look;
    }
    return {};
  }

  // The start that answers the quality cases; beside a base it measures nothing.
  Status BeginCandidate(ResultFile& result) {
    Result<RunningTarget*> server = candidate_->lease.Take();
    if (!server.ok()) return std::move(server).error();
    RETURN_IF_ERROR(Introduce(*candidate_, **server, result.evidence));
    client_.Know(result.evidence);
    if (to_make_ != nullptr) {
      RETURN_IF_ERROR(MakePrompts(world_, transport_, *candidate_, **server, *to_make_, result));
    }
    RETURN_IF_ERROR(AskCases(plan_, sender_, *candidate_, **server, result));
    base_ ? candidate_->lease.EndTurn() : candidate_->lease.Return();
    return {};
  }

  // The start that says what the base is; it measures nothing either.
  Status BeginBase(ResultFile& result) {
    if (!base_ || sender_.Stopped(result)) return {};
    Result<RunningTarget*> server = base_->lease.Take();
    if (!server.ok() && server.error().code == ErrorCode::kInterrupted) {
      result.interrupted = true;
      return {};
    }
    if (!server.ok()) return OfSide(Side::kBase, std::move(server).error());
    const Status known = Introduce(*base_, **server, result.base_evidence.emplace());
    if (!known.ok()) return OfSide(Side::kBase, known.error());
    if (!plan_.base->throw_away.requests.empty()) {
      const RunLog log = sender_.Send(*base_, **server, {plan_.base->throw_away, "thrown-away", 0, false});
      RETURN_IF_ERROR(CheckAdmitted(*base_, log));
    }
    base_->lease.EndTurn();
    return {};
  }

  Status Introduce(MeasuredSide& side, RunningTarget& server, Evidence& evidence) {
    RETURN_IF_ERROR(CheckModel(side.plan.target, server.base_url(), side.headers, world_.clock, transport_));
    return side.lease.Describe(plan_.options.harness_version, evidence);
  }

  static Status CheckAdmitted(const MeasuredSide& side, const RunLog& log) {
    const Status admitted = TurnedAway(log);
    if (admitted.ok()) return {};
    return OfSide(side.side, admitted.error());
  }

  // Whether the next look is begun, and of which scenarios; the result says why not.
  bool GoesOn(int made, int look, std::vector<std::size_t>& scenarios, ResultFile& result) {
    if (sender_.Stopped(result)) {
      if (!result.interrupted) result.stopped_because = "budget: budget.max_duration_s is spent";
      return false;
    }
    if (after_look_) {
      const NextRuns next = after_look_(result);
      result.stopped_because = next.why;
      std::erase_if(scenarios, [&](std::size_t index) {
        const std::string& name = plan_.candidate.scenarios[index].scenario;
        return std::find(next.scenarios.begin(), next.scenarios.end(), name) == next.scenarios.end();
      });
      if (scenarios.empty()) return false;
      result.stopped_because.reset();
    }
    result.stopped_because = WhyNotAfforded(made, look, scenarios);
    return !result.stopped_because;
  }

  std::optional<std::string> WhyNotAfforded(int made, int look, const std::vector<std::size_t>& scenarios) const {
    const std::string start = "budget: a look at " + std::to_string(look) + " runs a side ";
    const CostEstimate after = Sum(spent_, EstimateRuns(plan_, scenarios, made, look));
    if (const std::optional<std::string> why = WhyOverBudget(plan_.suite, after)) return start + *why;
    const Nanos limit = plan_.suite.budget.max_duration;
    const Nanos expected = sender_.Elapsed() + TimeFor(scenarios, look - made);
    if (limit.count() == 0 || expected <= limit) return std::nullopt;
    return start + "would end after " + HumanDuration(expected) + ", budget.max_duration_s is " + HumanDuration(limit);
  }

  // What `runs` runs a side of `scenarios` take, by what theirs took until now.
  Nanos TimeFor(const std::vector<std::size_t>& scenarios, int runs) const {
    Nanos time{0};
    for (const std::size_t index : scenarios) {
      const auto& [spent, count] = spent_on_[index];
      if (count > 0) time += spent / count * runs * (base_ ? 2 : 1);
    }
    return time;
  }

  Status MeasureLook(int from, int to, const std::vector<std::size_t>& scenarios, ResultFile& result) {
    for (const Turn& turn : base_ ? InterleavedTurns(from, to) : TurnsAlone(from, to)) {
      MeasuredSide& side = turn.side == Side::kBase ? *base_ : *candidate_;
      if (base_) (turn.side == Side::kBase ? *candidate_ : *base_).lease.EndTurn();
      for (const std::size_t index : scenarios) {
        cut_ = cut_ || sender_.Stopped(result);
        if (cut_) return {};
        const MonoTime began = world_.clock.Now();
        RETURN_IF_ERROR(MeasureRun(side, index, turn.run, result));
        spent_on_[index].first += world_.clock.Now() - began;
        ++spent_on_[index].second;
      }
    }
    return {};
  }

  // A look that the time budget cut short says less than the one before it, which is kept as it was.
  void LeaveOut(int made, int look, ResultFile& result) const {
    std::erase_if(result.runs, [made](const RunResult& run) { return run.run >= made; });
    result.stopped_because = "budget: budget.max_duration_s was spent before the look at " + std::to_string(look) +
                             " runs a side was complete; its runs are left out";
  }

  // How fast the machine is right now, before a server of ours is up to compete with.
  std::optional<MetricValue> Probe() const {
    if (!world_.probe || plan_.suite.control_probe.count() == 0) return std::nullopt;
    const ControlReading reading = world_.probe(plan_.suite.control_probe);
    return MetricValue{.value = reading.unit_ms, .n = reading.units};
  }

  // It did start before: not starting now is a fault of that side, kept as a run in which nothing was served.
  static RunResult Unserved(RunResult run, const RequestPlan& plan, const Error& why) {
    run.server_died = why.Text();
    run.conservation.planned = plan.CountOf(Phase::kMeasured);
    run.conservation.not_started = run.conservation.planned;
    run.metrics.values["success_rate"] = {0, run.conservation.planned, false, false};
    return run;
  }

  Status MeasureRun(MeasuredSide& side, std::size_t index, int run, ResultFile& result) {
    ASSIGN_OR_RETURN(const RequestPlan plan, PlanOfRun(plan_.suite, side.plan, index, run));
    RunResult made;
    made.scenario = plan.scenario;
    made.run = run;
    made.side = SideName(side.side);
    made.started_at = world_.clock.Wall().Iso8601();
    const std::optional<MetricValue> control = Probe();
    if (control) made.metrics.values[kControlProbeMetric] = *control;
    Result<RunningTarget*> server = side.lease.Take();
    if (!server.ok()) {
      if (server.error().code == ErrorCode::kInterrupted) {
        result.interrupted = true;
        cut_ = true;
        return {};
      }
      result.runs.push_back(Unserved(std::move(made), plan, server.error()));
      return {};
    }
    side.lease.NoteProcess();
    const Status flushed = side.plan.target.flush ? FlushCache(world_, transport_, side, **server) : Status();
    // Where it never worked, no run will be what was asked for.
    if (!flushed.ok() && side.runs == 0) return OfSide(side.side, flushed.error());
    const bool transcript = plan_.suite.transcripts == Transcripts::kFull;
    RunLog log = sender_.Send(side, **server, {plan, plan.scenario, run, transcript});
    if (side.runs++ == 0) RETURN_IF_ERROR(CheckAdmitted(side, log));
    made.server_died = HowItDied(**server, log);
    if (!made.server_died) made.server_restarted = side.lease.Restarted();
    CountAnswerTokens(
        {transport_, world_.clock, (*server)->base_url(), side.headers, side.plan.target.model, side.plan.dialect},
        log);
    side.lease.Return();
    FillRun(log, made);
    client_.Look(log, made);
    if (!flushed.ok() && !made.server_died) made.invalid.push_back(flushed.error().Text());
    CheckRequests(side, index, plan, log, made, result);
    if (control) made.metrics.values[kControlProbeMetric] = *control;
    cut_ = cut_ || log.interrupted;
    if (log.interrupted && world_.interrupted()) result.interrupted = true;
    if (log.interrupted && !world_.interrupted()) made.invalid.emplace_back("stopped: budget.max_duration_s is spent");
    result.runs.push_back(std::move(made));
    return {};
  }

  // Whether the caches and prompts were what the suite says.
  void CheckRequests(const MeasuredSide& side, std::size_t index, const RequestPlan& plan, const RunLog& log,
                     RunResult& made, ResultFile& result) {
    const CacheMode mode = plan_.suite.scenarios[index].cache;
    const CacheFinding cache = CheckCache(log, mode, MeansOf(mode, side.plan.dialect));
    if (cache.invalid) made.invalid.push_back(*cache.invalid);
    const std::string scenario = "scenario \"" + made.scenario + "\": ";
    if (cache.not_offered) NoteOnce(side, "offer", kCachedTokensNotOffered, result);
    if (cache.note) NoteOnce(side, "cache of " + scenario, scenario + *cache.note, result);
    const std::optional<std::string> length = PromptLengthProblem(plan, log);
    if (length) NoteOnce(side, "length in " + scenario, scenario + *length, result);
  }

  // What is true of many runs is said of the first.
  void NoteOnce(const MeasuredSide& side, const std::string& subject, const std::string& note, ResultFile& result) {
    if (!noted_.insert(SideName(side.side) + " " + subject).second) return;
    Evidence& evidence = side.side == Side::kBase ? *result.base_evidence : result.evidence;
    evidence.notes.push_back(note);
  }

  // A killed process closes its connections before the kernel tells that it has ended: where connections broke, wait
  // for it.
  std::optional<std::string> HowItDied(RunningTarget& server, const RunLog& log) const {
    std::optional<std::string> died = server.Died();
    const bool broke = std::any_of(log.records.begin(), log.records.end(), [](const RequestRecord& record) {
      return std::holds_alternative<TransportError>(record.outcome) ||
             std::holds_alternative<Truncated>(record.outcome);
    });
    if (!broke || !server.managed()) return died;
    const MonoTime until = world_.clock.Now() + kExitGrace;
    while (!died && world_.clock.Now() < until) {
      world_.clock.SleepUntil(world_.clock.Now() + kExitPoll);
      died = server.Died();
    }
    return died;
  }

  World& world_;
  const SessionPlan& plan_;
  SessionPlan* to_make_;  // plan_, when its prompts are still to be made
  Transport& transport_;
  const AfterLookHook& after_look_;
  std::unique_ptr<MeasuredSide> candidate_;
  std::unique_ptr<MeasuredSide> base_;  // nothing without one
  Sender sender_;
  ClientCheck client_;
  CostEstimate spent_;                           // at most
  std::vector<std::pair<Nanos, int>> spent_on_;  // of each scenario: time and runs, both sides
  std::set<std::string> noted_;                  // by NoteOnce
  bool cut_ = false;                             // an interrupt or the end of the time came in a look
};

Result<std::unique_ptr<MeasuredSide>> OpenSide(World& world, const SessionPlan& plan, Side side, Transport& transport) {
  const Target& target = side == Side::kBase ? plan.base->target : plan.candidate.target;
  Result<Headers> headers = TargetHeaders(target, world.environment, world.redactor);
  if (!headers.ok()) return OfSide(side, std::move(headers).error());
  return MakeSide(world, plan, side, transport, std::move(headers).value());
}

}  // namespace

Result<ResultFile> RunSession(World& world, const SessionPlan& planned, const AfterLookHook& after_look) {
  std::optional<SessionPlan> own;
  if (HasSynthetic(planned.suite)) own = planned;
  const SessionPlan& plan = own ? *own : planned;
  const std::string& out = plan.options.output_directory;
  RETURN_IF_ERROR(world.files.MakeDirectories(out));
  ASSIGN_OR_RETURN(const std::unique_ptr<Transport> transport, world.make_transport(MostConnections(plan)));
  ASSIGN_OR_RETURN(std::unique_ptr<MeasuredSide> candidate, OpenSide(world, plan, Side::kCandidate, *transport));
  std::unique_ptr<MeasuredSide> base;
  if (plan.base) {
    ASSIGN_OR_RETURN(base, OpenSide(world, plan, Side::kBase, *transport));
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Appender> samples, world.files.OpenAppend(JoinPath(out, "samples.jsonl")));
  ASSIGN_OR_RETURN(std::unique_ptr<Appender> transcripts, world.files.OpenAppend(JoinPath(out, "transcripts.jsonl")));
  RecordWriter writer(std::move(samples), std::move(transcripts), world.redactor);
  ResultFile result = SessionHead(world, plan);
  Status ran;
  {
    Runner runner(world, plan, *transport, writer, after_look, std::move(candidate), std::move(base),
                  own ? &*own : nullptr);
    ran = runner.Run(result);
  }
  RETURN_IF_ERROR(CleanServerLog(world.files, world.redactor, JoinPath(out, "server.log")));
  RETURN_IF_ERROR(CleanServerLog(world.files, world.redactor, JoinPath(out, "base_server.log")));
  const Status written = writer.Close();
  if (!ran.ok()) return std::move(ran).error();
  if (!written.ok()) result.evidence.notes.push_back("samples are incomplete: " + written.error().Text());
  return result;
}

}  // namespace inferproof
