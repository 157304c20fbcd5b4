#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "harness/base/result.h"
#include "harness/client/observed_transport.h"
#include "harness/client/spread.h"
#include "harness/load/load_generator.h"

namespace inferproof {

// One load at which the client was observed. Times in microseconds.
struct ClientLevel {
  int streams = 0;
  double events_per_s = 0;
  Spread event, event_user;
  Spread gap, gap_user;
  Spread ttft, ttft_user;
  Spread start;  // handed to the transport -> about to be written
  Spread lag;
  double cpu_share = 0;          // of one core, all threads together
  double engine_cpu_share = 0;   // of one core, the server's
  double foreign_cpu_share = 0;  // of one core, everyone else's
  double kernel_stamp_share = 0;
  double shared_read_share = 0;
  double completed_share = 0;
};

// What is sent at one level.
struct LevelPlan {
  int streams = 1;
  int waves = 3;  // answers of each stream; the first is not counted
  int tokens = 100;
  std::string model;
};

// Plays a level against a server with `--send-times`, with one thread for each transport. `engine_cpu_s` answers the
// CPU time that the server has used so far; it may be empty.
Result<ClientLevel> PlayLevel(Clock& clock, const std::vector<std::unique_ptr<Transport>>& transports,
                              const std::string& base_url, const LoadHooks& hooks,
                              const std::function<double()>& engine_cpu_s, const LevelPlan& level);

}  // namespace inferproof
