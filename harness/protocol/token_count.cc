#include "harness/protocol/token_count.h"

#include <algorithm>
#include <cstdlib>

namespace inferproof {
namespace {

// A count that a server can mean; a negative one is as good as none.
std::optional<std::int64_t> Plausible(std::optional<std::int64_t> count) {
  return count && *count >= 0 ? count : std::nullopt;
}

std::optional<std::int64_t> UsageOf(const Response& response) {
  if (!response.usage || response.other_choices > 0) return std::nullopt;
  return Plausible(response.usage->output_tokens);
}

bool EveryEventTells(const Response& response) {
  return std::all_of(response.deltas.begin(), response.deltas.end(),
                     [](const Delta& delta) { return delta.tokens > 0; });
}

std::int64_t TokensOfEvents(const Response& response) {
  std::int64_t tokens = 0;
  for (const Delta& delta : response.deltas) tokens += TokensOfEvent(delta);
  return tokens;
}

}  // namespace

std::string_view TokenSourceName(TokenSource source) {
  switch (source) {
    case TokenSource::kUsage:
      return "usage";
    case TokenSource::kTokenIds:
      return "token_ids";
    case TokenSource::kTokenize:
      return "tokenize";
    case TokenSource::kEstimate:
      return "estimate";
  }
  return "";
}

std::int64_t TokensOfEvent(const Delta& delta) { return std::max<std::int64_t>(1, delta.tokens); }

std::optional<TokenCount> OutputTokensOf(const Response& response) {
  if (const auto counted = UsageOf(response)) return TokenCount{*counted, TokenSource::kUsage};
  const bool events = response.streamed && !response.deltas.empty();
  if (events && EveryEventTells(response)) return TokenCount{TokensOfEvents(response), TokenSource::kTokenIds};
  if (response.tokenized) return TokenCount{*response.tokenized, TokenSource::kTokenize};
  if (!events) return std::nullopt;
  return TokenCount{TokensOfEvents(response), TokenSource::kEstimate};
}

std::optional<std::string> UsageDisagreement(const Response& response, std::int64_t max_tokens) {
  const std::optional<std::int64_t> counted = UsageOf(response);
  if (!counted) return std::nullopt;
  const std::string says = "usage counts " + std::to_string(*counted) + " output tokens, ";
  if (max_tokens > 0 && *counted > max_tokens) return says + std::to_string(max_tokens) + " were asked for";
  if (!response.streamed || response.deltas.empty()) return std::nullopt;
  const std::int64_t told = TokensOfEvents(response);
  if (EveryEventTells(response) && std::abs(told - *counted) > 1) {
    return says + "its events told " + std::to_string(told);
  }
  const auto events = static_cast<std::int64_t>(response.deltas.size());
  if (events > *counted + 1) return says + std::to_string(events) + " events came with text";
  return std::nullopt;
}

}  // namespace inferproof
