#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/suite/case.h"
#include "harness/suite/suite.h"

namespace inferproof {

// How a server's tokeniser is asked.
enum class TokenizeForm { kNone, kPrompt, kContent, kInputs };

// How a server says that it has emptied its prompt cache.
enum class FlushAnswer { kNone, kSuccessTrue, kFlushedText };

// What a server understands. Data, not code: one row per dialect.
struct DialectProfile {
  std::string name;  // "openai-compatible", "openai", "vllm", "llamacpp" ...
  std::string max_tokens_field = "max_tokens";
  bool sends_seed = true;
  bool knows_ignore_eos = false;     // then a fixed output length can be asked for
  bool knows_cache_prompt = false;   // llama.cpp: "cache_prompt": false keeps a request from using the prompt cache
  bool knows_cache_salt = false;     // "cache_salt": only requests of one salt share a cached prefix
  bool always_sends_done = true;     // a stream without [DONE] is truncated
  std::string version_path = {};     // GET: the engine tells its version; empty: none
  std::string properties_path = {};  // GET: the engine tells its configuration; empty: none
  std::string metrics_path = {};     // GET: Prometheus text; empty: none
  TokenizeForm tokenize = TokenizeForm::kNone;    // POST /tokenize
  std::string flush_path = {};                    // POST: empties the prompt cache; empty: none
  FlushAnswer flush_answer = FlushAnswer::kNone;  // what its body must say: a status alone is no proof
};

// kConfig, with the nearest known name, for an unknown one.
Result<DialectProfile> FindDialect(std::string_view name);
std::vector<std::string> DialectNames();

struct RequestSpec {
  Endpoint endpoint = Endpoint::kChat;
  std::string model;
  std::vector<Message> messages;  // kCompletions: exactly one, whose content is the prompt
  Generation generation;
  bool stream = true;
  bool bypass_cache = false;    // ask by the engine's own means not to use its prompt cache, where it has any
  std::string cache_salt = {};  // sent where the dialect knows it; empty: none
};

// The body in canonical bytes (equal specs give equal bytes). kConfig when the dialect cannot say what is asked for
// (`ignore_eos` to a server that would silently ignore or refuse it).
Result<std::string> EncodeRequest(const DialectProfile& dialect, const RequestSpec& spec);

// "/v1/chat/completions" or "/v1/completions".
std::string_view EndpointPath(Endpoint endpoint);

}  // namespace inferproof
