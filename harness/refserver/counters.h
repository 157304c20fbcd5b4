#pragma once

#include <cstdint>
#include <string>

namespace inferproof {

// What GET /metrics tells.
struct Counters {
  double process_start_s = 0;      // Unix time
  std::int64_t requests = 0;       // generation requests accepted since the start
  std::int64_t running = 0;        // in a slot
  std::int64_t waiting = 0;        // in the queue
  std::int64_t prompt_tokens = 0;  // of requests that got a slot
  std::int64_t cached_tokens = 0;  // of prompts, found in the prefix cache
  std::int64_t output_tokens = 0;  // generated

  // Prometheus text format, version 0.0.4.
  std::string PrometheusText() const;
};

}  // namespace inferproof
