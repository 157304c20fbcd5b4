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

// Hands out a running server as the target's `restart` says: a fresh one for every run, or one for the whole side.
class ServerLease {
 public:
  ServerLease(World& world, const SessionPlan& plan, Transport& transport,
              std::vector<std::pair<std::string, std::string>> headers);
  ~ServerLease();
  ServerLease(const ServerLease&) = delete;
  ServerLease& operator=(const ServerLease&) = delete;

  // The server for the next run, started when none is up. Valid until Return().
  Result<RunningTarget*> Take();
  // The run is over: ends the server when the next run is to have a fresh one, or when it has died.
  void Return();
  // True right after a start: the first request may be slow.
  bool fresh() const { return fresh_; }

  // Asks the server what it is and keeps the command that started it; called once, outside any measurement.
  Status Describe(const std::string& harness_version, Evidence& evidence);

 private:
  std::string Ask(const std::string& path);

  World& world_;
  const SessionPlan& plan_;
  Transport& transport_;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::unique_ptr<RunningTarget> running_;
  bool fresh_ = false;
  int starts_ = 0;
};

// server.log without secrets: a server may have printed what it was sent.
Status CleanServerLog(FileSystem& files, const Redactor& redactor, const std::string& path);

}  // namespace inferproof
