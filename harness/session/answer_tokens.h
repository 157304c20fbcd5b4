#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/record/record.h"
#include "harness/session/server_lease.h"

namespace inferproof {

// Where a server's tokeniser is asked.
struct TokenizeAt {
  Transport& transport;
  Clock& clock;
  std::string base_url;
  Headers headers;
  std::string model;
};

// Fills in `tokenized` of the completed measured answers whose output tokens nobody told, by POST /tokenize: after the
// run, while its server is still up. An answer with a tool call is left alone: its text is not what was generated. The
// first question without an answer is the last one.
void CountAnswerTokens(const TokenizeAt& at, RunLog& log);

// The number of tokens in an answer of POST /tokenize: {"count": n} (vLLM, SGLang), {"tokens": [...]} (llama.cpp), or a
// bare array (TGI).
std::optional<std::int64_t> CountInTokenized(std::string_view body);

}  // namespace inferproof
