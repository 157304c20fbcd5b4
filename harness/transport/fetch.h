#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/os/clock.h"
#include "harness/transport/transport.h"

namespace inferproof {

struct Fetched {
  int status = 0;
  std::string content_type;
  std::string body;  // at most 4 MiB
};

// One small request from start to end, for probes and evidence: never while measuring. kUnreachable when no answer came
// within `timeout`; any HTTP status is an answer.
Result<Fetched> Fetch(Transport& transport, Clock& clock, HttpRequest request, Nanos timeout);

}  // namespace inferproof
