#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/protocol/response.h"

namespace inferproof {

// Where a count of output tokens comes from, the best first (docs/metrics.md, "Token truth").
enum class TokenSource : std::uint8_t {
  kUsage,     // the server's usage
  kTokenIds,  // no usage, but every text event told its tokens
  kTokenize,  // the engine's tokenise endpoint was asked about the text
  kEstimate,  // the text events were counted; approximate, and never gates
};
std::string_view TokenSourceName(TokenSource source);  // "usage", "token_ids", "tokenize", "estimate"

// Output tokens of one answer.
struct TokenCount {
  std::int64_t tokens = 0;
  TokenSource source = TokenSource::kUsage;

  bool estimated() const { return source == TokenSource::kEstimate; }
};

// Nothing when nobody tells: an answer that was not streamed and came without usage. Usage beside more than one choice
// counts all of them, so it is none of the first one's.
std::optional<TokenCount> OutputTokensOf(const Response& response);

// Tokens of an event: as the engine told, else one.
std::int64_t TokensOfEvent(const Delta& delta);

// What in the server's own usage cannot be, in words; nothing when it agrees with the text events and with the length
// that was asked for (0: not known). One token of difference is no contradiction: the token that ends an answer has no
// text, and text that was held back may come after the last token.
std::optional<std::string> UsageDisagreement(const Response& response, std::int64_t max_tokens);

}  // namespace inferproof
