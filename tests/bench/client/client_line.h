#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace inferproof {

inline double OwnCpuSeconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

inline long PeakKilobytes() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  return use.ru_maxrss;
}

// The q-quantile; -1 of nothing.
inline double At(std::vector<double>& values, double q) {
  if (values.empty()) return -1;
  const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

// What each client of ci/bench-client.sh prints: one line of JSON. Times in us.
struct ClientLine {
  std::string client;
  std::uint64_t events = 0;
  double wall_s = 0;
  double cpu_s = 0;
  std::vector<double> user, kernel, ttft, start;

  void Print() {
    std::printf(
        "{\"client\":\"%s\",\"events\":%llu,\"events_per_s\":%.0f,\"cpu_us_per_event\":%.3f,\"cpu_share\":%.3f,",
        client.c_str(), static_cast<unsigned long long>(events), static_cast<double>(events) / wall_s,
        cpu_s * 1e6 / static_cast<double>(events), cpu_s / wall_s);
    std::printf("\"user_p50\":%.1f,\"user_p99\":%.1f,\"kernel_p50\":%.1f,\"kernel_p99\":%.1f,", At(user, 0.5),
                At(user, 0.99), At(kernel, 0.5), At(kernel, 0.99));
    std::printf("\"ttft_p50\":%.1f,\"ttft_p99\":%.1f,\"start_p50\":%.1f,\"start_p99\":%.1f,\"rss_kb\":%ld}\n",
                At(ttft, 0.5), At(ttft, 0.99), At(start, 0.5), At(start, 0.99), PeakKilobytes());
  }
};

}  // namespace inferproof
