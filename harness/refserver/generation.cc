#include "harness/refserver/generation.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/refserver/engine.h"
#include "harness/refserver/exchange.h"

namespace inferproof {
namespace {

timeval ToTimeval(Nanos wait) {
  const std::int64_t micros = std::max<std::int64_t>(0, (wait.count() + 999) / 1000);  // up: never before it is due
  timeval result{};
  result.tv_sec = static_cast<time_t>(micros / 1000000);
  result.tv_usec = static_cast<suseconds_t>(micros % 1000000);
  return result;
}

std::string ErrorEvent() {
  const ApiError error{.status = 500, .message = "the engine failed", .type = "server_error", .code = "engine_failed"};
  return "data: " + error.Body() + "\n\n";
}

}  // namespace

PacedAnswer::PacedAnswer(Engine& engine, evhttp_request* exchange, GenerationRequest request, GenerationTraits traits)
    : engine_(engine),
      exchange_(exchange),
      request_(std::move(request)),
      traits_(std::move(traits)),
      chunks_(traits_.identity),
      received_(MonoNow()) {
  WatchForClose(exchange_, OnClosed, this);
}

PacedAnswer::~PacedAnswer() {
  if (exchange_ != nullptr) StopWatching(exchange_);
}

void PacedAnswer::Start(MonoTime now) {
  answer_ = MakeAnswer(request_, FindAnswer(request_.question), engine_.faults().wrong);
  if (engine_.faults().early_stop) {
    answer_.tokens.resize((answer_.tokens.size() + 1) / 2);
    answer_.finish_reason = "stop";
  }
  if (engine_.profile().cache_blocks > 0) cached_tokens_ = request_.cache_prompt ? engine_.FindCached(request_) : 0;
  pace_.emplace(engine_.profile(), traits_.factor, now, request_.prompt_tokens - cached_tokens_.value_or(0));
  timer_.reset(event_new(engine_.base(), -1, 0, OnDue, this));
  if (request_.stream) BeginStream(exchange_);
  ArmTimer(now);
}

void PacedAnswer::OnDue(evutil_socket_t, short, void* self) { static_cast<PacedAnswer*>(self)->SendWhatIsDue(); }

void PacedAnswer::SendWhatIsDue() {
  const MonoTime now = MonoNow();
  while (pace_->due() <= now) {
    if (!Step()) return;  // this object is gone
  }
  ArmTimer(now);
}

// One event; false when it was the last thing this object did.
bool PacedAnswer::Step() {
  if (at_break()) {
    BreakOff();
    return false;
  }
  SendEvent();
  if (sent_ == answer_.tokens.size() && !at_break()) {
    Finish();
    return false;
  }
  const auto step = static_cast<std::size_t>(engine_.profile().tokens_per_event);
  pace_->Advance(std::clamp<std::size_t>(answer_.tokens.size() - sent_, 1, step), engine_.busy_slots());
  return true;
}

bool PacedAnswer::at_break() const {
  return traits_.breaks != Break::kNone && begun_ && sent_ >= (answer_.tokens.size() + 1) / 2;
}

void PacedAnswer::SendEvent() {
  // Prefill yields one token; each later step yields as many as the profile says.
  const auto step = begun_ ? static_cast<std::size_t>(engine_.profile().tokens_per_event) : 1;
  const std::size_t end = std::min(answer_.tokens.size(), sent_ + step);
  std::string text;
  for (std::size_t i = sent_; i < end; ++i) text += answer_.tokens[i];
  if (request_.stream) {
    SendEvents((begun_ ? "" : chunks_.Role()) + (text.empty() ? "" : chunks_.Text(text)));
  }
  engine_.CountOutput(static_cast<std::int64_t>(end - sent_));
  if (!begun_ && request_.cache_prompt) engine_.HoldPrompt(request_);  // its prefill is done
  sent_ = end;
  begun_ = true;
}

void PacedAnswer::SendEvents(std::string events) {
  if (engine_.faults().buffered || Collects()) {
    held_ += events;
  } else if (engine_.tells_send_times()) {
    SendStamped(std::move(events));
  } else {
    SendPiece(exchange_, std::exchange(held_, {}) + events);
  }
}

// The last event of a piece tells when the piece was written, the first piece also when its request was read.
void PacedAnswer::SendStamped(std::string events) {
  constexpr std::string_view kEnd = "}\n\n";
  if (!events.ends_with(kEnd)) return SendPiece(exchange_, events);
  events.resize(events.size() - kEnd.size());
  if (!begun_) events += ",\"received_ns\":" + std::to_string(received_.ns);
  events += ",\"sent_ns\":" + std::to_string(MonoNow().ns) + std::string(kEnd);
  SendPieceNow(exchange_, events);
}

// Whether the fault "clump" keeps this event back until its clump is full.
bool PacedAnswer::Collects() { return ++events_ % std::max(1, engine_.faults().clump) != 0; }

void PacedAnswer::Reset() {
  evhttp_request* exchange = std::exchange(exchange_, nullptr);
  StopWatching(exchange);
  ResetConnection(exchange);
}

void PacedAnswer::Finish() {
  const double counted = static_cast<double>(answer_.tokens.size()) * engine_.faults().usage_factor;
  const UsageCounts usage{request_.prompt_tokens, std::llround(counted), cached_tokens_};
  if (request_.stream) {
    SendEvents(chunks_.Finish(answer_.finish_reason) + (request_.include_usage ? chunks_.Usage(usage) : "") +
               std::string(kDoneEvent));
  } else {
    held_ = AnswerBody(traits_.identity, answer_.Text(), answer_.finish_reason, usage);
  }
  EndAnswer();
}

// The answer may be left waiting for its client to go away; then this object lives on.
void PacedAnswer::BreakOff() {
  if (traits_.breaks == Break::kDeath) _exit(1);
  if (traits_.breaks == Break::kHang) return;
  if (traits_.breaks == Break::kReset) {
    Reset();
    return engine_.Ended(*this);
  }
  if (traits_.breaks == Break::kError) SendEvents(ErrorEvent());
  EndAnswer();
}

void PacedAnswer::EndAnswer() {
  evhttp_request* exchange = std::exchange(exchange_, nullptr);
  StopWatching(exchange);
  if (request_.stream) {
    if (!held_.empty()) SendPiece(exchange, held_);
    EndStream(exchange);
  } else {
    SendJson(exchange, 200, held_);
  }
  engine_.Ended(*this);
}

void PacedAnswer::ArmTimer(MonoTime now) {
  const timeval wait = ToTimeval(pace_->due() - now);
  event_add(timer_.get(), &wait);
}

void PacedAnswer::OnClosed(evhttp_connection*, void* self) {
  auto* generation = static_cast<PacedAnswer*>(self);
  Abandon(std::exchange(generation->exchange_, nullptr));
  generation->engine_.Ended(*generation);
}

}  // namespace inferproof
