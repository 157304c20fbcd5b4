// The floor of ci/bench-client.sh: epoll, recv and the least of HTTP/1.1, with kernel receive stamps from the same
// recvmsg; with `decode` also our own decoder.   bench_raw_client PORT STREAMS WAVES [decode]
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/protocol/decoder.h"
#include "tests/bench/client/client_line.h"

namespace inferproof {
namespace {

std::int64_t Read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}
std::int64_t Now() { return Read(CLOCK_MONOTONIC); }

constexpr std::string_view kBody =
    R"({"model":"m","messages":[{"role":"user","content":"x"}],"max_tokens":100,"stream":true})";

struct Stream {
  int fd = -1;
  int waves = 0;  // begun
  bool any = false;
  bool in_body = false;
  std::int64_t sent = 0;
  std::string tail;  // the last bytes: the end of a body may be cut
  std::unique_ptr<ResponseDecoder> decoder;
};

class Client {
 public:
  Client(int port, int streams, int waves, bool decode)
      : waves_(waves), decode_(decode), epoll_(epoll_create1(0)), streams_(static_cast<std::size_t>(streams)) {
    line_.client = decode ? "raw epoll + decode" : "raw epoll";
    for (std::size_t i = 0; i < streams_.size(); ++i) Open(i, port);
  }

  int Run() {
    const double cpu = OwnCpuSeconds();
    const std::int64_t begun = Now();
    offset_ = Read(CLOCK_REALTIME) - Now();
    for (Stream& stream : streams_) Ask(stream);
    epoll_event events[256];
    while (running_ > 0) {
      const int count = epoll_wait(epoll_, events, 256, -1);
      if (Now() - sampled_ > 1'000'000'000) {
        sampled_ = Now();
        offset_ = Read(CLOCK_REALTIME) - sampled_;
      }
      for (int i = 0; i < count; ++i) Receive(streams_[events[i].data.u64]);
    }
    line_.wall_s = static_cast<double>(Now() - begun) * 1e-9;
    line_.cpu_s = OwnCpuSeconds() - cpu;
    line_.Print();
    return 0;
  }

 private:
  void Open(std::size_t index, int port) {
    Stream& stream = streams_[index];
    stream.fd = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    setsockopt(stream.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(stream.fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(stream.fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::exit(1);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = index;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, stream.fd, &event);
    ++running_;
  }

  void Ask(Stream& stream) {
    static const std::string request =
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
        std::to_string(kBody.size()) + "\r\n\r\n" + std::string(kBody);
    ++stream.waves;
    stream.any = false;
    stream.in_body = false;
    stream.tail.clear();
    if (decode_) {
      stream.decoder = std::make_unique<ResponseDecoder>(Endpoint::kChat);
      stream.decoder->OnHeaders(200, "text/event-stream", {});
    }
    stream.sent = Now();
    [[maybe_unused]] const ssize_t sent = send(stream.fd, request.data(), request.size(), 0);
  }

  void Receive(Stream& stream) {
    static char buffer[16384];
    const std::int64_t user = Now();
    iovec piece{buffer, sizeof buffer};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(timespec))];
    msghdr message{};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(stream.fd, &message, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) std::exit(1);
    std::int64_t kernel = user;
    if (const cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr) {
      timespec arrived{};
      std::memcpy(&arrived, CMSG_DATA(header), sizeof arrived);
      kernel = arrived.tv_sec * 1'000'000'000 + arrived.tv_nsec - offset_;
    }
    Take(stream, {buffer, static_cast<std::size_t>(got)}, user, kernel);
  }

  void Take(Stream& stream, std::string_view bytes, std::int64_t user, std::int64_t kernel) {
    const std::string_view whole = bytes;
    Look(stream, bytes, user, kernel);
    if (decode_) Decode(stream, bytes, user, kernel);
    stream.tail.append(whole.substr(whole.size() - std::min<std::size_t>(whole.size(), 8)));
    if (stream.tail.size() > 8) stream.tail.erase(0, stream.tail.size() - 8);
    if (!stream.tail.ends_with("\r\n0\r\n\r\n")) return;
    if (stream.waves < waves_) return Ask(stream);
    --running_;
  }

  void Look(Stream& stream, std::string_view bytes, std::int64_t user, std::int64_t kernel) {
    constexpr std::string_view kKey = "\"sent_ns\":";
    for (std::size_t at = bytes.find(kKey); at != bytes.npos; at = bytes.find(kKey, at + 1)) {
      ++line_.events;
      if (stream.waves == 1) continue;  // the burst at the start
      const auto sent = static_cast<double>(std::strtoll(bytes.data() + at + kKey.size(), nullptr, 10));
      line_.user.push_back((static_cast<double>(user) - sent) / 1000);
      line_.kernel.push_back((static_cast<double>(kernel) - sent) / 1000);
      if (std::exchange(stream.any, true)) continue;
      constexpr std::string_view kReceived = "\"received_ns\":";
      const std::size_t read = bytes.find(kReceived);
      if (read == bytes.npos) continue;
      const auto received = static_cast<double>(std::strtoll(bytes.data() + read + kReceived.size(), nullptr, 10));
      line_.ttft.push_back((static_cast<double>(kernel - stream.sent) - (sent - received)) / 1000);
    }
  }

  // Each event is a chunk of its own, and what stands between them are lines that SSE does not know.
  void Decode(Stream& stream, std::string_view bytes, std::int64_t user, std::int64_t kernel) {
    if (!stream.in_body) {
      const std::size_t end = bytes.find("\r\n\r\n");
      if (end == bytes.npos) return;
      bytes.remove_prefix(end + 4);
      stream.in_body = true;
    }
    stream.decoder->OnBytes(bytes, Stamp{MonoTime{user}, MonoTime{kernel}});
  }

  int waves_;
  bool decode_;
  int epoll_;
  std::vector<Stream> streams_;
  int running_ = 0;
  std::int64_t offset_ = 0;
  std::int64_t sampled_ = 0;
  ClientLine line_;
};

}  // namespace
}  // namespace inferproof

int main(int count, char** words) {
  if (count < 4) return 2;
  const bool decode = count > 4 && std::string_view(words[4]) == "decode";
  return inferproof::Client(std::atoi(words[1]), std::atoi(words[2]), std::atoi(words[3]), decode).Run();
}
