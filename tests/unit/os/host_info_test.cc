#include "harness/os/host_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/os/host_text.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {
namespace {

constexpr const char* kCpuInfo =
    "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) CPU @ 2.80GHz: rev A\nflags\t: fpu\n\n"
    "processor\t: 1\nmodel name\t: Intel(R) Xeon(R) CPU @ 2.80GHz: rev A\n";

MemoryFileSystem Machine() {
  MemoryFileSystem files;
  files.contents["/proc/cpuinfo"] = kCpuInfo;
  files.contents["/proc/meminfo"] = "MemTotal:        8000000 kB\nMemFree:  100 kB\n";
  files.contents["/etc/os-release"] = "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
  files.contents["/proc/loadavg"] = "0.52 0.40 0.30 1/200 4242\n";
  files.contents["/proc/self/cgroup"] = "1:name=x:/y\n0::/job/7\n";
  files.contents["/sys/fs/cgroup/job/7/cpu.max"] = "200000 100000\n";
  files.contents["/sys/fs/cgroup/cpu.max"] = "max 100000\n";
  files.contents["/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"] = "powersave\n";
  return files;
}

TEST(HostInfo, ReadsTheMachine) {
  MemoryFileSystem files = Machine();
  const HostInfo host = ReadHostInfo(files);
  EXPECT_EQ(host.cpu_model, "Intel(R) Xeon(R) CPU @ 2.80GHz: rev A");
  EXPECT_EQ(host.logical_cpus, 2);
  EXPECT_EQ(host.memory_bytes, std::int64_t{8'192'000'000});
  EXPECT_EQ(host.os, "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(host.load_average_1m, 0.52);
  EXPECT_EQ(host.cgroup_cpu_max, "200000 100000");
  EXPECT_EQ(host.governor, "powersave");
  EXPECT_TRUE(host.kernel.starts_with("Linux "));
  EXPECT_TRUE(host.hostname_digest.starts_with("sha256:"));
  EXPECT_NE(host.gpus.empty(), host.gpu_note.empty()) << "no GPU needs a reason";
}

TEST(HostInfo, TakesTheLimitThatAContainerSees) {
  MemoryFileSystem files = Machine();
  files.contents["/proc/self/cgroup"] = "0::/\n";
  EXPECT_EQ(ReadHostInfo(files).cgroup_cpu_max, "max 100000");
}

TEST(HostInfo, LeavesOutWhatCannotBeRead) {
  MemoryFileSystem files;
  const HostInfo host = ReadHostInfo(files);
  EXPECT_EQ(host.cpu_model, "");
  EXPECT_EQ(host.logical_cpus, 0);
  EXPECT_EQ(host.memory_bytes, std::nullopt);
  EXPECT_EQ(host.governor, std::nullopt);
  EXPECT_EQ(host.cgroup_cpu_max, std::nullopt);
  EXPECT_EQ(host.load_average_1m, std::nullopt);
}

TEST(HostText, ReadsRowsOfNvidiaSmi) {
  const std::vector<Gpu> gpus =
      ParseGpus("NVIDIA A100-SXM4-80GB, 81920 MiB, 550.54.15\nNVIDIA L4, 23034 MiB, 550.54.15\n");
  ASSERT_EQ(gpus.size(), 2U);
  EXPECT_EQ(gpus[0].name, "NVIDIA A100-SXM4-80GB");
  EXPECT_EQ(gpus[0].memory, "81920 MiB");
  EXPECT_EQ(gpus[1].driver, "550.54.15");
  EXPECT_TRUE(ParseGpus("No devices were found\n").empty());
}

TEST(HostText, RefusesAbsurdSizes) {
  EXPECT_EQ(KilobyteLine("VmHWM: 12 kB", "VmHWM"), 12 * 1024);
  for (const char* text :
       {"VmHWM: 12", "VmHWM: 12 MB", "VmHWM: -1 kB", "VmHWM: 9223372036854775807 kB", "Other: 1 kB"}) {
    EXPECT_EQ(KilobyteLine(text, "VmHWM"), std::nullopt) << text;
  }
}

TEST(HostText, CountsBusyTicksOnce) {
  // user 10 (guests are in it), nice 1, system 5, idle 1000, iowait 50, irq 2, softirq 3, steal 7, guest 4, guest_nice
  // 0
  const auto ticks = ParseMachineTicks("cpu  10 1 5 1000 50 2 3 7 4 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
  ASSERT_TRUE(ticks);
  EXPECT_EQ(ticks->busy, 21);
  EXPECT_EQ(ticks->steal, 7);
  EXPECT_FALSE(ParseMachineTicks("cpu0 1 2 3 4 5 6 7 8"));
  EXPECT_FALSE(ParseMachineTicks("cpu  1 2"));
}

TEST(CpuUse, CountsOurOwnWork) {
  RealFileSystem files;
  const CpuUse before = ReadCpuUse(files);
  CpuUse after = before;
  volatile double sink = 1;
  for (int turn = 0; turn < 2000 && after.own_s <= before.own_s; ++turn) {
    for (int i = 0; i < 100000; ++i) sink = sink * 1.0000001;
    after = ReadCpuUse(files);
  }
  EXPECT_GT(after.own_s, before.own_s);
  EXPECT_GE(after.machine_busy_s, before.machine_busy_s);
}

}  // namespace
}  // namespace inferproof
