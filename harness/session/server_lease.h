#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/evidence/evidence.h"
#include "harness/session/session.h"
#include "harness/target/managed_target.h"

namespace inferproof {

using Headers = std::vector<std::pair<std::string, std::string>>;

// Where a side's server leaves its traces.
struct LeaseFiles {
  std::string server_log;
  std::string start_command;
};

// Hands out a running server of one side as its target's `restart` says: a fresh one for every run, one for a turn of
// runs, or one for all of them.
class ServerLease {
 public:
  ServerLease(World& world, const SidePlan& side, Transport& transport, Headers headers, LeaseFiles files);
  ~ServerLease();
  ServerLease(const ServerLease&) = delete;
  ServerLease& operator=(const ServerLease&) = delete;

  // The server for the next run, started when none is up. Valid until Return().
  Result<RunningTarget*> Take();
  // The run is over: ends the server when the next run is to have a fresh one, or when it has died.
  void Return();
  // It is the other side's turn: ends the server unless it is to be kept for all of the session.
  void EndTurn();
  // True right after a start: the first request may be slow.
  bool fresh() const { return fresh_; }

  // Asks the server what it is and keeps the command that started it; called once, outside any measurement.
  Status Describe(const std::string& harness_version, Evidence& evidence);

  // Before a run: asks once when the server's process was started. After it: why the server, which is up, is no more
  // the process that it was; nothing when it is, or when it never told.
  void NoteProcess();
  std::optional<std::string> Restarted();

 private:
  std::string Ask(const std::string& path);

  void End();

  World& world_;
  const SidePlan& side_;
  Transport& transport_;
  Headers headers_;
  LeaseFiles files_;
  std::unique_ptr<RunningTarget> running_;
  bool fresh_ = false;
  int starts_ = 0;
  bool process_noted_ = false;
  std::optional<std::string> process_start_;  // as the server tells it
};

// server.log without secrets: a server may have printed what it was sent.
Status CleanServerLog(FileSystem& files, const Redactor& redactor, const std::string& path);

}  // namespace inferproof
