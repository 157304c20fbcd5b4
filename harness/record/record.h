#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"
#include "harness/json/document.h"
#include "harness/protocol/response.h"
#include "harness/record/outcome.h"
#include "harness/transport/transport.h"

namespace inferproof {

enum class Phase { kWarmUp, kMeasured, kQuality };
std::string PhaseName(Phase phase);

// Everything observed of one request. due <= started <= sent <= headers <= first delta <= ... <= ended.
struct RequestRecord {
  std::uint64_t id = 0;  // dense from 0 within its run
  Phase phase = Phase::kMeasured;
  std::string prompt_id;         // or the case's id
  MonoTime due;                  // when the plan wanted it sent
  MonoTime started;              // handed to the transport
  std::optional<MonoTime> sent;  // connection ready, about to be written
  MonoTime ended;
  ConnectTimings connect;
  Response response;
  Outcome outcome;
  std::string body_digest;  // of the request bytes
  int max_tokens = 0;       // asked for; 0: not known
  int in_flight = 0;        // requests under way when it was sent, itself included
};

// Nothing when the record keeps its order of moments, else the first pair that breaks it.
std::optional<std::string> OrderViolation(const RequestRecord& record);

// Arrival of the first and the last generated text; nothing without any.
std::optional<MonoTime> FirstTextAt(const RequestRecord& record);
std::optional<MonoTime> LastTextAt(const RequestRecord& record);
std::optional<MonoTime> FirstVisibleAt(const RequestRecord& record);

// How busy and how late the client itself was during a run.
struct ClientStats {
  double cpu_s = 0;
  double wall_s = 0;
  double foreign_cpu_s = 0;  // busy time of everyone else on the machine
  std::uint64_t events = 0;
  std::uint64_t events_with_kernel_stamp = 0;
  std::uint64_t events_sharing_a_read = 0;
  int threads = 1;  // that carried the load
};

// One execution of a scenario.
struct RunLog {
  std::string scenario;
  int run = 0;     // 0-based within its side
  MonoTime begun;  // start of the measured phase: the first measured request was handed over
  MonoTime ended;  // the last measured request ended
  std::map<Phase, std::int64_t> planned;
  std::map<Phase, std::int64_t> not_started;
  std::vector<RequestRecord> records;
  ClientStats client;
  bool interrupted = false;
  std::optional<std::string> stopped_because;  // the server died, the budget is spent
};

// Conservation: planned = completed + each failure + not started, for each phase.
struct Conservation {
  std::int64_t planned = 0;
  std::map<std::string, std::int64_t> by_outcome;  // OutcomeName -> count
  std::int64_t not_started = 0;
  bool failures_stated = true;  // false: another tool's file does not say how many failed, so that nobody can judge it

  bool holds() const;
  // "24 planned = 22 completed + 2 truncated + 0 not started"
  std::string Text() const;
};
Conservation CountOutcomes(const RunLog& log, Phase phase);

// One line of samples.jsonl: moments in ms from `origin`, counts, outcome, gaps between deltas; no generated text.
Json RecordToJson(const RequestRecord& record, const std::string& scenario, int run, MonoTime origin);

// One line of transcripts.jsonl: request id, case or prompt, answer text (repaired UTF-8), tool calls, finish, usage,
// outcome.
Json TranscriptToJson(const RequestRecord& record, const std::string& scenario, int run);

}  // namespace inferproof
