#include <algorithm>
#include <random>
#include <utility>

#include "harness/base/digest.h"
#include "harness/base/number.h"
#include "harness/base/overloaded.h"
#include "harness/json/canonical.h"
#include "harness/load/load_generator.h"
#include "harness/metrics/run_metrics.h"
#include "harness/session/record_writer.h"
#include "harness/session/server_lease.h"
#include "harness/session/session.h"
#include "harness/session/validity.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostFailureLines = 10;
constexpr Nanos kExitGrace = std::chrono::milliseconds(500);
constexpr Nanos kExitPoll = std::chrono::milliseconds(5);

// Tells results apart; it is no seed, and nothing that is measured depends on it.
std::string NewSessionId(const Clock& clock) {
  std::random_device device;
  const std::string entropy = std::to_string(device()) + "." + std::to_string(device());
  return Sha256Hex(entropy + "." + std::to_string(clock.Wall().unix_ns)).substr(0, 16);
}

ScenarioSummary Summarise(const Scenario& scenario, const RequestPlan& plan, const DialectProfile& dialect) {
  ScenarioSummary summary;
  summary.name = scenario.name;
  summary.concurrency = plan.concurrency;
  summary.requests = plan.CountOf(Phase::kMeasured);
  summary.max_tokens = scenario.generation.max_tokens;
  summary.stream = scenario.stream;
  summary.fixed_length = dialect.knows_ignore_eos && scenario.generation.ignore_eos;
  summary.plan_digest = PlanDigest(plan);
  summary.suite_line = scenario.position.line;
  return summary;
}

// One line for each kind of failure of the measured phase, the most frequent first.
std::vector<std::string> FailureLines(const RunLog& log) {
  std::map<std::string, std::pair<int, std::string>> kinds;  // name -> count, the first description
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || IsCompleted(record.outcome)) continue;
    auto& [count, example] = kinds[OutcomeName(record.outcome)];
    if (count++ == 0) example = "request " + std::to_string(record.id) + ": " + DescribeOutcome(record.outcome);
  }
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, kind] : kinds) {
    sorted.emplace_back(kind.first, std::to_string(kind.first) + " " + name + " (" + kind.second + ")");
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> lines;
  for (const auto& [count, line] : sorted) {
    if (lines.size() < kMostFailureLines) lines.push_back(line);
  }
  return lines;
}

// Takes known secrets out of what a server said, before anything is cut, quoted or judged.
void Redact(const Redactor& redactor, RequestRecord& record) {
  if (redactor.secrets().empty()) return;
  const auto clean = [&](std::string& text) { text = redactor.Clean(text); };
  Response& response = record.response;
  for (std::string* text :
       {&response.content, &response.reasoning, &response.refusal, &response.model, &response.system_fingerprint}) {
    clean(*text);
  }
  if (response.error) clean(*response.error);
  if (response.malformed) clean(*response.malformed);
  for (auto& [name, value] : response.headers) clean(value);
  for (ToolCall& call : response.tool_calls) clean(call.arguments);
  std::visit(
      Overloaded{[&](HttpError& error) { clean(error.message); }, [&](TransportError& error) { clean(error.detail); },
                 [&](Malformed& error) { clean(error.detail); }, [](auto&) {}},
      record.outcome);
}

// A key that opens the list of models but not the model: every request was turned away, and that is no measurement.
Status TurnedAway(const RunLog& log) {
  const HttpError* first = nullptr;
  for (const RequestRecord& record : log.records) {
    const auto* error = std::get_if<HttpError>(&record.outcome);
    if (error == nullptr || (error->status != 401 && error->status != 403)) return {};
    if (first == nullptr) first = error;
  }
  if (first == nullptr) return {};
  return MakeError(ErrorCode::kUnauthorized, log.scenario,
                   "every request was answered with HTTP " + std::to_string(first->status) + ": " + first->message,
                   "Check the key that `api_key_env` names and what it may do");
}

// The makers of one session. Members hold what lives as long as it.
class Runner {
 public:
  Runner(World& world, const SessionPlan& plan, Transport& transport,
         std::vector<std::pair<std::string, std::string>> headers, RecordWriter& writer)
      : world_(world),
        plan_(plan),
        transport_(transport),
        headers_(std::move(headers)),
        writer_(writer),
        lease_(world, plan, transport, headers_),
        began_(world.clock.Now()) {}

  Status Run(ResultFile& result) {
    RETURN_IF_ERROR(AskCases(result));
    for (int run = 0; run < plan_.options.looks.back(); ++run) {
      for (std::size_t i = 0; i < plan_.scenarios.size(); ++i) {
        if (Stopped(result)) return {};
        RETURN_IF_ERROR(MeasureRun(i, run, result));
      }
    }
    return {};
  }

 private:
  bool TimeIsUp() const {
    const Nanos limit = plan_.suite.budget.max_duration;
    return limit.count() > 0 && world_.clock.Now() - began_ > limit;
  }

  bool Stopped(ResultFile& result) const {
    if (world_.interrupted()) {
      result.interrupted = true;
      return true;
    }
    if (!TimeIsUp()) return false;
    result.evidence.notes.push_back("stopped: budget.max_duration_s is spent");
    return true;
  }

  Destination To(const RunningTarget& server) const {
    return Destination{server.base_url(), headers_, plan_.dialect, lease_.fresh()};
  }

  LoadHooks Hooks(RunningTarget& server, const std::string& label, int run, bool transcript, std::int64_t* ended) {
    LoadHooks hooks;
    hooks.interrupted = [this] { return world_.interrupted() || TimeIsUp(); };
    hooks.server_died = [&server] { return server.Died(); };
    hooks.cpu_use = [this] { return ReadCpuUse(world_.files); };
    hooks.on_record = [this, label, run, transcript](const RequestRecord& record) {
      auto kept = std::make_shared<RequestRecord>(record);
      Redact(world_.redactor, *kept);
      writer_.Enqueue({std::move(kept), label, run, began_, transcript});
    };
    hooks.on_progress = [this, label, run, ended](std::int64_t done, std::int64_t planned) {
      *ended = done;
      Progress(label, run, done, planned);
    };
    return hooks;
  }

  // Rate and the time left, from what has been sent of everything planned.
  void Progress(const std::string& label, int run, std::int64_t done, std::int64_t planned) const {
    if (!world_.progress) return;
    const std::int64_t all = requests_before_ + done;
    const double elapsed = ToSeconds(world_.clock.Now() - began_);
    const double rate = elapsed > 0 ? static_cast<double>(all) / elapsed : 0;
    std::string line = label + " run " + std::to_string(run + 1) + "/" + std::to_string(plan_.options.looks.back()) +
                       ": " + std::to_string(done) + "/" + std::to_string(planned) + " requests, " +
                       FormatFixed(rate, 1) + "/s";
    if (rate > 0) {
      const double left = static_cast<double>(std::max<std::int64_t>(0, plan_.estimate.requests - all)) / rate;
      line += ", about " + HumanDuration(FromSeconds(left)) + " left";
    }
    world_.progress(line);
  }

  Status AskCases(ResultFile& result) {
    Result<RunningTarget*> server = lease_.Take();
    if (!server.ok()) return std::move(server).error();
    RETURN_IF_ERROR(CheckModel(plan_.target, (*server)->base_url(), headers_, world_.clock, transport_));
    RETURN_IF_ERROR(lease_.Describe(plan_.options.harness_version, result.evidence));
    for (int ask = 0; plan_.quality && ask < plan_.options.quality_asks; ++ask) {
      if (Stopped(result)) break;
      RETURN_IF_ERROR(AskOnce(**server, ask, result));
    }
    lease_.Return();
    return {};
  }

  Status AskOnce(RunningTarget& server, int ask, ResultFile& result) {
    std::int64_t ended = 0;
    const bool transcript = plan_.suite.transcripts != Transcripts::kNone;
    LoadGenerator generator(world_.clock, transport_, To(server), Hooks(server, "quality", ask, transcript, &ended));
    RunLog log = generator.Run(*plan_.quality, ask);
    for (RequestRecord& record : log.records) Redact(world_.redactor, record);
    requests_before_ += ended;
    if (ask == 0) RETURN_IF_ERROR(TurnedAway(log));
    for (const RequestRecord& record : log.records) {
      if (const auto* cancelled = std::get_if<Cancelled>(&record.outcome)) {
        result.quality_not_run.push_back(record.prompt_id + ": " + cancelled->why);
        continue;
      }
      RETURN_IF_ERROR(Grade(record, result));
    }
    if (log.stopped_because) result.quality_not_run.push_back("the rest: " + *log.stopped_because);
    return {};
  }

  Status Grade(const RequestRecord& record, ResultFile& result) const {
    const QualityCase& asked = plan_.cases[static_cast<std::size_t>(record.id)];
    Result<Grader> grader = Grader::Make(asked);
    if (!grader.ok()) return std::move(grader).error();
    const auto known = std::find_if(result.quality.begin(), result.quality.end(),
                                    [&](const CaseResult& other) { return other.id == asked.id; });
    CaseResult& target = known != result.quality.end() ? *known : result.quality.emplace_back();
    target.id = asked.id;
    target.version = asked.version;
    target.digest = asked.digest;
    target.mode = "sequential";
    target.file = asked.file;
    target.line = asked.line;
    target.critical = asked.critical();
    target.asks.push_back(grader->Judge(record));
    return {};
  }

  // How fast the machine is right now, before a server of ours is up to compete with.
  std::optional<MetricValue> Probe() const {
    if (!world_.probe || plan_.suite.control_probe.count() == 0) return std::nullopt;
    const ControlReading reading = world_.probe(plan_.suite.control_probe);
    return MetricValue{.value = reading.unit_ms, .n = reading.units};
  }

  Status MeasureRun(std::size_t index, int run, ResultFile& result) {
    const RequestPlan& plan = plan_.scenarios[index];
    RunResult made;
    made.scenario = plan.scenario;
    made.run = run;
    made.started_at = world_.clock.Wall().Iso8601();
    const std::optional<MetricValue> control = Probe();
    if (control) made.metrics.values[kControlProbeMetric] = *control;
    Result<RunningTarget*> server = lease_.Take();
    if (!server.ok()) {
      if (server.error().code == ErrorCode::kInterrupted) {
        result.interrupted = true;
        return {};
      }
      // It did start before: not starting now is a fault of the candidate, kept as a run in which nothing was served.
      made.server_died = server.error().Text();
      made.conservation.planned = plan.CountOf(Phase::kMeasured);
      made.conservation.not_started = made.conservation.planned;
      made.metrics.values["success_rate"] = {0, made.conservation.planned, false, false};
      result.runs.push_back(std::move(made));
      return {};
    }
    std::int64_t ended = 0;
    const bool transcript = plan_.suite.transcripts == Transcripts::kFull;
    LoadGenerator generator(world_.clock, transport_, To(**server),
                            Hooks(**server, plan.scenario, run, transcript, &ended));
    RunLog log = generator.Run(plan, run);
    for (RequestRecord& record : log.records) Redact(world_.redactor, record);
    requests_before_ += ended;
    if (result.runs.empty()) RETURN_IF_ERROR(TurnedAway(log));
    made.server_died = HowItDied(**server, log);
    lease_.Return();
    Fill(log, made);
    if (control) made.metrics.values[kControlProbeMetric] = *control;
    if (log.interrupted && world_.interrupted()) result.interrupted = true;
    if (log.interrupted && !world_.interrupted()) made.invalid.emplace_back("stopped: budget.max_duration_s is spent");
    result.runs.push_back(std::move(made));
    return {};
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

  static void Fill(const RunLog& log, RunResult& made) {
    made.metrics = ReduceRun(log);
    made.conservation = CountOutcomes(log, Phase::kMeasured);
    for (const RequestRecord& record : log.records) {
      if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
      ++made.finish_reasons[record.response.finish_reason.value_or("absent")];
    }
    made.failures = FailureLines(log);
    made.invalid = ValidityProblems(log);
    made.client = log.client;
    if (log.stopped_because && !made.server_died) made.server_died = log.stopped_because;
  }

  World& world_;
  const SessionPlan& plan_;
  Transport& transport_;
  std::vector<std::pair<std::string, std::string>> headers_;
  RecordWriter& writer_;
  ServerLease lease_;
  MonoTime began_;
  std::int64_t requests_before_ = 0;
};

ResultFile Header(World& world, const SessionPlan& plan) {
  ResultFile result;
  result.suite_name = plan.suite.name;
  result.suite_version = plan.suite.version;
  result.suite_digest = plan.suite.digest;
  result.suite_path = plan.suite.path;
  result.target_name = plan.target.name;
  result.environment = plan.target.environment;
  result.target_path = plan.target.path;
  result.model = plan.target.model;
  result.session_id = NewSessionId(world.clock);
  result.measured_at = world.clock.Wall().Iso8601();
  result.seed = plan.suite.seed;
  result.session_spread = plan.target.session_spread;
  result.restart = plan.target.managed() ? RestartName(plan.target.restart) : "endpoint";
  result.runs_a_side = plan.options.looks.back();
  for (std::size_t i = 0; i < plan.scenarios.size(); ++i) {
    result.scenarios.push_back(Summarise(plan.suite.scenarios[i], plan.scenarios[i], plan.dialect));
  }
  result.quality_asked = plan.suite.quality.has_value();
  for (const std::string& word : plan.options.command_line) result.command_line.push_back(world.redactor.Clean(word));
  return result;
}

int MostConnections(const SessionPlan& plan) {
  int most = 8;
  for (const RequestPlan& scenario : plan.scenarios) most = std::max(most, scenario.concurrency);
  return most;
}

}  // namespace

Result<ResultFile> RunSession(World& world, const SessionPlan& plan) {
  const std::string& out = plan.options.output_directory;
  RETURN_IF_ERROR(world.files.MakeDirectories(out));
  ASSIGN_OR_RETURN(auto headers, TargetHeaders(plan.target, world.environment, world.redactor));
  ASSIGN_OR_RETURN(const std::unique_ptr<Transport> transport, world.make_transport(MostConnections(plan)));
  ASSIGN_OR_RETURN(std::unique_ptr<Appender> samples, world.files.OpenAppend(JoinPath(out, "samples.jsonl")));
  ASSIGN_OR_RETURN(std::unique_ptr<Appender> transcripts, world.files.OpenAppend(JoinPath(out, "transcripts.jsonl")));
  RecordWriter writer(std::move(samples), std::move(transcripts), world.redactor);
  ResultFile result = Header(world, plan);
  if (result.restart != "run") result.evidence.notes.emplace_back("process-to-process variation not sampled");
  Status ran;
  {
    Runner runner(world, plan, *transport, std::move(headers), writer);
    ran = runner.Run(result);
  }
  RETURN_IF_ERROR(CleanServerLog(world.files, world.redactor, JoinPath(out, "server.log")));
  const Status written = writer.Close();
  if (!ran.ok()) return std::move(ran).error();
  if (!written.ok()) result.evidence.notes.push_back("samples are incomplete: " + written.error().Text());
  return result;
}

}  // namespace inferproof
