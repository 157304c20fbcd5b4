#include "harness/refserver/replay.h"

#include <utility>

#include "harness/refserver/exchange.h"

namespace inferproof {
namespace {

constexpr int kBeforeEndMs = 30;  // what was sent arrives before the connection is broken

}  // namespace

Replay::Replay(Replays& owner, evhttp_request* exchange)
    : owner_(owner), exchange_(exchange), timer_(event_new(owner.base_, -1, 0, OnDue, this)) {
  WatchForClose(exchange_, OnClosed, this);
  Arm(owner_.stream_.headers_ms);
}

Replay::~Replay() {
  if (exchange_ != nullptr) StopWatching(exchange_);
}

void Replay::OnDue(evutil_socket_t, short, void* self) { static_cast<Replay*>(self)->Step(); }

void Replay::OnClosed(evhttp_connection*, void* self) {
  auto* replay = static_cast<Replay*>(self);
  Abandon(std::exchange(replay->exchange_, nullptr));
  replay->owner_.under_way_.erase(replay);
}

void Replay::Arm(int wait_ms) {
  timeval wait{};
  wait.tv_sec = wait_ms / 1000;
  wait.tv_usec = static_cast<suseconds_t>(wait_ms % 1000) * 1000;
  event_add(timer_.get(), &wait);
}

void Replay::Step() {
  const ConformanceStream& stream = owner_.stream_;
  if (!begun_) {
    begun_ = true;
    if (stream.status != 0) BeginAnswer(exchange_, stream.status, stream.headers, stream.chunked);
  } else if (next_ < stream.pieces.size()) {
    SendPiece(exchange_, stream.pieces[next_++].bytes);
  } else {
    return End();
  }
  if (next_ < stream.pieces.size()) return Arm(stream.pieces[next_].wait_ms);
  if (stream.end == StreamEnd::kWhole) return End();
  if (stream.end != StreamEnd::kOpen) Arm(kBeforeEndMs);
}

void Replay::End() {
  evhttp_request* exchange = std::exchange(exchange_, nullptr);
  StopWatching(exchange);
  switch (owner_.stream_.end) {
    case StreamEnd::kWhole:
    case StreamEnd::kOpen:
      EndStream(exchange);
      break;
    case StreamEnd::kCut:
      CloseConnection(exchange);
      break;
    case StreamEnd::kReset:
      ResetConnection(exchange);
      break;
  }
  owner_.under_way_.erase(this);
}

void Replays::Start(evhttp_request* exchange) {
  auto replay = std::make_unique<Replay>(*this, exchange);
  Replay* const key = replay.get();
  under_way_.emplace(key, std::move(replay));
}

}  // namespace inferproof
