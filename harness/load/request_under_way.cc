#include "harness/load/request_under_way.h"

#include <algorithm>
#include <array>

namespace inferproof {
namespace {

// What tells which server, or what stands before it, gave an answer; and why it would not.
constexpr std::array<std::string_view, 10> kKeptHeaders = {
    "server",         "via",         "x-request-id",     "x-powered-by", "openai-processing-ms",
    "openai-version", "retry-after", "content-encoding", "x-cache",      "cf-ray"};

// A server that keeps a stream open after [DONE] gets this long to end it: the connection can be used again then.
constexpr Nanos kLingerAfterDone = std::chrono::milliseconds(500);

bool IsKept(std::string_view name) {
  return std::find(kKeptHeaders.begin(), kKeptHeaders.end(), name) != kKeptHeaders.end();
}

}  // namespace

RequestLimits LimitsFor(const RequestPlan& plan, const PlannedRequest& request, bool cold) {
  RequestLimits limits;
  limits.whole = cold ? plan.timeouts.first_request : plan.timeouts.request;
  // A JSON answer comes in one piece at its end: it is not idle, it is under way.
  limits.idle = request.stream ? plan.timeouts.idle : limits.whole;
  limits.cold = cold;
  return limits;
}

RequestUnderWay::RequestUnderWay(const RequestPlan& plan, const PlannedRequest& request, RequestLimits limits,
                                 MonoTime started, int in_flight)
    : limits_(limits), decoder_(plan.endpoint) {
  record_.id = request.id;
  record_.phase = request.phase;
  record_.prompt_id = request.prompt_id;
  record_.due = started;
  record_.started = started;
  record_.in_flight = in_flight;
  record_.max_tokens = request.max_tokens;
}

void RequestUnderWay::OnSent(MonoTime at, int in_flight) {
  record_.sent = at;
  record_.in_flight = in_flight;
}

void RequestUnderWay::OnHeaders(int status, const std::vector<std::pair<std::string, std::string>>& headers, Stamp at) {
  std::string_view content_type;
  for (const auto& [name, value] : headers) {
    if (name == "content-type") content_type = value;
    if (IsKept(name)) decoder_.KeepHeader(name, value);
  }
  decoder_.OnHeaders(status, content_type, at);
}

RequestUnderWay::Deadline RequestUnderWay::NextDeadline() const {
  const MonoTime from = record_.sent.value_or(record_.started);
  const Deadline whole{from + limits_.whole, "request"};
  const MonoTime data = decoder_.last_data_at();
  if (said_all()) return {data + kLingerAfterDone, "done"};
  if (!record_.sent || (limits_.cold && decoder_.response().deltas.empty())) return whole;
  const Deadline idle{std::max(from, data) + limits_.idle, "idle"};
  return idle.at < whole.at ? idle : whole;
}

void RequestUnderWay::GiveUp(Outcome outcome) {
  if (!given_up_) given_up_ = std::move(outcome);
}

// What we let go of had said all that it had to say.
EndOfRequest RequestUnderWay::EndAsSeen() const {
  EndOfRequest end = *end_;
  if (let_go_) end.kind = EndKind::kClean;
  return end;
}

RequestRecord RequestUnderWay::MakeRecord(const DialectProfile& dialect, std::string body_digest) {
  decoder_.OnEnd();
  record_.response = decoder_.Take();
  // A run keeps every event until it is reduced: 24 bytes each, and its text, without the room that growing left.
  record_.response.deltas.shrink_to_fit();
  record_.response.content.shrink_to_fit();
  record_.response.reasoning.shrink_to_fit();
  record_.ended = let_go_ ? decoder_.last_data_at() : end_->at;
  record_.connect = end_->timings;
  record_.outcome = given_up_ ? *std::move(given_up_) : Conclude(dialect, record_.response, EndAsSeen());
  record_.body_digest = std::move(body_digest);
  return std::move(record_);
}

}  // namespace inferproof
