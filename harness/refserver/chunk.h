#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/refserver/request.h"

namespace inferproof {

// What every chunk of one answer repeats.
struct AnswerIdentity {
  Api api = Api::kChat;
  std::string id;
  std::int64_t created = 0;  // seconds of wall time
  std::string model;
  std::string system_fingerprint;
};

struct UsageCounts {
  std::int64_t prompt_tokens = 0;
  std::int64_t output_tokens = 0;
  std::optional<std::int64_t> cached_tokens = {};  // of the prompt's; nothing: the engine has no cache
};

// The events of one streamed answer, each a whole "data: ...\n\n". What they share is written once: an event costs
// little more than its text.
class ChunkFormat {
 public:
  explicit ChunkFormat(const AnswerIdentity& identity);

  std::string Role() const;  // chat: role and empty content; completions have none and get ""
  std::string Text(std::string_view text) const;
  std::string Finish(std::string_view reason) const;
  std::string Usage(const UsageCounts& usage) const;

 private:
  std::string Event(std::string_view rest) const;

  Api api_;
  std::string head_;  // `data: {"id":...,` up to where the choices follow
};

inline constexpr std::string_view kDoneEvent = "data: [DONE]\n\n";

// The body of an answer that was not streamed.
std::string AnswerBody(const AnswerIdentity& identity, const std::string& text, const std::string& finish_reason,
                       const UsageCounts& usage);

}  // namespace inferproof
