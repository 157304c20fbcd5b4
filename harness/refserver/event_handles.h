#pragma once

#include <event2/event.h>
#include <event2/http.h>

#include <memory>

namespace inferproof {

// libevent's objects, freed by their owners.
struct FreeEventBase {
  void operator()(event_base* base) const { event_base_free(base); }
};
struct FreeEvent {
  void operator()(event* armed) const { event_free(armed); }
};
struct FreeHttp {
  void operator()(evhttp* http) const { evhttp_free(http); }
};

using EventBaseHandle = std::unique_ptr<event_base, FreeEventBase>;
using EventHandle = std::unique_ptr<event, FreeEvent>;
using HttpHandle = std::unique_ptr<evhttp, FreeHttp>;

}  // namespace inferproof
