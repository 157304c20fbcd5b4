#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// How the reference engine paces itself.
struct Profile {
  std::string model = "reference-model";
  double ttft_ms = 40;              // from a free slot to the first token
  double prefill_ms_per_token = 0;  // added per prompt token
  double token_ms = 3;              // between tokens
  int slots = 16;                   // requests served at once; more wait in a queue
  double batch_slowdown = 0;        // share by which each further busy slot stretches token_ms
  double run_noise = 0.005;         // standard deviation of one factor per process
  double request_noise = 0;         // of a factor per request
  int tokens_per_event = 1;         // after the first event, which carries one: prefill yields a single token
  int cache_blocks = 0;             // capacity of the prefix cache, whose hits need no prefill; 0: there is none
  int cache_block_tokens = 16;      // only whole blocks are held

  // The engine's identity, over every field (those of the cache only where there is one): what makes two reference
  // engines comparable. Faults, name and version are not in it: a fault is what a gate must catch, so it may not turn
  // into a difference of engine.
  std::string Digest() const;
};

// Faults given to `serve --fault NAME[=VALUE]`.
struct PlantedFaults {
  double slow = 0;              // share: 0.2 stretches every pacing time by 20 %
  bool wrong = false;           // answers of the table are altered
  double truncated = 0;         // share of streams that end without finish_reason and [DONE]
  double error_mid_stream = 0;  // share of streams that carry an error payload
  bool early_stop = false;      // every answer ends with "stop" after half of its tokens
  bool buffered = false;        // all events of a stream leave in one burst at its end
  int die_after = 0;            // requests after which the process exits; 0: never
  double too_many = 0;          // share of requests that get 429 with Retry-After
  double unavailable = 0;       // share of requests that get 503
  double hang = 0;              // share of streams that fall silent after half of their tokens, and stay open
  double reset = 0;             // share of streams that end with a TCP reset after half of their tokens
  int clump = 0;                // events that leave together; 0: each when it is due
  double usage_factor = 1;      // by which usage counts the output tokens wrong
  int restart_after = 0;        // requests after which what is served is cut off and all counters begin anew; 0: never
};

// "slow=0.2", "wrong", "truncated=0.1", "error-mid-stream=0.1", "early-stop", "buffered", "die-after=30", "429=0.1",
// "503=0.1", "hang=0.1", "reset=0.1", "clump=8", "usage-wrong=2", "restart=30"; kUsage with the nearest known name.
Status ParseFault(std::string_view text, PlantedFaults& faults);
std::vector<std::string> FaultNames();

// "ttft-ms=40" and so on: one field of the profile; kUsage with the nearest known name.
Status ParseProfileField(std::string_view text, Profile& profile);
std::vector<std::string> ProfileFieldNames();

}  // namespace inferproof
