#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/os/file_system.h"

namespace inferproof {

struct Gpu {
  std::string name;
  std::string memory;
  std::string driver;
};

// The machine inferproof runs on. Absent is absent, never a made-up value.
struct HostInfo {
  std::string cpu_model;
  int logical_cpus = 0;
  std::optional<std::int64_t> memory_bytes;
  std::string kernel;
  std::string os;
  std::string hostname_digest;  // tells machines apart without naming them
  std::optional<std::string> governor;
  std::optional<std::string> cgroup_cpu_max;
  std::optional<double> load_average_1m;
  std::vector<Gpu> gpus;
  std::string gpu_note;  // why there are none: "nvidia-smi not found"
};

// Reads /proc, /sys and nvidia-smi. Never fails: what cannot be read is absent.
HostInfo ReadHostInfo(FileSystem& files);

// CPU seconds used so far: by us, and by everyone on the machine (busy, and steal) from /proc/stat.
struct CpuUse {
  double own_s = 0;
  double machine_busy_s = 0;
  double machine_steal_s = 0;
};
CpuUse ReadCpuUse(FileSystem& files);

// What some processes have used so far.
struct ProcessUse {
  // The sum of their peak resident sets (VmHWM): an upper bound, as the peaks need not have coincided and shared pages
  // count once for each.
  std::optional<std::int64_t> peak_rss_bytes;
  double cpu_s = 0;
};
// Of those of `pids` that still live; nothing when none does.
std::optional<ProcessUse> ReadProcessUse(FileSystem& files, const std::vector<pid_t>& pids);

std::optional<std::int64_t> ReadPeakRss(FileSystem& files, pid_t root);

}  // namespace inferproof
