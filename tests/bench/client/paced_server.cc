// The opponent of ci/bench-client.sh: a raw epoll server on 127.0.0.1 whose streams are paced, each event with the
// moment of its send(). One thread; it costs a fifth of the reference engine for each event, so that it is never what
// is measured.
//   bench_paced_server PORT FIRST_MS TOKEN_MS TOKENS BATCH ALIGN
// TOKEN_MS 0: as fast as the socket takes it. BATCH: events in one write. ALIGN 1: all streams emit at the same ticks.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::int64_t Now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

struct Pace {
  std::int64_t first_ns;
  std::int64_t token_ns;
  int tokens;
  int batch;
  bool align;
};

struct Stream {
  std::string in;
  std::string unsent;
  std::int64_t received = 0;
  std::int64_t due = 0;
  int left = 0;
  std::uint32_t generation = 0;
};

struct Due {
  std::int64_t at;
  int fd;
  std::uint32_t generation;
  friend bool operator>(const Due& a, const Due& b) { return a.at > b.at; }
};

constexpr char kHead[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

void AppendChunk(std::string& out, std::string_view data) {
  char size[16];
  std::snprintf(size, sizeof size, "%zx\r\n", data.size());
  out += size;
  out += data;
  out += "\r\n";
}

// About 255 bytes, the size of an event of a typical server.
void AppendEvent(std::string& out, std::int64_t received) {
  static const std::string head =
      "data: {\"id\":\"chatcmpl-6KnVBVwrpMwrO5ksrswZ5yabYKqsoDzi\",\"object\":\"chat.completion.chunk\","
      "\"created\":1796052231,\"model\":\"reference-model\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" tok\"},"
      "\"finish_reason\":null}]";
  std::string event = head;
  if (received != 0) event += ",\"received_ns\":" + std::to_string(received);
  event += ",\"sent_ns\":" + std::to_string(Now()) + "}\n\n";
  AppendChunk(out, event);
}

class Server {
 public:
  Server(int port, Pace pace) : pace_(pace), streams_(70000) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener_, 4096) != 0) {
      std::perror("bind");
      std::exit(1);
    }
    epoll_ = epoll_create1(0);
    timer_ = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    Watch(listener_, EPOLLIN);
    Watch(timer_, EPOLLIN);
  }

  void Run() {
    epoll_event events[512];
    for (;;) {
      const int count = epoll_wait(epoll_, events, 512, -1);
      for (int i = 0; i < count; ++i) Handle(events[i]);
      SendDue();
    }
  }

 private:
  void Watch(int fd, std::uint32_t what) {
    epoll_event event{};
    event.events = what;
    event.data.fd = fd;
    if (epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) != 0) epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
  }

  Stream& At(int fd) { return streams_[static_cast<std::size_t>(fd)]; }

  void Handle(const epoll_event& event) {
    const int fd = event.data.fd;
    if (fd == timer_) {
      std::uint64_t ticks = 0;
      [[maybe_unused]] const ssize_t got = read(timer_, &ticks, sizeof ticks);
    } else if (fd == listener_) {
      Accept();
    } else {
      if ((event.events & EPOLLOUT) != 0) Flush(fd);
      if ((event.events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) Read(fd);
    }
  }

  void Accept() {
    for (;;) {
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
      if (fd < 0) return;
      const int on = 1;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      const std::uint32_t generation = At(fd).generation + 1;
      At(fd) = {};
      At(fd).generation = generation;
      Watch(fd, EPOLLIN);
    }
  }

  void Read(int fd) {
    char buffer[16384];
    const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      ++At(fd).generation;
      close(fd);
      return;
    }
    Stream& stream = At(fd);
    stream.in.append(buffer, static_cast<std::size_t>(got));
    const std::size_t end = stream.in.find("\r\n\r\n");
    if (end == std::string::npos) return;
    if (stream.in.starts_with("GET")) {
      stream.in.clear();
      Send(fd, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      return;
    }
    const std::size_t at = FindLength(stream.in);
    const std::size_t length = at == std::string::npos ? 0 : std::strtoul(stream.in.c_str() + at, nullptr, 10);
    if (stream.in.size() < end + 4 + length) return;
    stream.in.clear();
    Begin(fd);
  }

  static std::size_t FindLength(const std::string& head) {
    for (const char* name : {"Content-Length: ", "content-length: "}) {
      const std::size_t at = head.find(name);
      if (at != std::string::npos) return at + 16;
    }
    return std::string::npos;
  }

  void Begin(int fd) {
    Stream& stream = At(fd);
    stream.received = Now();
    stream.left = pace_.tokens;
    stream.due = stream.received + pace_.first_ns;
    if (pace_.align && pace_.token_ns > 0) stream.due += pace_.token_ns - stream.due % pace_.token_ns;
    Send(fd, kHead);
    queue_.push({stream.due, fd, stream.generation});
    Arm();
  }

  void SendDue() {
    while (!queue_.empty() && queue_.top().at <= Now()) {
      const Due due = queue_.top();
      queue_.pop();
      Stream& stream = At(due.fd);
      if (stream.generation != due.generation) continue;
      Emit(due.fd, stream);
      if (stream.left == 0) continue;
      stream.due += pace_.token_ns;
      // A stream without pace waits until the socket took what it was given.
      if (pace_.token_ns > 0 || stream.unsent.empty()) queue_.push({stream.due, due.fd, due.generation});
    }
    Arm();
  }

  void Emit(int fd, Stream& stream) {
    std::string out;
    for (int i = 0; i < pace_.batch && stream.left > 0; ++i, --stream.left) {
      AppendEvent(out, stream.received);
      stream.received = 0;
    }
    if (stream.left == 0) {
      AppendChunk(out,
                  "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                  "[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n");
      AppendChunk(out, "data: [DONE]\n\n");
      out += "0\r\n\r\n";
    }
    Send(fd, out);
  }

  void Send(int fd, std::string_view bytes) {
    Stream& stream = At(fd);
    ssize_t sent = 0;
    if (stream.unsent.empty()) sent = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0) sent = 0;
    if (static_cast<std::size_t>(sent) == bytes.size()) return;
    stream.unsent.append(bytes.substr(static_cast<std::size_t>(sent)));
    Watch(fd, EPOLLIN | EPOLLOUT);
  }

  void Flush(int fd) {
    Stream& stream = At(fd);
    const ssize_t sent = send(fd, stream.unsent.data(), stream.unsent.size(), MSG_NOSIGNAL);
    if (sent > 0) stream.unsent.erase(0, static_cast<std::size_t>(sent));
    if (!stream.unsent.empty()) return;
    Watch(fd, EPOLLIN);
    if (pace_.token_ns == 0 && stream.left > 0) queue_.push({Now(), fd, stream.generation});
  }

  void Arm() {
    if (queue_.empty()) return;
    itimerspec spec{};
    const std::int64_t at = queue_.top().at > 1 ? queue_.top().at : 1;
    spec.it_value.tv_sec = at / 1'000'000'000;
    spec.it_value.tv_nsec = at % 1'000'000'000;
    timerfd_settime(timer_, TFD_TIMER_ABSTIME, &spec, nullptr);
  }

  Pace pace_;
  std::vector<Stream> streams_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> queue_;
  int listener_ = -1;
  int epoll_ = -1;
  int timer_ = -1;
};

std::int64_t NanosOf(const char* ms) { return static_cast<std::int64_t>(std::strtod(ms, nullptr) * 1e6); }

}  // namespace

int main(int count, char** words) {
  if (count != 7) {
    std::fprintf(stderr, "usage: %s PORT FIRST_MS TOKEN_MS TOKENS BATCH ALIGN\n", words[0]);
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  Server(std::atoi(words[1]),
         {NanosOf(words[2]), NanosOf(words[3]), std::atoi(words[4]), std::atoi(words[5]), std::atoi(words[6]) != 0})
      .Run();
}
