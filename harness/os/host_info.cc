#include "harness/os/host_info.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "harness/base/digest.h"
#include "harness/base/text.h"
#include "harness/os/host_text.h"
#include "harness/os/process.h"
#include "harness/os/process_table.h"

namespace inferproof {
namespace {

std::optional<std::string> ReadTrimmed(FileSystem& files, const std::string& path) {
  const Result<std::string> text = files.Read(path);
  if (!text.ok()) return std::nullopt;
  std::string trimmed(TrimAscii(*text));
  if (trimmed.empty()) return std::nullopt;
  return trimmed;
}

std::string ReadOrEmpty(FileSystem& files, const std::string& path) { return ReadTrimmed(files, path).value_or(""); }

// The limit of our own group, or of the root that a container sees as its own.
std::optional<std::string> ReadCgroupCpuMax(FileSystem& files) {
  const std::optional<std::string> path = CgroupPath(ReadOrEmpty(files, "/proc/self/cgroup"));
  if (path && *path != "/") {
    if (auto limit = ReadTrimmed(files, "/sys/fs/cgroup" + *path + "/cpu.max")) return limit;
  }
  return ReadTrimmed(files, "/sys/fs/cgroup/cpu.max");
}

void ReadGpus(HostInfo& host) {
  const Result<std::string> output = RunForOutput(
      {"nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"}, std::chrono::seconds(5));
  if (!output.ok()) {
    host.gpu_note = output.error().Text();
    return;
  }
  host.gpus = ParseGpus(*output);
  if (host.gpus.empty()) host.gpu_note = "nvidia-smi lists no GPU";
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

HostInfo ReadHostInfo(FileSystem& files) {
  HostInfo host;
  const std::string cpuinfo = ReadOrEmpty(files, "/proc/cpuinfo");
  host.cpu_model = CpuModel(cpuinfo);
  host.logical_cpus = CountCpus(cpuinfo);
  host.memory_bytes = KilobyteLine(ReadOrEmpty(files, "/proc/meminfo"), "MemTotal");
  host.os = OsName(ReadOrEmpty(files, "/etc/os-release"));
  host.governor = ReadTrimmed(files, "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  host.cgroup_cpu_max = ReadCgroupCpuMax(files);
  host.load_average_1m = FirstLoad(ReadOrEmpty(files, "/proc/loadavg"));
  utsname name{};
  if (::uname(&name) == 0) {
    host.kernel = std::string(name.sysname) + " " + name.release + " " + name.machine;
    host.hostname_digest = ShortDigest(name.nodename);
  }
  ReadGpus(host);
  return host;
}

CpuUse ReadCpuUse(FileSystem& files) {
  CpuUse use;
  rusage own{};
  if (::getrusage(RUSAGE_SELF, &own) == 0) use.own_s = Seconds(own.ru_utime) + Seconds(own.ru_stime);
  if (const auto ticks = ParseMachineTicks(ReadOrEmpty(files, "/proc/stat"))) {
    const double ticks_per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
    use.machine_busy_s = ticks->busy / ticks_per_second;
    use.machine_steal_s = ticks->steal / ticks_per_second;
  }
  return use;
}

std::optional<ProcessUse> ReadProcessUse(FileSystem& files, const std::vector<pid_t>& pids) {
  ProcessUse use;
  bool any = false;
  for (const pid_t pid : pids) {
    const std::optional<ProcessEntry> entry = ReadProcessEntry(files, pid);
    if (!entry) continue;
    any = true;
    use.cpu_s += entry->cpu_s;
    const auto peak = KilobyteLine(ReadOrEmpty(files, "/proc/" + std::to_string(pid) + "/status"), "VmHWM");
    if (peak) use.peak_rss_bytes = use.peak_rss_bytes.value_or(0) + *peak;
  }
  if (!any) return std::nullopt;
  return use;
}

std::optional<std::int64_t> ReadPeakRss(FileSystem& files, pid_t root) {
  const std::optional<ProcessUse> use = ReadProcessUse(files, TreeOf(ReadProcessTable(files), root));
  return use ? use->peak_rss_bytes : std::nullopt;
}

}  // namespace inferproof
