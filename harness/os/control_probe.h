#pragma once

#include <cstdint>
#include <functional>

#include "harness/os/clock.h"

namespace inferproof {

// How fast this machine did one unit of fixed work.
struct ControlReading {
  double unit_ms = 0;  // the median: one preempted unit does not move it
  std::int64_t units = 0;
};

// Times `unit` over and over, one untimed call first, until `period` is over; at least once.
ControlReading TimeUnits(const Clock& clock, Nanos period, const std::function<void()>& unit);

// Fixed CPU and memory work for `period`: a chain of dependent multiplications and a walk through more memory than an
// inner cache holds. It measures the machine and nothing of the server: a stored
// baseline from another machine, or from this one on a bad day, shows in it.
ControlReading RunControlProbe(const Clock& clock, Nanos period);

}  // namespace inferproof
