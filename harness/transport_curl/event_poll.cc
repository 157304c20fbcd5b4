#include "harness/transport_curl/event_poll.h"

#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

namespace inferproof {
namespace {

constexpr std::size_t kEventsAtOnce = 256;
constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

Error SystemError(const std::string& call) { return MakeError(ErrorCode::kIo, call, Reason(errno)); }

epoll_event EventFor(int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  return event;
}

}  // namespace

Result<EventPoll> EventPoll::Make() {
  FileDescriptor epoll(epoll_create1(EPOLL_CLOEXEC));
  if (epoll.get() < 0) return SystemError("epoll_create1");
  FileDescriptor timer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (timer.get() < 0) return SystemError("timerfd_create");
  epoll_event event = EventFor(timer.get(), EPOLLIN);
  if (epoll_ctl(epoll.get(), EPOLL_CTL_ADD, timer.get(), &event) != 0) return SystemError("epoll_ctl");
  return EventPoll(std::move(epoll), std::move(timer));
}

EventPoll::EventPoll(FileDescriptor epoll, FileDescriptor timer)
    : epoll_(std::move(epoll)), timer_(std::move(timer)), events_(kEventsAtOnce) {}

void EventPoll::Watch(int fd, std::uint32_t events) {
  epoll_event event = EventFor(fd, events);
  // A closed descriptor leaves the set by itself and its number comes back, so both orders happen.
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0 && errno == EEXIST) {
    epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event);
  }
}

void EventPoll::Forget(int fd) { epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr); }

void EventPoll::Arm(MonoTime until) {
  if (armed_ == until) return;
  armed_ = until;
  itimerspec spec{};
  // All zero would disarm the timer.
  const std::int64_t ns = std::max<std::int64_t>(until.ns, 1);
  spec.it_value.tv_sec = ns / kNanosPerSecond;
  spec.it_value.tv_nsec = ns % kNanosPerSecond;
  timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &spec, nullptr);
}

EventPoll::Woken EventPoll::Wait(MonoTime until, bool may_block) {
  ready_.clear();
  if (may_block) Arm(until);
  const int count = epoll_wait(epoll_.get(), events_.data(), static_cast<int>(events_.size()), may_block ? -1 : 0);
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events_[static_cast<std::size_t>(i)];
    if (event.data.fd != timer_.get()) {
      ready_.push_back({event.data.fd, event.events});
      continue;
    }
    std::uint64_t expirations = 0;
    [[maybe_unused]] const ssize_t got = read(timer_.get(), &expirations, sizeof expirations);
    armed_.reset();
  }
  return {ready_, count < 0 && errno == EINTR};
}

}  // namespace inferproof
