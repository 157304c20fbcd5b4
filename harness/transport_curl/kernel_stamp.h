#pragma once

#include "harness/base/time.h"
#include "harness/os/file_descriptor.h"

namespace inferproof {

// The stamp of something that arrived. The kernel's part is believed when it is not before `floor` (the latest moment
// known to precede the arrival), not after the user's and not older than a second; else it is left out. Never clamped:
// a wall clock that was set in between must not invent arrivals.
Stamp BelievableStamp(MonoTime user, MonoTime kernel, MonoTime floor);

// Reads the kernel's receive stamps (SO_TIMESTAMPNS, CLOCK_REALTIME) as moments of CLOCK_MONOTONIC.
class KernelStamps {
 public:
  KernelStamps();

  // Asks the kernel to stamp what a socket receives.
  static void Enable(int fd);

  // When the first unread byte of the socket arrived; ns == 0 when the kernel does not tell. Reads nothing: the byte is
  // only peeked at. `had_error` is EPOLLERR of the readiness.
  MonoTime FirstUnread(int fd, bool had_error);

 private:
  MonoTime FromRealtime(std::int64_t realtime_ns);

  // The kernel begins to stamp packets a while after the first socket asks for it and stops with the last one, so the
  // first answers of a run would go without. This one never receives anything; it asks for all of the run.
  FileDescriptor keeps_stamping_;
  std::int64_t realtime_minus_monotonic_ns_ = 0;
  std::int64_t sampled_at_ns_ = 0;  // CLOCK_MONOTONIC
};

}  // namespace inferproof
