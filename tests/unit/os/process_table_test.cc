#include "harness/os/process_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/os/host_info.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {
namespace {

// pid (name) state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime cstime ...
std::string Stat(int pid, const std::string& name, char state, int parent, int group) {
  return std::to_string(pid) + " (" + name + ") " + state + " " + std::to_string(parent) + " " + std::to_string(group) +
         " 1 0 -1 4194304 101 0 0 0 100 50 30 20 20 0 1 0 118673 3133440 380\n";
}

TEST(StatLine, ReadsStateParentGroupAndTimes) {
  const auto entry = ParseStatLine(Stat(42, "server", 'S', 7, 40), 100);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->pid, 42);
  EXPECT_EQ(entry->state, 'S');
  EXPECT_EQ(entry->parent, 7);
  EXPECT_EQ(entry->group, 40);
  EXPECT_DOUBLE_EQ(entry->cpu_s, 2.0);  // (100 + 50 + 30 + 20) ticks of 1/100 s
}

TEST(StatLine, IsNotFooledByTheName) {
  const auto entry = ParseStatLine(Stat(42, "a) R 1 1 (b", 'Z', 7, 40), 100);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->parent, 7);
  EXPECT_FALSE(entry->alive());
}

TEST(StatLine, RefusesOtherText) {
  for (const char* text : {"", "42", "42 (x", "42 (x) S", "x (y) S 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5", ") ( S 1 1"}) {
    EXPECT_FALSE(ParseStatLine(text, 100)) << text;
  }
}

MemoryFileSystem Machine() {
  MemoryFileSystem files;
  files.contents["/proc/50/stat"] = Stat(50, "server", 'S', 1, 50);
  files.contents["/proc/50/status"] = "Name:\tserver\nVmHWM:\t    1000 kB\n";
  files.contents["/proc/8/stat"] = Stat(8, "grandchild", 'R', 60, 50);  // a pid lower than its parent's
  files.contents["/proc/8/status"] = "VmHWM:\t 10 kB\n";
  files.contents["/proc/60/stat"] = Stat(60, "worker", 'S', 50, 50);
  files.contents["/proc/60/status"] = "VmHWM:\t 200 kB\n";
  files.contents["/proc/61/stat"] = Stat(61, "dead", 'Z', 50, 50);
  files.contents["/proc/70/stat"] = Stat(70, "stranger", 'S', 1, 70);
  files.contents["/proc/70/status"] = "VmHWM:\t 5000 kB\n";
  files.contents["/proc/meminfo"] = "MemTotal: 1 kB\n";
  return files;
}

TEST(ProcessTree, HoldsLiveDescendantsOfAnyDepth) {
  MemoryFileSystem files = Machine();
  EXPECT_THAT(TreeOf(ReadProcessTable(files), 50), ::testing::UnorderedElementsAre(50, 60, 8));
  EXPECT_TRUE(TreeOf(ReadProcessTable(files), 4711).empty());
}

TEST(PeakRss, SumsTheTreeAndIsAbsentWithoutIt) {
  MemoryFileSystem files = Machine();
  EXPECT_EQ(ReadPeakRss(files, 50), std::int64_t{1210 * 1024});
  EXPECT_EQ(ReadPeakRss(files, 4711), std::nullopt);
  files.contents.erase("/proc/60/status");
  EXPECT_EQ(ReadPeakRss(files, 50), std::int64_t{1010 * 1024});
}

TEST(ProcessUse, SumsThoseThatLive) {
  MemoryFileSystem files = Machine();
  const auto one = ReadProcessUse(files, {70});
  const auto two = ReadProcessUse(files, {50, 4711, 60});
  ASSERT_TRUE(one && two);
  EXPECT_GT(one->cpu_s, 0);
  EXPECT_DOUBLE_EQ(two->cpu_s, 2 * one->cpu_s);
  EXPECT_EQ(two->peak_rss_bytes, std::int64_t{1200 * 1024});
  EXPECT_FALSE(ReadProcessUse(files, {4711}));
}

}  // namespace
}  // namespace inferproof
