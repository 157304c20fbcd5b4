#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/os/clock.h"
#include "harness/transport/transport.h"

namespace inferproof {

// Keeps everything it hears of each request.
class RecordingSink final : public TransportSink {
 public:
  struct Heard {
    std::string order;  // s sent, h headers, b bytes, e end
    std::optional<MonoTime> sent;
    int status = 0;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::vector<Stamp> stamps;  // of the headers and of each piece of the body
    std::optional<EndOfRequest> end;
  };
  std::map<RequestId, Heard> heard;
  std::function<void()> on_bytes;
  int ended = 0;

  void OnSent(RequestId id, MonoTime at) override {
    heard[id].order += 's';
    heard[id].sent = at;
  }
  void OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 Stamp at) override {
    heard[id].order += 'h';
    heard[id].status = status;
    heard[id].headers = headers;
    heard[id].stamps.push_back(at);
  }
  void OnBytes(RequestId id, std::string_view bytes, Stamp at) override {
    if (!heard[id].order.ends_with('b')) heard[id].order += 'b';
    heard[id].body += bytes;
    heard[id].stamps.push_back(at);
    if (on_bytes) on_bytes();
  }
  void OnEnd(RequestId id, const EndOfRequest& end) override {
    heard[id].order += 'e';
    heard[id].end = end;
    ++ended;
  }
};

inline HttpRequest Post(RequestId id, std::string url, std::string_view body = "{}") {
  HttpRequest request;
  request.id = id;
  request.url = std::move(url);
  request.headers = {{"content-type", "application/json"}};
  request.body = body;
  return request;
}

// Polls until `count` requests have ended in all; false after ten seconds without it.
inline bool PollUntilEnded(Transport& transport, Clock& clock, RecordingSink& sink, int count) {
  const MonoTime limit = clock.Now() + std::chrono::seconds(10);
  while (sink.ended < count && clock.Now() < limit) transport.Poll(limit, sink);
  return sink.ended >= count;
}

// The kernel begins to stamp a while after it was first asked to: sends small requests until an answer has a stamp.
inline bool WaitForKernelStamps(Transport& transport, Clock& clock, const std::string& url) {
  const MonoTime limit = clock.Now() + std::chrono::seconds(10);
  while (clock.Now() < limit) {
    RecordingSink sink;
    if (!transport.Start(Post(~RequestId{0}, url)).ok()) return false;
    if (!PollUntilEnded(transport, clock, sink, 1)) return false;
    const auto& stamps = sink.heard.begin()->second.stamps;
    if (!stamps.empty() && stamps.front().has_kernel()) return true;
  }
  return false;
}

}  // namespace inferproof
