#pragma once

#include "harness/client/proof.h"

namespace inferproof {

// A level within every usual limit.
inline ClientLevel LevelAt(int streams, double event_p99_us = 10) {
  ClientLevel level;
  level.streams = streams;
  level.events_per_s = streams * 50.0;
  level.event = {2, event_p99_us, 300, 5000};
  level.ttft = {80, 400, 900, 200};
  level.completed_share = 1;
  level.cpu_share = 0.4;
  level.kernel_stamp_share = 1;
  return level;
}

inline ClientProof ProofOf(std::vector<ClientLevel> levels) {
  ClientProof proof;
  proof.measured_at = "2026-01-31T12:00:00Z";
  proof.client = {"abcdef", "cpu", "Linux 6", "libcurl/7.88.1", "0.1.0", 1};
  proof.levels = std::move(levels);
  return proof;
}

}  // namespace inferproof
