#pragma once

#include <sys/epoll.h>

#include <optional>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"
#include "harness/os/file_descriptor.h"

namespace inferproof {

struct ReadySocket {
  int fd = -1;
  std::uint32_t events = 0;  // EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP
};

// Waits for sockets or for a moment. The moment is an absolute timerfd: a millisecond time-out of epoll_wait wakes half
// a millisecond late at the median, this one 0.05 ms.
class EventPoll {
 public:
  static Result<EventPoll> Make();

  void Watch(int fd, std::uint32_t events);
  void Forget(int fd);
  // What is ready, at the latest at `until` (CLOCK_MONOTONIC; in the past: without waiting). Nothing on a signal.
  // The view lives until the next call.
  struct Woken {
    const std::vector<ReadySocket>& ready;
    bool by_signal = false;
  };
  Woken Wait(MonoTime until, bool may_block);

 private:
  EventPoll(FileDescriptor epoll, FileDescriptor timer);
  void Arm(MonoTime until);

  FileDescriptor epoll_;
  FileDescriptor timer_;
  std::optional<MonoTime> armed_;
  std::vector<epoll_event> events_;
  std::vector<ReadySocket> ready_;
};

}  // namespace inferproof
