#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "harness/refserver/server.h"

namespace inferproof {

// No noise and no waiting, unless a test says otherwise.
ServeOptions QuickOptions();

// A reference engine on a free port in a thread of its own, stopped and joined at the end.
class TestServer {
 public:
  explicit TestServer(const ServeOptions& options = QuickOptions());
  ~TestServer();

  int port() const { return server_->port(); }
  ReferenceServer& server() { return *server_; }
  // The value of one metric of GET /metrics; -1 when it is not there.
  std::int64_t Metric(std::string_view name) const;
  // Asks until the metric has this value; false after 30 s.
  bool WaitForMetric(std::string_view name, std::int64_t value) const;

 private:
  std::unique_ptr<ReferenceServer> server_;
  std::thread thread_;
};

// The body of a chat request for "Once upon a time"; `more` is further members, with a comma in front.
std::string ChatBody(std::string_view more = "", std::string_view prompt = "Once upon a time");
std::string CompletionBody(std::string_view more = "", std::string_view prompt = "Once upon a time");

inline constexpr std::string_view kChatPath = "/v1/chat/completions";
inline constexpr std::string_view kCompletionsPath = "/v1/completions";

}  // namespace inferproof
