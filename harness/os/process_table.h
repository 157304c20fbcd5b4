#pragma once

#include <sys/types.h>

#include <optional>
#include <string_view>
#include <vector>

#include "harness/os/file_system.h"

namespace inferproof {

// One line of the process table (/proc/PID/stat).
struct ProcessEntry {
  pid_t pid = 0;
  char state = '?';
  pid_t parent = 0;
  pid_t group = 0;
  double cpu_s = 0;  // its own and that of children it has waited for

  // A zombie is dead; it only waits for its parent to look.
  bool alive() const { return state != 'Z' && state != 'X'; }
};

// Nothing for text that is no stat line. The command's name, in parentheses, may itself hold blanks and parentheses.
std::optional<ProcessEntry> ParseStatLine(std::string_view text, double ticks_per_second);

// Nothing when it has ended, or its line cannot be read.
std::optional<ProcessEntry> ReadProcessEntry(FileSystem& files, pid_t pid);

// All processes that can be seen now; those that end meanwhile are left out.
std::vector<ProcessEntry> ReadProcessTable(FileSystem& files);

// The pids of `root` and its live descendants, in the order of the table; empty when `root` is not in it.
std::vector<pid_t> TreeOf(const std::vector<ProcessEntry>& table, pid_t root);

}  // namespace inferproof
