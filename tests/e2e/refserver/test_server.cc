#include "tests/e2e/refserver/test_server.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <utility>

#include "tests/e2e/refserver/raw_client.h"

namespace inferproof {

ServeOptions QuickOptions() {
  ServeOptions options;
  options.handle_signals = false;
  options.noise_seed = 1;
  options.profile.ttft_ms = 0;
  options.profile.token_ms = 0;
  options.profile.run_noise = 0;
  return options;
}

TestServer::TestServer(const ServeOptions& options) {
  Result<std::unique_ptr<ReferenceServer>> server = ReferenceServer::Listen(options);
  if (!server.ok()) {
    ADD_FAILURE() << server.error().Text();
    std::abort();
  }
  server_ = std::move(server).value();
  thread_ = std::thread([this] { EXPECT_TRUE(server_->Run().ok()); });
}

TestServer::~TestServer() {
  server_->Stop();
  thread_.join();
}

std::int64_t TestServer::Metric(std::string_view name) const {
  const std::string body = GetOnce(port(), "/metrics").body;
  const std::string line = "\nrefserver:" + std::string(name) + " ";
  const std::size_t found = body.find(line);
  return found == std::string::npos ? -1 : std::atoll(body.c_str() + found + line.size());
}

bool TestServer::WaitForMetric(std::string_view name, std::int64_t value) const {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (Metric(name) != value) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

std::string ChatBody(std::string_view more, std::string_view prompt) {
  return R"({"messages":[{"role":"user","content":")" + std::string(prompt) + R"("}])" + std::string(more) + "}";
}

std::string CompletionBody(std::string_view more, std::string_view prompt) {
  return R"({"prompt":")" + std::string(prompt) + R"(")" + std::string(more) + "}";
}

}  // namespace inferproof
