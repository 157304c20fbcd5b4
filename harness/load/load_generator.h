#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/os/clock.h"
#include "harness/os/host_info.h"
#include "harness/record/record.h"
#include "harness/transport/transport.h"
#include "harness/workload/plan.h"

namespace inferproof {

// Where the requests of a plan go.
struct Destination {
  std::string base_url;                                      // "http://127.0.0.1:8000"
  std::vector<std::pair<std::string, std::string>> headers;  // authorisation and the target's own
  DialectProfile dialect;
  bool first_request_is_cold = false;  // the first request of the plan gets Timeouts::first_request
};

// Hooks into a run; all optional. Called between turns of the loop, never between the bytes of an event.
struct LoadHooks {
  std::function<void(const RequestRecord&)> on_record;      // as each request ends
  std::function<bool()> interrupted;                        // true: stop in order, keep what has ended
  std::function<std::optional<std::string>()> server_died;  // why, once a managed server has ended
  std::function<void(std::int64_t done, std::int64_t planned)> on_progress;
  // Read as the measured phase begins and ends; without it ClientStats tells no CPU time.
  std::function<CpuUse()> cpu_use;
};

// Runs a plan against a transport. One clock reading a turn; time passes only inside Transport::Poll.
class LoadGenerator {
 public:
  LoadGenerator(Clock& clock, Transport& transport, Destination destination, LoadHooks hooks);

  // The closed loop: `plan.concurrency` requests under way, the next one started when one ends; the measured phase
  // begins when the last warm-up request has ended. Requests that were not started are counted. The records come in
  // the order of their ids; `due` is when a place was free, which is when it was started. ClientStats is of the
  // measured (or quality) phase.
  RunLog Run(const RequestPlan& plan, int run_index);

 private:
  Clock& clock_;
  Transport& transport_;
  Destination destination_;
  LoadHooks hooks_;
};

}  // namespace inferproof
