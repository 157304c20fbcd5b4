#include "harness/refserver/listener.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace inferproof {
namespace {

constexpr int kBacklog = 4096;  // 1,000 streams may be asked for in one burst; the kernel caps it at somaxconn

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Result<Addresses> Resolve(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* list = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (failure == 0) return Addresses(list);
  return MakeError(ErrorCode::kUsage, ListenUrl(host, port), std::string("no such host: ") + gai_strerror(failure));
}

bool IsLoopback(const addrinfo& address) {
  if (address.ai_family == AF_INET) {
    return (ntohl(reinterpret_cast<const sockaddr_in*>(address.ai_addr)->sin_addr.s_addr) >> 24) == 127;
  }
  const in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
  const auto* ipv6 = reinterpret_cast<const sockaddr_in6*>(address.ai_addr);
  return address.ai_family == AF_INET6 && std::memcmp(&ipv6->sin6_addr, &loopback, sizeof loopback) == 0;
}

int PortOf(evutil_socket_t socket) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  if (address.ss_family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
}

}  // namespace

std::string ListenUrl(const std::string& host, int port) {
  const bool ipv6 = host.find(':') != std::string::npos;
  return "http://" + (ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<BoundListener> BindListener(event_base* base, const std::string& host, int port, bool allow_remote) {
  ASSIGN_OR_RETURN(const Addresses addresses, Resolve(host, port));
  const addrinfo& address = *addresses;
  if (!allow_remote && !IsLoopback(address)) {
    return MakeError(ErrorCode::kUsage, ListenUrl(host, port), "not a loopback address",
                     "listen on 127.0.0.1, or allow remote clients explicitly");
  }
  constexpr unsigned kOptions = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE;
  ListenerHandle listener(evconnlistener_new_bind(base, nullptr, nullptr, kOptions, kBacklog, address.ai_addr,
                                                  static_cast<int>(address.ai_addrlen)));
  if (listener == nullptr) {
    return MakeError(ErrorCode::kIo, ListenUrl(host, port), std::string("cannot listen: ") + std::strerror(errno),
                     "choose another port, or 0 for any free one");
  }
  const evutil_socket_t socket = evconnlistener_get_fd(listener.get());
  const int on = 1;  // accepted sockets inherit it
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const int bound = PortOf(socket);
  return BoundListener{std::move(listener), bound};
}

}  // namespace inferproof
