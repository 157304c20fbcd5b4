#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/json/document.h"
#include "harness/refserver/api_error.h"
#include "harness/refserver/prefix_cache.h"

namespace inferproof {

enum class Api : std::uint8_t { kChat, kCompletions };

inline constexpr std::int64_t kContextTokens = 32768;   // prompt and answer together
inline constexpr std::int64_t kDefaultMaxTokens = 256;  // of an answer whose length was not asked for
inline constexpr std::int64_t kTokensPerMessage = 4;    // what a chat message costs besides its content

// What a generation request asks for, checked: any value of it can be answered.
struct GenerationRequest {
  Api api = Api::kChat;
  std::string question;      // what the answer table is asked: the last user message, or the prompt
  std::string conversation;  // every message with its role, or the prompt: what seeded text depends on
  std::int64_t prompt_tokens = 0;
  PrefixHashes prompt;       // of every prompt token
  bool cache_prompt = true;  // it may use the prefix cache ("cache_prompt" of llama.cpp)
  std::int64_t max_tokens = kDefaultMaxTokens;
  std::vector<std::string> stop;
  std::uint64_t seed = 0;
  bool ignore_eos = false;
  bool stream = false;
  bool include_usage = false;
};

// The body of POST /v1/chat/completions or /v1/completions for the model that is served. Parameters that it does not
// know are ignored, as most engines do.
std::variant<GenerationRequest, ApiError> ParseGenerationRequest(Api api, std::string_view body,
                                                                 std::string_view model);

// The text that POST /tokenize asks about: "content" (llama.cpp) or "prompt" (vLLM).
std::variant<std::string, ApiError> ParseTokenizeRequest(std::string_view body);

}  // namespace inferproof
