#include "harness/load/load_run.h"

#include <algorithm>
#include <limits>

#include "harness/base/digest.h"

namespace inferproof {
namespace {

constexpr MonoTime kNever{std::numeric_limits<std::int64_t>::max()};
// Longest sleep while there are hooks to ask: a server that has died need not close anything.
constexpr Nanos kHookInterval = std::chrono::milliseconds(100);
// How long the connections of a server that has died get to break by themselves.
constexpr Nanos kBreakOffGrace = std::chrono::seconds(1);

}  // namespace

LoadRun::LoadRun(Clock& clock, Transport& transport, const Destination& destination, const LoadHooks& hooks,
                 const RequestPlan& plan, int run_index)
    : clock_(clock),
      transport_(transport),
      destination_(destination),
      hooks_(hooks),
      plan_(plan),
      meter_(hooks.cpu_use),
      earliest_deadline_(kNever) {
  log_.scenario = plan.scenario;
  log_.run = run_index;
}

RunLog LoadRun::Run() {
  PrepareRequests();
  while (!Done()) {
    if (AboutToMeasure()) BeginMeasuring();
    const MonoTime now = clock_.Now();
    LookAtHooks(now);
    StartWhatMay(now);
    GiveUpWhatIsLate(now);
    if (!under_way_.empty()) transport_.Poll(NextWake(now), *this);
    RecordEnded();
  }
  return Finish();
}

// Everything that can be made before the clock matters.
void LoadRun::PrepareRequests() {
  const std::string url = destination_.base_url + std::string(EndpointPath(plan_.endpoint));
  for (const PlannedRequest& planned : plan_.requests) {
    HttpRequest request;
    request.id = requests_.size();
    request.url = url;
    request.headers = {{"content-type", "application/json"},
                       {"accept", planned.stream ? "text/event-stream" : "application/json"},
                       {"user-agent", "inferproof"}};
    request.headers.insert(request.headers.end(), destination_.headers.begin(), destination_.headers.end());
    request.body = planned.body;
    request.connect_timeout = plan_.timeouts.connect;
    requests_.push_back(std::move(request));
    digests_.push_back(ShortDigest(planned.body));
    ++log_.planned[planned.phase];
    log_.not_started[planned.phase] = 0;
  }
  states_.resize(requests_.size());
  log_.records.reserve(requests_.size());
}

bool LoadRun::Done() const { return under_way_.empty() && (stopping_ || next_ == requests_.size()); }

// A phase begins when all of the one before it has ended.
bool LoadRun::MayStartNext() const {
  if (stopping_ || next_ == requests_.size() || in_flight() >= plan_.concurrency) return false;
  return under_way_.empty() || plan_.requests[next_].phase == plan_.requests[next_ - 1].phase;
}

bool LoadRun::AboutToMeasure() const {
  return !measuring_ && under_way_.empty() && next_ < requests_.size() && plan_.requests[next_].phase != Phase::kWarmUp;
}

void LoadRun::BeginMeasuring() {
  measuring_ = true;
  meter_.Begin();
}

void LoadRun::LookAtHooks(MonoTime now) {
  if (!log_.interrupted && hooks_.interrupted && hooks_.interrupted()) {
    log_.interrupted = true;
    stopping_ = true;
    for (const RequestId id : under_way_) {
      states_[id]->GiveUp(Cancelled{"interrupted"});
      transport_.Cancel(id);
    }
  }
  if (!hooks_.server_died || log_.stopped_because || now < next_look_) return;
  next_look_ = now + kHookInterval;
  if (const std::optional<std::string> why = hooks_.server_died()) {
    log_.stopped_because = "server ended: " + *why;
    stopping_ = true;
    broken_off_at_ = now + kBreakOffGrace;
    earliest_deadline_ = std::min(earliest_deadline_, *broken_off_at_);
  }
}

void LoadRun::StartWhatMay(MonoTime now) {
  while (MayStartNext()) StartNext(now);
}

void LoadRun::StartNext(MonoTime now) {
  const RequestId id = next_++;
  const PlannedRequest& planned = plan_.requests[id];
  const RequestLimits limits = LimitsFor(plan_, planned, id == 0 && destination_.first_request_is_cold);
  under_way_.push_back(id);
  states_[id] = std::make_unique<RequestUnderWay>(plan_, planned, limits, now, in_flight());
  if (measuring_ && log_.begun.ns == 0) log_.begun = now;
  earliest_deadline_ = std::min(earliest_deadline_, states_[id]->NextDeadline().at);
  if (const Status status = transport_.Start(requests_[id]); !status.ok()) {
    states_[id]->GiveUp(TransportError{status.error().Text()});
    OnEnd(id, EndOfRequest{EndKind::kOther, {}, now, {}});
  }
}

void LoadRun::GiveUpWhatIsLate(MonoTime now) {
  if (now < earliest_deadline_) return;
  earliest_deadline_ = kNever;
  for (const RequestId id : under_way_) {
    RequestUnderWay& state = *states_[id];
    if (state.given_up() || state.let_go()) continue;
    const RequestUnderWay::Deadline deadline = state.NextDeadline();
    const bool server_is_gone = broken_off_at_ && *broken_off_at_ <= now;
    if (!server_is_gone && now < deadline.at) {
      earliest_deadline_ = std::min(earliest_deadline_, deadline.at);
      continue;
    }
    if (state.said_all()) {
      state.LetGo();
      transport_.Cancel(id);
      continue;
    }
    state.GiveUp(server_is_gone ? Outcome(TransportError{*log_.stopped_because}) : Outcome(TimedOut{deadline.which}));
    transport_.Cancel(id);
  }
  if (broken_off_at_ && now < *broken_off_at_) earliest_deadline_ = std::min(earliest_deadline_, *broken_off_at_);
}

MonoTime LoadRun::NextWake(MonoTime now) const {
  // What has ended without the transport, or was cancelled, need not be waited for.
  if (!ended_.empty()) return now;
  if (!hooks_.interrupted && !hooks_.server_died) return earliest_deadline_;
  return std::min(earliest_deadline_, now + kHookInterval);
}

RequestUnderWay* LoadRun::Find(RequestId id) { return id < states_.size() ? states_[id].get() : nullptr; }

void LoadRun::OnSent(RequestId id, MonoTime at) {
  RequestUnderWay* state = Find(id);
  if (state == nullptr) return;
  state->OnSent(at, in_flight());
  // The idle limit counts from here and may be over before the limit of the whole.
  earliest_deadline_ = std::min(earliest_deadline_, state->NextDeadline().at);
}

void LoadRun::OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                        Stamp at) {
  if (RequestUnderWay* state = Find(id)) state->OnHeaders(status, headers, at);
}

void LoadRun::OnBytes(RequestId id, std::string_view bytes, Stamp at) {
  RequestUnderWay* state = Find(id);
  if (state == nullptr) return;
  state->OnBytes(bytes, at);
  // Two limits begin here and lie before those known until now: the idle one of a cold request, and that of lingering.
  earliest_deadline_ = std::min(earliest_deadline_, state->NextDeadline().at);
}

void LoadRun::OnEnd(RequestId id, const EndOfRequest& end) {
  RequestUnderWay* state = Find(id);
  if (state == nullptr) return;
  state->OnEnd(end);
  ended_.push_back(id);
}

void LoadRun::RecordEnded() {
  if (ended_.empty()) return;
  for (const RequestId id : std::exchange(ended_, {})) {
    std::erase(under_way_, id);
    RequestRecord record = states_[id]->MakeRecord(destination_.dialect, std::move(digests_[id]));
    states_[id].reset();
    if (record.phase != Phase::kWarmUp) {
      log_.ended = std::max(log_.ended, record.ended);
      meter_.Count(record);
    }
    // A connection that breaks may be the server's end: look at once.
    if (!IsCompleted(record.outcome)) next_look_ = MonoTime{};
    log_.records.push_back(std::move(record));
    if (hooks_.on_record) hooks_.on_record(log_.records.back());
  }
  if (hooks_.on_progress) {
    hooks_.on_progress(static_cast<std::int64_t>(log_.records.size()), static_cast<std::int64_t>(requests_.size()));
  }
}

RunLog LoadRun::Finish() {
  for (std::size_t id = next_; id < requests_.size(); ++id) ++log_.not_started[plan_.requests[id].phase];
  log_.client = meter_.End(log_.ended - log_.begun);
  std::sort(log_.records.begin(), log_.records.end(),
            [](const RequestRecord& a, const RequestRecord& b) { return a.id < b.id; });
  return std::move(log_);
}

}  // namespace inferproof
