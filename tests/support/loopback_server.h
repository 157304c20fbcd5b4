#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace inferproof {

// One accepted connection, as a script in a test sees it: raw bytes, no HTTP of its own.
class LoopbackConnection {
 public:
  explicit LoopbackConnection(int fd) : fd_(fd) {}

  // One send() call: one segment on loopback while it is small.
  void Write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  // The connection ends with RST instead of FIN when it is closed next.
  void ResetOnClose() {
    const linger at_once{1, 0};
    setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  // Returns when the other side has closed, or the server is shut down.
  void WaitUntilClosed() {
    char byte = 0;
    while (recv(fd_, &byte, 1, 0) > 0) {
    }
  }
  // The head and the body of the next request; empty when the other side has closed.
  std::string ReadRequest() {
    std::string text = std::exchange(unread_, {});
    char buffer[4096];
    while (true) {
      const std::size_t head = text.find("\r\n\r\n");
      if (head != std::string::npos && text.size() >= head + 4 + BodySize(text)) {
        const std::size_t size = head + 4 + BodySize(text);
        unread_ = text.substr(size);
        return text.substr(0, size);
      }
      const ssize_t got = recv(fd_, buffer, sizeof buffer, 0);
      if (got <= 0) return {};
      text.append(buffer, static_cast<std::size_t>(got));
    }
  }

 private:
  static std::size_t BodySize(const std::string& text) {
    const std::string name = "\r\nContent-Length: ";
    const std::size_t at = text.find(name);
    return at == std::string::npos ? 0 : std::strtoul(text.c_str() + at + name.size(), nullptr, 10);
  }

  int fd_;
  std::string unread_;
};

// A server on 127.0.0.1 and a port of the system's choice that runs a script for each request: a thread per connection,
// raw sockets, no HTTP library, so that it can break every rule.
class LoopbackServer {
 public:
  // Answers one request; false closes the connection.
  using Script = std::function<bool(LoopbackConnection&, const std::string& request)>;

  explicit LoopbackServer(Script script) : script_(std::move(script)), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = static_cast<sockaddr*>(static_cast<void*>(&address));
    if (bind(listener_, generic, size) != 0 || listen(listener_, 1024) != 0) std::abort();
    getsockname(listener_, generic, &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { Accept(); });
  }
  ~LoopbackServer() {
    stopping_ = true;
    shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    {
      const std::lock_guard lock(mutex_);
      for (const int fd : open_) shutdown(fd, SHUT_RDWR);
    }
    for (std::thread& thread : connections_) thread.join();
    close(listener_);
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int connections() const { return accepted_; }
  std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void Accept() {
    while (!stopping_) {
      const int fd = accept(listener_, nullptr, nullptr);
      if (fd < 0) return;
      ++accepted_;
      const int on = 1;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      const std::lock_guard lock(mutex_);
      open_.push_back(fd);
      connections_.emplace_back([this, fd] { Serve(fd); });
    }
  }

  void Serve(int fd) {
    LoopbackConnection connection(fd);
    bool keep = true;
    while (keep && !stopping_) {
      const std::string request = connection.ReadRequest();
      if (request.empty()) break;
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      keep = script_(connection, request);
    }
    const std::lock_guard lock(mutex_);
    std::erase(open_, fd);
    close(fd);
  }

  Script script_;
  int listener_;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> accepted_ = 0;
  std::mutex mutex_;
  std::vector<int> open_;
  std::vector<std::string> requests_;
  std::vector<std::thread> connections_;
  std::thread acceptor_;
};

// Pieces of HTTP/1.1 for scripts.
inline std::string ChunkedHead(std::string_view extra = {}) {
  return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n" + std::string(extra) +
         "\r\n";
}
inline std::string HttpChunk(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string size;
  for (std::size_t rest = bytes.size(); rest > 0; rest /= 16) size.insert(size.begin(), kHex[rest % 16]);
  return size + "\r\n" + std::string(bytes) + "\r\n";
}
inline std::string LastChunk() { return "0\r\n\r\n"; }
inline std::string PlainAnswer(std::string_view status, std::string_view content_type, std::string_view body,
                               std::string_view extra = {}) {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + std::string(content_type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + std::string(extra) + "\r\n" +
         std::string(body);
}

}  // namespace inferproof
