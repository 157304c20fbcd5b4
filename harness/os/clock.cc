#include "harness/os/clock.h"

#include <time.h>

namespace inferproof {
namespace {

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;

std::int64_t ReadNanos(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * kNanosPerSecond + now.tv_nsec;
}

}  // namespace

MonoTime SteadyClock::Now() const { return MonoTime{ReadNanos(CLOCK_MONOTONIC)}; }

WallTime SteadyClock::Wall() const { return WallTime{ReadNanos(CLOCK_REALTIME)}; }

void SteadyClock::SleepUntil(MonoTime until) {
  if (until.ns <= 0) return;
  timespec moment{};
  moment.tv_sec = until.ns / kNanosPerSecond;
  moment.tv_nsec = until.ns % kNanosPerSecond;
  // Absolute, so that the time between computing `until` and sleeping is not added.
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nullptr);
}

}  // namespace inferproof
