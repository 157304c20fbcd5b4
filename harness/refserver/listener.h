#pragma once

#include <event2/event.h>
#include <event2/listener.h>

#include <memory>
#include <string>

#include "harness/base/result.h"

namespace inferproof {

struct FreeListener {
  void operator()(evconnlistener* listener) const { evconnlistener_free(listener); }
};
using ListenerHandle = std::unique_ptr<evconnlistener, FreeListener>;

struct BoundListener {
  ListenerHandle listener;
  int port = 0;
};

// Listens on host and port (0: any free one), with a backlog for bursts and without Nagle's delay. A host that is not
// loopback is refused unless `allow_remote`.
Result<BoundListener> BindListener(event_base* base, const std::string& host, int port, bool allow_remote);

// "http://127.0.0.1:8000", an IPv6 address in brackets.
std::string ListenUrl(const std::string& host, int port);

}  // namespace inferproof
