#pragma once

#include <string>
#include <variant>

#include "harness/protocol/dialect.h"
#include "harness/protocol/response.h"
#include "harness/transport/transport.h"

namespace inferproof {

struct Completed {};
struct HttpError {
  int status = 0;
  std::string message;
};
struct TransportError {
  std::string detail;
};
struct TimedOut {
  std::string which;  // "connect", "idle", "request"
};
// The stream ended without proof that it was whole.
struct Truncated {
  std::size_t deltas = 0;
  std::string missing;  // "[DONE]", "finish_reason", "body"
};
// A clean answer that is not one: an error payload, an error or abort finish, no token at all, HTML, broken JSON.
struct Malformed {
  std::string detail;
};
struct Cancelled {
  std::string why;  // "interrupted", "budget"
};

using Outcome = std::variant<Completed, HttpError, TransportError, TimedOut, Truncated, Malformed, Cancelled>;

// "completed", "http_error", "transport_error", "timed_out", "truncated", "malformed", "cancelled".
std::string OutcomeName(const Outcome& outcome);
// "ended after 12 deltas without [DONE]": for people; may hold server text.
std::string DescribeOutcome(const Outcome& outcome);

inline bool IsCompleted(const Outcome& outcome) { return std::holds_alternative<Completed>(outcome); }

// The rule of "completed": HTTP 200, at least one token (a tool call is one), a finish reason that is not error, abort
// or parse_error, no error payload, and a clean end: [DONE] where the dialect always sends it, else the end of the
// body. A stream that has shown both its finish reason and [DONE] is whole even if the connection then broke. Of
// several faults the server's own word (a status, an error payload) is told before what it did to the connection. Any
// cancellation by the harness (`given_up`) has been decided by the caller and wins.
Outcome Conclude(const DialectProfile& dialect, const Response& response, const EndOfRequest& end);

}  // namespace inferproof
