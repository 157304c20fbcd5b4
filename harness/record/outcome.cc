#include "harness/record/outcome.h"

#include <optional>
#include <string_view>

#include "harness/base/overloaded.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

bool IsBadFinish(std::string_view reason) { return reason == "error" || reason == "abort" || reason == "parse_error"; }

bool HasToken(const Response& response) {
  return !response.deltas.empty() || !response.content.empty() || !response.reasoning.empty() ||
         !response.refusal.empty() || !response.tool_calls.empty();
}

std::string DetailOr(const EndOfRequest& end, std::string_view fallback) {
  return end.detail.empty() ? std::string(fallback) : end.detail;
}

// The outcome when no answer could begin.
std::optional<Outcome> FailedBefore(const EndOfRequest& end) {
  switch (end.kind) {
    case EndKind::kCancelled:
      return Cancelled{DetailOr(end, "interrupted")};
    case EndKind::kTimedOut:
      return TimedOut{"connect"};
    case EndKind::kConnectFailed:
      return TransportError{DetailOr(end, "could not connect")};
    case EndKind::kTls:
      return TransportError{DetailOr(end, "TLS failed")};
    case EndKind::kOther:
      return TransportError{DetailOr(end, "the transport failed")};
    case EndKind::kClean:
    case EndKind::kReset:
    case EndKind::kCutShort:
      return std::nullopt;
  }
  return std::nullopt;
}

// What the connection did to an answer with status 200, or before there was a status.
std::optional<Outcome> BrokenOff(const Response& response, const EndOfRequest& end) {
  const bool whole = response.done_marker && response.finish_reason.has_value();
  if (end.kind == EndKind::kClean || whole) return std::nullopt;
  if (end.kind == EndKind::kReset) return TransportError{DetailOr(end, "the connection was reset")};
  if (response.http_status == 0) return TransportError{DetailOr(end, "the connection was closed without an answer")};
  return Truncated{response.deltas.size(), "body"};
}

std::string WhenToComeBack(const Response& response) {
  const auto found = response.headers.find("retry-after");
  return found == response.headers.end() ? "" : "; Retry-After: " + Truncate(RepairUtf8(found->second), 40);
}

std::optional<Outcome> Unfinished(const DialectProfile& dialect, const Response& response) {
  if (!response.finish_reason) {
    if (!response.streamed) return Malformed{"JSON without finish_reason"};
    return Truncated{response.deltas.size(), "finish_reason"};
  }
  if (response.streamed && dialect.always_sends_done && !response.done_marker) {
    return Truncated{response.deltas.size(), "[DONE]"};
  }
  return std::nullopt;
}

}  // namespace

std::string OutcomeName(const Outcome& outcome) {
  return std::visit(Overloaded{
                        [](const Completed&) { return std::string("completed"); },
                        [](const HttpError&) { return std::string("http_error"); },
                        [](const TransportError&) { return std::string("transport_error"); },
                        [](const TimedOut&) { return std::string("timed_out"); },
                        [](const Truncated&) { return std::string("truncated"); },
                        [](const Malformed&) { return std::string("malformed"); },
                        [](const Cancelled&) { return std::string("cancelled"); },
                    },
                    outcome);
}

std::string DescribeOutcome(const Outcome& outcome) {
  return std::visit(Overloaded{
                        [](const Completed&) { return std::string("completed"); },
                        [](const HttpError& e) {
                          return "HTTP " + std::to_string(e.status) + (e.message.empty() ? "" : ": " + e.message);
                        },
                        [](const TransportError& e) { return "connection failed: " + e.detail; },
                        [](const TimedOut& t) { return t.which + " timeout"; },
                        [](const Truncated& t) {
                          return "ended after " + std::to_string(t.deltas) + (t.deltas == 1 ? " delta" : " deltas") +
                                 (t.missing == "body" ? ", before the end of the body" : " without " + t.missing);
                        },
                        [](const Malformed& m) { return "malformed answer: " + m.detail; },
                        [](const Cancelled& c) { return "cancelled: " + c.why; },
                    },
                    outcome);
}

Outcome Conclude(const DialectProfile& dialect, const Response& response, const EndOfRequest& end) {
  if (std::optional<Outcome> failed = FailedBefore(end)) return *std::move(failed);
  if (response.http_status != 0 && response.http_status != 200) {
    return HttpError{response.http_status, response.error.value_or("") + WhenToComeBack(response)};
  }
  if (response.http_status == 0 && end.kind == EndKind::kClean) return Malformed{"no HTTP answer"};
  if (response.error) return Malformed{"error payload: " + *response.error};
  if (std::optional<Outcome> broken = BrokenOff(response, end)) return *std::move(broken);
  if (response.malformed) return Malformed{*response.malformed};
  if (response.finish_reason && IsBadFinish(*response.finish_reason)) {
    return Malformed{"finish_reason \"" + *response.finish_reason + "\""};
  }
  if (std::optional<Outcome> unfinished = Unfinished(dialect, response)) return *std::move(unfinished);
  if (!HasToken(response)) return Malformed{"no token"};
  return Completed{};
}

}  // namespace inferproof
