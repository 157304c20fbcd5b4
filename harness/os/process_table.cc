#include "harness/os/process_table.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <string>

#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

// Fields of proc(5), counted from the state, which follows the name.
constexpr std::size_t kState = 0;
constexpr std::size_t kParent = 1;
constexpr std::size_t kGroup = 2;
constexpr std::size_t kFirstTime = 11;  // utime, stime, cutime, cstime
constexpr std::size_t kLastTime = 14;

std::optional<double> CpuTicks(const std::vector<std::string>& fields) {
  double ticks = 0;
  for (std::size_t i = kFirstTime; i <= kLastTime; ++i) {
    const std::optional<double> value = ParseDouble(fields[i]);
    if (!value) return std::nullopt;
    ticks += *value;
  }
  return ticks;
}

}  // namespace

std::optional<ProcessEntry> ParseStatLine(std::string_view text, double ticks_per_second) {
  const std::size_t open = text.find(" (");
  const std::size_t close = text.rfind(") ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  const std::vector<std::string> fields = Split(TrimAscii(text.substr(close + 2)), ' ');
  if (fields.size() <= kLastTime || fields[kState].size() != 1) return std::nullopt;
  const auto pid = ParseInt(text.substr(0, open));
  const auto parent = ParseInt(fields[kParent]);
  const auto group = ParseInt(fields[kGroup]);
  const auto ticks = CpuTicks(fields);
  if (!pid || !parent || !group || !ticks) return std::nullopt;
  return ProcessEntry{.pid = static_cast<pid_t>(*pid),
                      .state = fields[kState].front(),
                      .parent = static_cast<pid_t>(*parent),
                      .group = static_cast<pid_t>(*group),
                      .cpu_s = *ticks / ticks_per_second};
}

std::optional<ProcessEntry> ReadProcessEntry(FileSystem& files, pid_t pid) {
  const Result<std::string> text = files.Read("/proc/" + std::to_string(pid) + "/stat");
  if (!text.ok()) return std::nullopt;
  return ParseStatLine(*text, static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

std::vector<ProcessEntry> ReadProcessTable(FileSystem& files) {
  std::vector<ProcessEntry> table;
  const Result<std::vector<std::string>> names = files.List("/proc");
  if (!names.ok()) return table;
  for (const std::string& name : *names) {
    const std::optional<std::int64_t> pid = ParseInt(name);
    if (!pid) continue;
    if (const auto entry = ReadProcessEntry(files, static_cast<pid_t>(*pid))) table.push_back(*entry);
  }
  return table;
}

std::vector<pid_t> TreeOf(const std::vector<ProcessEntry>& table, pid_t root) {
  std::set<pid_t> members = {root};
  // Pids are no order of birth (they wrap around), so look again until nobody new is found.
  for (std::size_t before = 0; before != members.size();) {
    before = members.size();
    for (const ProcessEntry& entry : table) {
      if (entry.alive() && members.contains(entry.parent)) members.insert(entry.pid);
    }
  }
  std::vector<pid_t> tree;
  for (const ProcessEntry& entry : table) {
    if (members.contains(entry.pid)) tree.push_back(entry.pid);
  }
  if (std::find(tree.begin(), tree.end(), root) == tree.end()) tree.clear();
  return tree;
}

}  // namespace inferproof
