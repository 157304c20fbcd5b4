#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/load/load_generator.h"
#include "harness/session/measured_side.h"
#include "harness/session/record_writer.h"
#include "harness/session/session.h"

namespace inferproof {

// What is sent, and what it is called in progress lines and in samples.jsonl.
struct Sending {
  const RequestPlan& requests;
  std::string label;  // "single", "quality"
  int run = 0;
  bool transcript = false;
};

// Sends plans to servers, within what a session may take: its time budget, and until somebody interrupts. Every record
// goes to the writer as it ends, and known secrets are taken out before anything reads what a server said.
class Sender {
 public:
  Sender(World& world, const SessionPlan& plan, Transport& transport, RecordWriter& writer)
      : world_(world), plan_(plan), transport_(transport), writer_(writer), began_(world.clock.Now()) {}

  // The transports of the threads beyond the first, once and before anything is sent.
  Status OpenThreads(int max_connections);
  RunLog Send(MeasuredSide& side, RunningTarget& server, const Sending& sending);

  Nanos Elapsed() const { return world_.clock.Now() - began_; }
  bool TimeIsUp() const;
  // Whether to begin nothing more; the result says why.
  bool Stopped(ResultFile& result) const;

 private:
  RunLog Load(const Destination& destination, const LoadHooks& hooks, const Sending& sending);
  LoadHooks Hooks(const MeasuredSide& side, RunningTarget& server, const Sending& sending, std::int64_t* ended);
  void Progress(const std::string& label, int run, std::int64_t done, std::int64_t planned) const;

  World& world_;
  const SessionPlan& plan_;
  Transport& transport_;
  RecordWriter& writer_;
  MonoTime began_;
  std::vector<std::unique_ptr<Transport>> more_;  // of the threads beyond the first
  std::int64_t requests_before_ = 0;
};

// A key that opens the list of models but not the model: every request was turned away, and that is no measurement.
Status TurnedAway(const RunLog& log);

}  // namespace inferproof
