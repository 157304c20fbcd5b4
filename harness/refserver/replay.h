#pragma once

#include <event2/event.h>
#include <event2/http.h>

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "harness/refserver/event_handles.h"
#include "harness/refserver/streams.h"

namespace inferproof {

class Replays;

// One exchange on its way through a conformance stream: headers, pieces, end.
class Replay {
 public:
  Replay(Replays& owner, evhttp_request* exchange);
  ~Replay();
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

 private:
  static void OnDue(evutil_socket_t, short, void* self);
  static void OnClosed(evhttp_connection*, void* self);

  void Arm(int wait_ms);
  void Step();
  void End();

  Replays& owner_;
  evhttp_request* exchange_;
  EventHandle timer_;
  bool begun_ = false;
  std::size_t next_ = 0;  // piece
};

// Answers every exchange with one stream, as slowly as the stream says.
class Replays {
 public:
  // Both outlive it.
  Replays(event_base* base, const ConformanceStream& stream) : base_(base), stream_(stream) {}

  void Start(evhttp_request* exchange);

 private:
  friend class Replay;

  event_base* base_;
  const ConformanceStream& stream_;
  std::unordered_map<Replay*, std::unique_ptr<Replay>> under_way_;
};

}  // namespace inferproof
