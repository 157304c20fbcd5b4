#include "harness/transport_curl/kernel_stamp.h"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cstring>
#include <ctime>
#include <limits>

namespace inferproof {
namespace {

constexpr Nanos kOldest = std::chrono::seconds(1);
constexpr Nanos kOffsetLives = std::chrono::seconds(1);
constexpr int kOffsetSamples = 3;

std::int64_t NanosOf(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

std::int64_t ReadClock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return NanosOf(time);
}

// CLOCK_REALTIME - CLOCK_MONOTONIC, from the sample that was disturbed least.
std::int64_t SampleOffset() {
  std::int64_t offset = 0;
  std::int64_t narrowest = std::numeric_limits<std::int64_t>::max();
  for (int sample = 0; sample < kOffsetSamples; ++sample) {
    const std::int64_t before = ReadClock(CLOCK_MONOTONIC);
    const std::int64_t real = ReadClock(CLOCK_REALTIME);
    const std::int64_t width = ReadClock(CLOCK_MONOTONIC) - before;
    if (width >= narrowest) continue;
    narrowest = width;
    offset = real - before - width / 2;
  }
  return offset;
}

}  // namespace

Stamp BelievableStamp(MonoTime user, MonoTime kernel, MonoTime floor) {
  if (kernel.ns == 0 || kernel > user || kernel < floor || user - kernel > kOldest) return {user, MonoTime{}};
  return {user, kernel};
}

KernelStamps::KernelStamps() : keeps_stamping_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  Enable(keeps_stamping_.get());
}

void KernelStamps::Enable(int fd) {
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

MonoTime KernelStamps::FromRealtime(std::int64_t realtime_ns) {
  const std::int64_t now = ReadClock(CLOCK_MONOTONIC);
  if (sampled_at_ns_ == 0 || now - sampled_at_ns_ >= kOffsetLives.count()) {
    sampled_at_ns_ = now;
    realtime_minus_monotonic_ns_ = SampleOffset();
  }
  return MonoTime{realtime_ns - realtime_minus_monotonic_ns_};
}

MonoTime KernelStamps::FirstUnread(int fd, bool had_error) {
  // With nothing to read, recvmsg would take the socket's error away, and a reset would look like a clean end.
  int unread = 0;
  if (had_error && (ioctl(fd, FIONREAD, &unread) != 0 || unread <= 0)) return {};
  char byte = 0;
  iovec piece{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(timespec))];
  msghdr message{};
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(fd, &message, MSG_PEEK | MSG_DONTWAIT) <= 0) return {};
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_TIMESTAMPNS) return {};
  timespec arrived{};
  std::memcpy(&arrived, CMSG_DATA(header), sizeof arrived);
  return FromRealtime(NanosOf(arrived));
}

}  // namespace inferproof
