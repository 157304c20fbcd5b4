#pragma once

#include <event2/http.h>

#include <cstdint>
#include <optional>
#include <string>

#include "harness/refserver/chunk.h"
#include "harness/refserver/event_handles.h"
#include "harness/refserver/fault_plan.h"
#include "harness/refserver/pacing.h"
#include "harness/refserver/text_model.h"

namespace inferproof {

class Engine;

// What was decided about a request when it came.
struct GenerationTraits {
  AnswerIdentity identity;
  double factor = 1;  // of every pacing time
  Break breaks = Break::kNone;
};

// One request from its arrival to the end of its answer: it waits for a slot, then its tokens leave as they fall due.
class PacedAnswer {
 public:
  // `engine` outlives it; `exchange` is ended or abandoned by it.
  PacedAnswer(Engine& engine, evhttp_request* exchange, GenerationRequest request, GenerationTraits traits);
  ~PacedAnswer();
  PacedAnswer(const PacedAnswer&) = delete;
  PacedAnswer& operator=(const PacedAnswer&) = delete;

  // A slot is free for it.
  void Start(MonoTime now);
  bool started() const { return pace_.has_value(); }
  std::int64_t prompt_tokens() const { return request_.prompt_tokens; }
  // Resets the connection; nothing is left to do.
  void Reset();

 private:
  static void OnDue(evutil_socket_t, short, void* self);
  static void OnClosed(evhttp_connection*, void* self);

  void SendWhatIsDue();
  bool Step();
  void SendEvent();
  void SendEvents(std::string events);
  void SendStamped(std::string events);
  bool Collects();
  void Finish();
  void BreakOff();
  void EndAnswer();
  void ArmTimer(MonoTime now);
  bool at_break() const;

  Engine& engine_;
  evhttp_request* exchange_;
  GenerationRequest request_;
  GenerationTraits traits_;
  ChunkFormat chunks_;
  Answer answer_;
  std::optional<Pace> pace_;  // from the moment it has a slot
  std::optional<std::int64_t> cached_tokens_;
  EventHandle timer_;
  std::size_t sent_ = 0;  // tokens
  bool begun_ = false;    // the first event has left
  std::string held_;      // events kept back by the faults "buffered" and "clump"
  int events_ = 0;
  MonoTime received_;  // read from the socket, as far as it can be known here
};

}  // namespace inferproof
