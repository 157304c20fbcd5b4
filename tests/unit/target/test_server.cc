#include "tests/unit/target/test_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace inferproof {
namespace {

constexpr unsigned kLifetimeSeconds = 60;  // nothing of a test outlives it, whatever happens to the test

int Listen(int port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || ::listen(fd, 8) != 0) {
    std::perror("listen");
    std::exit(1);
  }
  return fd;
}

std::string ReadHead(int connection) {
  std::string head;
  char buffer[1024];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = ::read(connection, buffer, sizeof buffer);
    if (count <= 0) break;
    head.append(buffer, static_cast<std::size_t>(count));
  }
  return head;
}

[[noreturn]] void Serve(int listener, int refusals) {
  while (true) {
    const int connection = ::accept(listener, nullptr, nullptr);
    if (connection < 0) std::exit(2);
    const std::string head = ReadHead(connection);
    const bool refuse = refusals-- > 0;
    const std::string answer = std::string("HTTP/1.1 ") + (refuse ? "503 Loading" : "200 OK") +
                               "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    if (::write(connection, answer.data(), answer.size()) < 0) std::exit(2);
    ::close(connection);
    if (head.starts_with("GET /die ")) std::exit(3);
  }
}

void WritePid(const char* path, pid_t pid) { std::ofstream(path, std::ios::app) << pid << std::endl; }

void StartChild(const char* pid_path) {
  const pid_t child = ::fork();
  if (child != 0) return WritePid(pid_path, child);
  ::alarm(kLifetimeSeconds);
  while (true) ::pause();
}

[[noreturn]] void GiveThePortAway(int listener, const char* pid_path) {
  const pid_t stranger = ::fork();
  if (stranger == 0) {
    ::setsid();
    ::alarm(kLifetimeSeconds);
    while (true) ::close(::accept(listener, nullptr, nullptr));
  }
  WritePid(pid_path, stranger);
  while (::getsid(stranger) != stranger) ::usleep(1000);  // before that it would be ended with our group
  std::puts("address already in use");
  std::exit(1);
}

}  // namespace

int RunTestServer(int argc, char** argv) {
  if (argc < 4) return 2;
  ::alarm(kLifetimeSeconds);
  const std::string mode = argv[3];
  const char* file = argc > 4 ? argv[4] : "/dev/null";
  const int listener = Listen(std::atoi(argv[2]));
  const bool first = !std::ifstream(file).good();
  if (mode == "port_taken" || (mode == "taken_once" && first)) GiveThePortAway(listener, file);
  if (mode == "with_child") StartChild(file);
  std::puts("listening");
  std::fflush(stdout);
  Serve(listener, mode == "loading" ? 2 : 0);
}

}  // namespace inferproof
