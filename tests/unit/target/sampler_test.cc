#include "harness/target/sampler.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/fake_clock.h"
#include "tests/support/memory_file_system.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A server with one worker whose memory and CPU ticks the test sets.
struct Machine {
  MemoryFileSystem files;
  FakeClock clock;

  void Set(int pid, int parent, int peak_kb, int ticks) {
    const std::string directory = "/proc/" + std::to_string(pid);
    files.contents[directory + "/stat"] = std::to_string(pid) + " (server) S " + std::to_string(parent) +
                                          " 50 1 0 -1 0 0 0 0 0 " + std::to_string(ticks) + " 0 0 0 20 0 1 0";
    files.contents[directory + "/status"] = "VmHWM:\t" + std::to_string(peak_kb) + " kB\n";
  }
};

double Ticks(int count) { return count / static_cast<double>(::sysconf(_SC_CLK_TCK)); }

TEST(ResourceSampler, KnowsNothingOfAProcessThatIsNotThere) {
  Machine machine;
  ResourceSampler sampler(machine.files, 50);
  sampler.Sample(machine.clock.Now());
  sampler.Finish(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::nullopt);
  EXPECT_EQ(sampler.cpu_seconds(), std::nullopt);
}

TEST(ResourceSampler, TakesThePeakAndTheDifference) {
  Machine machine;
  ResourceSampler sampler(machine.files, 50);
  machine.Set(50, 1, 1000, 500);
  machine.Set(60, 50, 200, 40);
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.cpu_seconds(), std::nullopt) << "one sample is no difference";
  machine.clock.Advance(seconds(1));
  machine.Set(50, 1, 1500, 700);
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{1700 * 1024});
  EXPECT_DOUBLE_EQ(*sampler.cpu_seconds(), Ticks(200));
}

TEST(ResourceSampler, ReadsAtMostTwiceASecondUntilItIsFinished) {
  Machine machine;
  ResourceSampler sampler(machine.files, 50);
  machine.Set(50, 1, 1000, 0);
  sampler.Sample(machine.clock.Now());
  machine.Set(50, 1, 2000, 0);
  machine.clock.Advance(milliseconds(499));
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{1000 * 1024});
  machine.clock.Advance(milliseconds(1));
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{2000 * 1024});
  machine.Set(50, 1, 3000, 0);
  sampler.Finish(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{3000 * 1024});
}

TEST(ResourceSampler, FindsNewWorkersInTime) {
  Machine machine;
  ResourceSampler sampler(machine.files, 50);
  machine.Set(50, 1, 1000, 0);
  sampler.Sample(machine.clock.Now());
  machine.Set(60, 50, 500, 0);
  machine.clock.Advance(seconds(10));
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{1500 * 1024});
}

TEST(ResourceSampler, KeepsWhatAWorkerUsedBeforeItEnded) {
  Machine machine;
  ResourceSampler sampler(machine.files, 50);
  machine.Set(50, 1, 1000, 100);
  machine.Set(60, 50, 500, 100);
  sampler.Sample(machine.clock.Now());
  machine.Set(60, 50, 500, 300);
  machine.clock.Advance(seconds(1));
  sampler.Sample(machine.clock.Now());
  machine.files.contents.erase("/proc/60/stat");
  machine.clock.Advance(seconds(1));
  sampler.Sample(machine.clock.Now());
  EXPECT_EQ(sampler.peak_rss_bytes(), std::int64_t{1500 * 1024});
  EXPECT_DOUBLE_EQ(*sampler.cpu_seconds(), Ticks(200));
}

}  // namespace
}  // namespace inferproof
