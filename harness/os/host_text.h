#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/os/host_info.h"

namespace inferproof {

// Readers of the kernel's and nvidia-smi's text. What is not there is absent.

// "model name" of /proc/cpuinfo; empty where the kernel does not state one (many ARM machines).
std::string CpuModel(std::string_view cpuinfo);
int CountCpus(std::string_view cpuinfo);
// A "Name:  1234 kB" line of /proc/meminfo or /proc/PID/status, in bytes.
std::optional<std::int64_t> KilobyteLine(std::string_view text, std::string_view name);
// PRETTY_NAME of /etc/os-release.
std::string OsName(std::string_view os_release);
// The v2 path ("0::/path") of /proc/self/cgroup.
std::optional<std::string> CgroupPath(std::string_view text);
std::optional<double> FirstLoad(std::string_view loadavg);
// Rows of `nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader`.
std::vector<Gpu> ParseGpus(std::string_view csv);

struct MachineTicks {
  double busy = 0;  // user, nice, system, irq, softirq; guests are part of user
  double steal = 0;
};
// The "cpu " line of /proc/stat.
std::optional<MachineTicks> ParseMachineTicks(std::string_view stat);

}  // namespace inferproof
