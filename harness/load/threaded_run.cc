#include "harness/load/threaded_run.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "harness/load/client_meter.h"
#include "harness/os/threads.h"

namespace inferproof {
namespace {

// The phases of a plan in its order.
std::vector<Phase> PhasesOf(const RequestPlan& plan) {
  std::vector<Phase> phases;
  for (const PlannedRequest& request : plan.requests) {
    if (phases.empty() || phases.back() != request.phase) phases.push_back(request.phase);
  }
  return phases;
}

// How many requests were under way when each was sent, itself included: a thread knows only its own.
void CountInFlight(std::vector<RequestRecord>& records) {
  std::vector<MonoTime> started;
  std::vector<MonoTime> ended;
  for (const RequestRecord& record : records) {
    started.push_back(record.started);
    ended.push_back(record.ended);
  }
  std::sort(started.begin(), started.end());
  std::sort(ended.begin(), ended.end());
  for (RequestRecord& record : records) {
    const MonoTime at = record.sent.value_or(record.started);
    const auto begun = std::upper_bound(started.begin(), started.end(), at) - started.begin();
    const auto over = std::upper_bound(ended.begin(), ended.end(), at) - ended.begin();
    record.in_flight = std::max(1, static_cast<int>(begun - over));
  }
}

class ThreadedRun {
 public:
  ThreadedRun(Clock& clock, const std::vector<Transport*>& transports, const Destination& destination,
              const LoadHooks& hooks, const RequestPlan& plan, int run_index)
      : clock_(clock),
        transports_(transports),
        destination_(destination),
        hooks_(hooks),
        plan_(plan),
        run_index_(run_index),
        meter_(hooks.cpu_use) {
    log_.scenario = plan.scenario;
    log_.run = run_index;
  }

  RunLog Run() {
    bool measuring = false;
    for (const Phase phase : PhasesOf(plan_)) {
      if (log_.interrupted || log_.stopped_because) {
        LeaveOut(phase);
        continue;
      }
      if (phase != Phase::kWarmUp && !std::exchange(measuring, true)) meter_.Begin();
      RunPhase(phase);
    }
    return Finish();
  }

 private:
  void LeaveOut(Phase phase) {
    log_.planned[phase] += plan_.CountOf(phase);
    log_.not_started[phase] += plan_.CountOf(phase);
  }

  void RunPhase(Phase phase) {
    const std::vector<PlanShare> shares = SplitPhase(plan_, phase, static_cast<int>(transports_.size()));
    std::vector<RunLog> logs(shares.size());
    std::vector<std::function<void()>> tasks;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      tasks.emplace_back([&, i] {
        Destination destination = destination_;
        destination.first_request_is_cold = destination_.first_request_is_cold && shares[i].ids.front() == 0;
        LoadGenerator generator(clock_, *transports_[i], std::move(destination), HooksFor(shares[i]));
        logs[i] = generator.Run(shares[i].plan, run_index_);
      });
    }
    RunAtOnce(tasks);
    for (std::size_t i = 0; i < shares.size(); ++i) Merge(shares[i], std::move(logs[i]));
  }

  // CPU time is counted for all threads at once, by us.
  LoadHooks HooksFor(const PlanShare& share) {
    LoadHooks hooks;
    if (hooks_.on_record || hooks_.on_progress) {
      hooks.on_record = [this, &share](const RequestRecord& record) { TellRecord(share, record); };
    }
    if (hooks_.interrupted) {
      hooks.interrupted = [this] {
        const std::lock_guard lock(mutex_);
        return hooks_.interrupted();
      };
    }
    if (hooks_.server_died) {
      hooks.server_died = [this] {
        const std::lock_guard lock(mutex_);
        return hooks_.server_died();
      };
    }
    return hooks;
  }

  void TellRecord(const PlanShare& share, const RequestRecord& record) {
    const std::lock_guard lock(mutex_);
    ++ended_;
    if (hooks_.on_record) {
      RequestRecord whole = record;
      whole.id = share.ids[record.id];
      hooks_.on_record(whole);
    }
    if (hooks_.on_progress) hooks_.on_progress(ended_, static_cast<std::int64_t>(plan_.requests.size()));
  }

  void Merge(const PlanShare& share, RunLog log) {
    for (RequestRecord& record : log.records) {
      record.id = share.ids[record.id];
      log_.records.push_back(std::move(record));
    }
    for (const auto& [phase, count] : log.planned) log_.planned[phase] += count;
    for (const auto& [phase, count] : log.not_started) log_.not_started[phase] += count;
    if (log.begun.ns != 0) log_.begun = log_.begun.ns == 0 ? log.begun : std::min(log_.begun, log.begun);
    log_.ended = std::max(log_.ended, log.ended);
    log_.interrupted = log_.interrupted || log.interrupted;
    if (!log_.stopped_because) log_.stopped_because = std::move(log.stopped_because);
  }

  RunLog Finish() {
    std::sort(log_.records.begin(), log_.records.end(),
              [](const RequestRecord& a, const RequestRecord& b) { return a.id < b.id; });
    CountInFlight(log_.records);
    for (const RequestRecord& record : log_.records) {
      if (record.phase != Phase::kWarmUp) meter_.Count(record);
    }
    log_.client = meter_.End(log_.ended - log_.begun);
    log_.client.threads = static_cast<int>(transports_.size());
    return std::move(log_);
  }

  Clock& clock_;
  const std::vector<Transport*>& transports_;
  const Destination& destination_;
  const LoadHooks& hooks_;
  const RequestPlan& plan_;
  int run_index_;
  ClientMeter meter_;
  RunLog log_;
  std::mutex mutex_;  // of the hooks and of what counts them
  std::int64_t ended_ = 0;
};

}  // namespace

std::vector<PlanShare> SplitPhase(const RequestPlan& plan, Phase phase, int threads) {
  const std::int64_t most = std::min<std::int64_t>(plan.concurrency, plan.CountOf(phase));
  const int count = static_cast<int>(std::clamp<std::int64_t>(threads, 1, std::max<std::int64_t>(1, most)));
  RequestPlan empty = plan;
  empty.requests.clear();
  std::vector<PlanShare> shares(static_cast<std::size_t>(count), PlanShare{empty, {}});
  for (int i = 0; i < count; ++i) {
    const int extra = i < plan.concurrency % count ? 1 : 0;
    shares[static_cast<std::size_t>(i)].plan.concurrency = plan.concurrency / count + extra;
  }
  std::size_t next = 0;
  for (const PlannedRequest& request : plan.requests) {
    if (request.phase != phase) continue;
    PlanShare& share = shares[next++ % shares.size()];
    share.plan.requests.push_back(request);
    share.plan.requests.back().id = share.ids.size();
    share.ids.push_back(request.id);
  }
  return shares;
}

RunLog RunOnThreads(Clock& clock, const std::vector<Transport*>& transports, const Destination& destination,
                    const LoadHooks& hooks, const RequestPlan& plan, int run_index) {
  return ThreadedRun(clock, transports, destination, hooks, plan, run_index).Run();
}

}  // namespace inferproof
