#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>

#include "harness/base/number.h"
#include "harness/os/clock.h"
#include "harness/transport/transport.h"

namespace inferproof {

// GET from 127.0.0.1, one request at a time, for tests that meet a real server.
class BlockingTransport final : public Transport {
 public:
  explicit BlockingTransport(Clock& clock) : clock_(clock) {}

  Status Start(const HttpRequest& request) override {
    request_ = request;
    return {};
  }
  void Cancel(RequestId) override {}
  void Poll(MonoTime, TransportSink& sink) override {
    if (!request_) return;
    const HttpRequest request = *std::exchange(request_, std::nullopt);
    const std::string answer = Exchange(request.url);
    const std::optional<std::int64_t> status = ParseInt(answer.substr(0, answer.find(' ', 9)).erase(0, 9));
    const MonoTime now = clock_.Now();
    if (!status) {
      sink.OnEnd(request.id, {EndKind::kConnectFailed, "connection refused", now, {}});
      return;
    }
    sink.OnHeaders(request.id, static_cast<int>(*status), {}, {now, {}});
    sink.OnEnd(request.id, {EndKind::kClean, "", now, {}});
  }
  std::string Version() const override { return "blocking"; }

 private:
  // The whole answer; "HTTP/1.1 " when nobody answers.
  static std::string Exchange(const std::string& url) {
    const std::size_t host = url.find("127.0.0.1:");
    const std::size_t path = url.find('/', host);
    const std::string port = url.substr(host + 10, path - host - 10);
    const std::string request = "GET " + url.substr(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(ParseInt(port).value_or(0)));
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval limit{.tv_sec = 5, .tv_usec = 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    std::string answer;
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::send(fd, request.data(), request.size(), MSG_NOSIGNAL) > 0) {
      char buffer[4096];
      for (ssize_t count; (count = ::read(fd, buffer, sizeof buffer)) > 0;) {
        answer.append(buffer, static_cast<std::size_t>(count));
      }
    }
    ::close(fd);
    return answer.starts_with("HTTP/1.1 ") ? answer : "HTTP/1.1 ";
  }

  Clock& clock_;
  std::optional<HttpRequest> request_;
};

}  // namespace inferproof
