#pragma once

#include <memory>
#include <string>

#include "harness/os/clock.h"
#include "harness/transport/transport.h"

namespace inferproof {

struct CurlOptions {
  int max_connections = 64;   // kept open; at least the concurrency, else reuse breaks
  bool kernel_stamps = true;  // SO_TIMESTAMPNS
};

// libcurl's multi interface driven by sockets (curl_multi_socket_action on an epoll of our own) with an absolute
// timerfd for the schedule. HTTP/1.1, TLS verified, no redirects, no proxy for loopback. The only user of libcurl.
Result<std::unique_ptr<Transport>> MakeCurlTransport(Clock& clock, CurlOptions options);

}  // namespace inferproof
