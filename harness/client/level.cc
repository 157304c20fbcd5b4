#include "harness/client/level.h"

#include <algorithm>

#include "harness/load/threaded_run.h"
#include "harness/protocol/dialect.h"

namespace inferproof {
namespace {

DialectProfile EngineDialect() {
  DialectProfile dialect;
  dialect.name = "reference engine";
  dialect.knows_ignore_eos = true;
  return dialect;
}

Result<RequestPlan> PlanOf(const LevelPlan& level) {
  RequestSpec spec;
  spec.model = level.model;
  spec.messages = {Message{"user", "Say something of a fixed length."}};
  spec.generation.max_tokens = level.tokens;
  spec.generation.ignore_eos = true;
  ASSIGN_OR_RETURN(const std::string body, EncodeRequest(EngineDialect(), spec));
  RequestPlan plan;
  plan.scenario = "client";
  plan.concurrency = level.streams;
  for (int i = 0; i < level.streams * level.waves; ++i) {
    PlannedRequest request;
    request.id = plan.requests.size();
    request.prompt_id = "client";
    request.body = body;
    request.max_tokens = level.tokens;
    plan.requests.push_back(std::move(request));
  }
  return plan;
}

double Share(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::vector<double> StartLags(const RunLog& log, RequestId first_counted) {
  std::vector<double> lags;
  for (const RequestRecord& record : log.records) {
    if (record.id < first_counted || !record.sent) continue;
    lags.push_back(static_cast<double>((*record.sent - record.started).count()) / 1000);
  }
  return lags;
}

ClientLevel Reduce(const RunLog& log, const ObservationErrors& errors, const LevelPlan& plan) {
  ClientLevel level;
  level.streams = plan.streams;
  level.events_per_s = Share(static_cast<double>(log.client.events), log.client.wall_s);
  level.event = SpreadOf(errors.event_best);
  level.event_user = SpreadOf(errors.event_user);
  level.gap = SpreadOf(errors.gap_best);
  level.gap_user = SpreadOf(errors.gap_user);
  level.ttft = SpreadOf(errors.ttft_best);
  level.ttft_user = SpreadOf(errors.ttft_user);
  level.lag = SpreadOf(errors.lag);
  level.start = SpreadOf(StartLags(log, static_cast<RequestId>(plan.streams)));
  level.cpu_share = Share(log.client.cpu_s, log.client.wall_s);
  level.foreign_cpu_share = Share(log.client.foreign_cpu_s, log.client.wall_s);
  const auto events = static_cast<double>(errors.events);
  level.kernel_stamp_share = Share(static_cast<double>(errors.with_kernel_stamp), events);
  level.shared_read_share = Share(static_cast<double>(errors.sharing_a_read), events);
  const auto completed = std::count_if(log.records.begin(), log.records.end(),
                                       [](const RequestRecord& record) { return IsCompleted(record.outcome); });
  level.completed_share = Share(static_cast<double>(completed), static_cast<double>(plan.streams * plan.waves));
  return level;
}

}  // namespace

Result<ClientLevel> PlayLevel(Clock& clock, const std::vector<std::unique_ptr<Transport>>& transports,
                              const std::string& base_url, const LoadHooks& hooks,
                              const std::function<double()>& engine_cpu_s, const LevelPlan& level) {
  ASSIGN_OR_RETURN(const RequestPlan plan, PlanOf(level));
  // Each thread numbers its own requests from 0.
  const auto burst = static_cast<RequestId>(level.streams) / transports.size();
  std::vector<ObservedTransport> observed;
  observed.reserve(transports.size());
  std::vector<Transport*> used;
  for (const auto& transport : transports) {
    observed.emplace_back(*transport, burst);
    used.push_back(&observed.back());
  }
  const double engine_before = engine_cpu_s ? engine_cpu_s() : 0;
  const RunLog log = RunOnThreads(clock, used, Destination{base_url, {}, EngineDialect(), true}, hooks, plan, 0);
  if (log.interrupted) return MakeError(ErrorCode::kInterrupted, "client", "interrupted");
  ObservationErrors errors;
  for (const ObservedTransport& transport : observed) Append(transport.errors(), errors);
  ClientLevel reduced = Reduce(log, errors, level);
  if (engine_cpu_s) reduced.engine_cpu_share = Share(engine_cpu_s() - engine_before, log.client.wall_s);
  reduced.foreign_cpu_share = std::max(0.0, reduced.foreign_cpu_share - reduced.engine_cpu_share);
  return reduced;
}

}  // namespace inferproof
