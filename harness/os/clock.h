#pragma once

#include "harness/base/time.h"

namespace inferproof {

// Time as the harness sees it. A test moves a fake one; nothing else reads the time.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual MonoTime Now() const = 0;
  virtual WallTime Wall() const = 0;
  // Returns when Now() >= until, or earlier on a signal.
  virtual void SleepUntil(MonoTime until) = 0;
};

// CLOCK_MONOTONIC and CLOCK_REALTIME.
class SteadyClock final : public Clock {
 public:
  MonoTime Now() const override;
  WallTime Wall() const override;
  void SleepUntil(MonoTime until) override;
};

}  // namespace inferproof
