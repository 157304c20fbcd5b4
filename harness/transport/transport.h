#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"

namespace inferproof {

using RequestId = std::uint64_t;

struct HttpRequest {
  RequestId id = 0;
  std::string method = "POST";
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view body;  // must outlive the request
  Nanos connect_timeout{std::chrono::seconds(10)};
};

enum class EndKind {
  kClean,          // the whole body arrived
  kConnectFailed,  // nothing was sent
  kTimedOut,       // connecting took too long
  kReset,          // the connection broke in the middle
  kCutShort,       // it was closed before the body was whole
  kTls,
  kCancelled,  // by Cancel()
  kOther,
};

// Durations from the start of the request, as libcurl counts them.
struct ConnectTimings {
  Nanos dns{0};
  Nanos connect{0};
  Nanos tls{0};
  bool reused = false;  // an open connection was used: the others are 0
};

struct EndOfRequest {
  EndKind kind = EndKind::kOther;
  std::string detail;  // without secrets
  MonoTime at;
  ConnectTimings timings;
};

// Hears what happens to requests, in order, inside Poll. Views live until the call returns.
class TransportSink {
 public:
  virtual ~TransportSink() = default;
  // The connection is ready and the request is about to be written. Told again when a kept connection turned out to be
  // closed and the request goes out on a fresh one: the last one counts.
  virtual void OnSent(RequestId id, MonoTime at) = 0;
  // Once, when the final headers are complete. Names in lower case.
  virtual void OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                         Stamp at) = 0;
  // All bytes of one readiness carry one stamp.
  virtual void OnBytes(RequestId id, std::string_view bytes, Stamp at) = 0;
  // Last; exactly once for each started request.
  virtual void OnEnd(RequestId id, const EndOfRequest& end) = 0;
};

// HTTP requests under way. Time passes only inside Poll, so a scripted transport with a fake clock makes a simulation.
// No retries, no redirects.
class Transport {
 public:
  virtual ~Transport() = default;
  // What happens to it, even while Start runs, is told in the next Poll. Not to be called from within a sink.
  virtual Status Start(const HttpRequest& request) = 0;
  // Ends the request now; OnEnd(kCancelled) comes in the next Poll. Nothing when it has ended already.
  virtual void Cancel(RequestId id) = 0;
  // Handles what happens up to `until`; returns early once at least one event was delivered, or on a signal.
  virtual void Poll(MonoTime until, TransportSink& sink) = 0;
  // "libcurl/7.88.1 OpenSSL/3.0.15 ..."
  virtual std::string Version() const = 0;
};

}  // namespace inferproof
