#include "harness/metrics/request_figures.h"

#include <algorithm>

#include "harness/base/time.h"

namespace inferproof {
namespace {

std::optional<double> MillisFromSent(const RequestRecord& record, std::optional<MonoTime> moment) {
  if (!record.sent || !moment) return std::nullopt;
  return ToMillis(*moment - *record.sent);
}

// A count that a server can mean; a negative one is as good as none.
std::optional<std::int64_t> Plausible(std::optional<std::int64_t> count) {
  return count && *count >= 0 ? count : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> PromptTokensOf(const Response& response) {
  return response.usage ? Plausible(response.usage->prompt_tokens) : std::nullopt;
}

std::optional<std::int64_t> CachedTokensOf(const Response& response) {
  if (response.usage) {
    if (const auto counted = Plausible(response.usage->cached_tokens)) return counted;
  }
  return response.timings ? Plausible(response.timings->cached_tokens) : std::nullopt;
}

std::optional<double> TtftOf(const RequestRecord& record) {
  if (!record.response.streamed) return std::nullopt;
  return MillisFromSent(record, FirstTextAt(record));
}

std::optional<double> TtftVisibleOf(const RequestRecord& record) {
  if (!record.response.streamed) return std::nullopt;
  return MillisFromSent(record, FirstVisibleAt(record));
}

std::optional<double> HeadersOf(const RequestRecord& record) {
  if (!record.response.headers_at) return std::nullopt;
  return MillisFromSent(record, record.response.headers_at->best());
}

std::optional<double> ConnectOf(const RequestRecord& record) {
  if (record.connect.reused) return std::nullopt;
  return ToMillis(std::max(record.connect.connect, record.connect.tls));
}

std::optional<double> E2eOf(const RequestRecord& record) {
  return MillisFromSent(record, record.response.streamed ? LastTextAt(record) : record.ended);
}

std::optional<double> SendLagOf(const RequestRecord& record) {
  if (!record.sent) return std::nullopt;
  return ToMillis(*record.sent - record.started);
}

std::optional<double> TpotOf(const RequestRecord& record) {
  const std::vector<Delta>& deltas = record.response.deltas;
  const std::optional<TokenCount> count = OutputTokensOf(record.response);
  if (!record.response.streamed || deltas.size() < 2 || !count) return std::nullopt;
  const std::int64_t after_first = count->tokens - TokensOfEvent(deltas.front());
  if (after_first < 1) return std::nullopt;
  return ToMillis(deltas.back().at() - deltas.front().at()) / static_cast<double>(after_first);
}

bool EventsAreTokens(const Response& response) {
  const std::optional<TokenCount> count = OutputTokensOf(response);
  if (!response.streamed || !count || count->estimated()) return false;
  const auto events = static_cast<std::int64_t>(response.deltas.size());
  return count->tokens == events || (count->tokens == events + 1 && response.finish_reason == "stop");
}

void AppendGaps(const Response& response, std::vector<double>& gaps) {
  for (std::size_t i = 1; i < response.deltas.size(); ++i)
    gaps.push_back(ToMillis(response.deltas[i].at() - response.deltas[i - 1].at()));
}

void AppendClientLags(const Response& response, std::vector<double>& lags) {
  for (const Delta& delta : response.deltas) {
    if (delta.kernel.ns != 0) lags.push_back(ToMillis(delta.user - delta.kernel));
  }
}

}  // namespace inferproof
