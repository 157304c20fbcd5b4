#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>

namespace inferproof {

using Nanos = std::chrono::nanoseconds;

// A moment of the steady clock. Only differences mean anything.
struct MonoTime {
  std::int64_t ns = 0;

  friend auto operator<=>(MonoTime, MonoTime) = default;
  friend Nanos operator-(MonoTime a, MonoTime b) { return Nanos(a.ns - b.ns); }
  friend MonoTime operator+(MonoTime t, Nanos d) { return MonoTime{t.ns + d.count()}; }
  friend MonoTime operator-(MonoTime t, Nanos d) { return MonoTime{t.ns - d.count()}; }
};

// A label for people; cannot be subtracted from a MonoTime.
struct WallTime {
  std::int64_t unix_ns = 0;

  // "2026-01-31T12:00:00Z", UTC, whole seconds.
  std::string Iso8601() const;
};

// When something arrived: the kernel's receive stamp where it could be had, and our own clock's beside it.
struct Stamp {
  MonoTime user;
  MonoTime kernel;  // ns == 0: not to be had

  bool has_kernel() const { return kernel.ns != 0; }
  // The primary clock of an event.
  MonoTime best() const { return has_kernel() ? kernel : user; }
};

double ToMillis(Nanos d);
double ToSeconds(Nanos d);
Nanos FromSeconds(double seconds);
Nanos FromMillis(double millis);

// "1.5 s", "320 ms", "2 min 5 s": for people.
std::string HumanDuration(Nanos d);

}  // namespace inferproof
