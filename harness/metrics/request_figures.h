#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/protocol/token_count.h"
#include "harness/record/record.h"

namespace inferproof {

// Prompt tokens as the server counts them, a template and a nonce included.
std::optional<std::int64_t> PromptTokensOf(const Response& response);
// Prompt tokens taken from the server's cache: from usage, else from its timings.
std::optional<std::int64_t> CachedTokensOf(const Response& response);

// Milliseconds of one request; nothing where the request does not have the moment. Only `e2e` exists without a stream.
std::optional<double> TtftOf(const RequestRecord& record);
std::optional<double> TtftVisibleOf(const RequestRecord& record);
std::optional<double> HeadersOf(const RequestRecord& record);
std::optional<double> ConnectOf(const RequestRecord& record);
std::optional<double> E2eOf(const RequestRecord& record);
std::optional<double> SendLagOf(const RequestRecord& record);

// (last - first) / (N - tokens of the first event). Nothing below two text events or when the divisor is below 1: all
// of the text in one burst is no proof of speed.
std::optional<double> TpotOf(const RequestRecord& record);

// True when each text event of a stream is one output token by the server's own count. The token that ends an answer
// carries no text, so an answer that finished with "stop" may count one more.
bool EventsAreTokens(const Response& response);

// Appends the gaps between successive text events, and the client's lag behind the kernel's stamp of each.
void AppendGaps(const Response& response, std::vector<double>& gaps);
void AppendClientLags(const Response& response, std::vector<double>& lags);

}  // namespace inferproof
