#pragma once

#include "harness/os/clock.h"

namespace inferproof {

// Time that only a test (or a scripted transport) moves.
class FakeClock final : public Clock {
 public:
  MonoTime Now() const override { return now_; }
  WallTime Wall() const override { return WallTime{1'767'225'600'000'000'000 + now_.ns}; }
  void SleepUntil(MonoTime until) override { MoveTo(until); }

  void Advance(Nanos by) { now_ = now_ + by; }
  // Never backwards: a steady clock cannot.
  void MoveTo(MonoTime to) {
    if (to > now_) now_ = to;
  }

 private:
  MonoTime now_{1'000'000'000};
};

}  // namespace inferproof
