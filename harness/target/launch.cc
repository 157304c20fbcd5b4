#include "harness/target/launch.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "harness/os/file_descriptor.h"

namespace inferproof {
namespace {

sockaddr_in Loopback(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

bool Bind(int fd, int port) {
  const sockaddr_in address = Loopback(port);
  return ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

Result<int> FindFreePort() {
  const FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  socklen_t size = sizeof address;
  if (!fd.open() || !Bind(fd.get(), 0) || ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return MakeError(ErrorCode::kIo, "127.0.0.1", "no free port: " + Reason(errno));
  }
  return static_cast<int>(ntohs(address.sin_port));
}

bool PortIsFree(int port) {
  const FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // Connections of a server that has ended linger for a minute; with this only a socket in use counts.
  const int on = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  return fd.open() && Bind(fd.get(), port);
}

std::string FillIn(const std::string& text, const Placeholders& values) {
  const std::array<std::pair<std::string_view, const std::string*>, 3> known = {
      {{"{port}", &values.port}, {"{model}", &values.model}, {"{self}", &values.self}}};
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t step = 1;
    std::string_view piece = std::string_view(text).substr(at, 1);
    for (const auto& [name, value] : known) {
      if (text.compare(at, name.size(), name) != 0) continue;
      step = name.size();
      piece = *value;
    }
    filled += piece;
    at += step;
  }
  return filled;
}

std::vector<std::string> FillIn(const std::vector<std::string>& argv, const Placeholders& values) {
  std::vector<std::string> filled;
  for (const std::string& argument : argv) filled.push_back(FillIn(argument, values));
  return filled;
}

ProcessSpec LaunchSpec(const Target& target, const Placeholders& values, const std::string& output_path) {
  ProcessSpec spec;
  spec.argv = FillIn(target.command, values);
  for (const auto& [name, value] : target.command_environment) spec.environment[name] = FillIn(value, values);
  if (target.api_key_env) spec.unset.push_back(*target.api_key_env);
  if (target.withheld) spec.unset.push_back(*target.withheld);
  spec.directory = target.working_directory;
  spec.output_path = output_path;
  return spec;
}

}  // namespace inferproof
