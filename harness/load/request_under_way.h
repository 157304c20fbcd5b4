#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/decoder.h"
#include "harness/record/record.h"
#include "harness/workload/plan.h"

namespace inferproof {

// How long one request may take. The cold one has its own limit, and no idle limit before its first text: the first
// answer after a start may take minutes in which nothing comes.
struct RequestLimits {
  Nanos whole{0};
  Nanos idle{0};
  bool cold = false;
};
RequestLimits LimitsFor(const RequestPlan& plan, const PlannedRequest& request, bool cold);

// One request from its start to its record.
class RequestUnderWay {
 public:
  RequestUnderWay(const RequestPlan& plan, const PlannedRequest& request, RequestLimits limits, MonoTime started,
                  int in_flight);

  void OnSent(MonoTime at, int in_flight);
  void OnHeaders(int status, const std::vector<std::pair<std::string, std::string>>& headers, Stamp at);
  void OnBytes(std::string_view bytes, Stamp at) { decoder_.OnBytes(bytes, at); }
  void OnEnd(const EndOfRequest& end) { end_ = end; }

  // The first of its limits, from what is known now: "request" or "idle" and the moment it is over. Later data may only
  // move it back.
  struct Deadline {
    MonoTime at;
    const char* which = "";
  };
  Deadline NextDeadline() const;

  // The harness ends it: this is the outcome, whatever the transport says. The first reason counts.
  void GiveUp(Outcome outcome);
  bool given_up() const { return given_up_.has_value(); }
  // [DONE] was seen: nothing more of the answer can come, and its last limit is that of lingering.
  bool said_all() const { return decoder_.response().done_marker; }
  // The harness ends the connection of an answer that has said all: its outcome is what it has said.
  void LetGo() { let_go_ = true; }
  bool let_go() const { return let_go_; }

  // After OnEnd.
  RequestRecord MakeRecord(const DialectProfile& dialect, std::string body_digest);

 private:
  EndOfRequest EndAsSeen() const;

  RequestLimits limits_;
  RequestRecord record_;
  ResponseDecoder decoder_;
  std::optional<EndOfRequest> end_;
  std::optional<Outcome> given_up_;
  bool let_go_ = false;
};

}  // namespace inferproof
