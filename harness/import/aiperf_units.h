#pragma once

#include <array>
#include <optional>
#include <string>

namespace inferproof {

// src/aiperf/metrics/types
struct AiperfFamily {
  const char* theirs;
  const char* ours;
  const char* definition;
};
inline constexpr std::array<AiperfFamily, 4> kAiperfFamilies = {
    {{"time_to_first_token", "ttft_ms", "aiperf: first event with text"},
     {"inter_token_latency", "tpot_ms", "aiperf: (e2e - ttft) / (tokens - 1)"},
     {"inter_chunk_latency", "chunk_gap_ms", "aiperf: gaps between events with text, pooled"},
     {"request_latency", "e2e_ms", "aiperf: last event with text"}}};
inline constexpr char kAiperfTokens[] = "aiperf: tokenizer, unless told to use the server's counts";

// What makes a time of this unit milliseconds; nothing for a unit that is no time.
std::optional<double> AiperfMilliseconds(const std::string& unit);

}  // namespace inferproof
