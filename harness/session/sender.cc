#include "harness/session/sender.h"

#include <algorithm>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/overloaded.h"
#include "harness/load/threaded_run.h"

namespace inferproof {
namespace {

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

}  // namespace

RunLog Sender::Send(MeasuredSide& side, RunningTarget& server, const Sending& sending) {
  std::int64_t ended = 0;
  const Destination destination{server.base_url(), side.headers, side.plan.dialect, side.lease.fresh()};
  RunLog log = Load(destination, Hooks(side, server, sending, &ended), sending);
  for (RequestRecord& record : log.records) Redact(world_.redactor, record);
  requests_before_ += ended;
  return log;
}

RunLog Sender::Load(const Destination& destination, const LoadHooks& hooks, const Sending& sending) {
  const int threads = plan_.options.client.threads;
  if (threads <= 1) {
    return LoadGenerator(world_.clock, transport_, destination, hooks).Run(sending.requests, sending.run);
  }
  std::vector<Transport*> transports = {&transport_};
  for (const auto& transport : more_) transports.push_back(transport.get());
  return RunOnThreads(world_.clock, transports, destination, hooks, sending.requests, sending.run);
}

Status Sender::OpenThreads(int max_connections) {
  for (int thread = 1; thread < plan_.options.client.threads; ++thread) {
    ASSIGN_OR_RETURN(std::unique_ptr<Transport> transport, world_.make_transport(max_connections));
    more_.push_back(std::move(transport));
  }
  return {};
}

bool Sender::TimeIsUp() const {
  const Nanos limit = plan_.suite.budget.max_duration;
  return limit.count() > 0 && Elapsed() > limit;
}

bool Sender::Stopped(ResultFile& result) const {
  if (world_.interrupted()) {
    result.interrupted = true;
    return true;
  }
  if (!TimeIsUp()) return false;
  const std::string note = "stopped: budget.max_duration_s is spent";
  std::vector<std::string>& notes = result.evidence.notes;
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  return true;
}

LoadHooks Sender::Hooks(const MeasuredSide& side, RunningTarget& server, const Sending& sending, std::int64_t* ended) {
  LoadHooks hooks;
  hooks.interrupted = [this] { return world_.interrupted() || TimeIsUp(); };
  hooks.server_died = [&server] { return server.Died(); };
  hooks.cpu_use = [this] { return ReadCpuUse(world_.files); };
  hooks.on_record = [this, side = side.side, label = sending.label, run = sending.run,
                     transcript = sending.transcript](const RequestRecord& record) {
    auto kept = std::make_shared<RequestRecord>(record);
    Redact(world_.redactor, *kept);
    writer_.Enqueue({std::move(kept), label, run, began_, transcript, SideName(side)});
  };
  const std::string name = side.side == Side::kBase ? "base " + sending.label : sending.label;
  hooks.on_progress = [this, name, run = sending.run, ended](std::int64_t done, std::int64_t planned) {
    *ended = done;
    Progress(name, run, done, planned);
  };
  return hooks;
}

// Rate and the time left, from what has been sent of everything planned.
void Sender::Progress(const std::string& label, int run, std::int64_t done, std::int64_t planned) const {
  if (!world_.progress) return;
  const std::int64_t all = requests_before_ + done;
  const double elapsed = ToSeconds(Elapsed());
  const double rate = elapsed > 0 ? static_cast<double>(all) / elapsed : 0;
  std::string line = label + " run " + std::to_string(run + 1) + "/" + std::to_string(plan_.options.looks.back()) +
                     ": " + std::to_string(done) + "/" + std::to_string(planned) + " requests, " +
                     FormatFixed(rate, 1) + "/s";
  if (rate > 0) {
    const bool may_stop_early = plan_.options.looks.size() > 1;
    const double left = static_cast<double>(std::max<std::int64_t>(0, plan_.estimate.most.requests - all)) / rate;
    line += (may_stop_early ? ", at most about " : ", about ") + HumanDuration(FromSeconds(left)) + " left";
  }
  world_.progress(line);
}

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

}  // namespace inferproof
