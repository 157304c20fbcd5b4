#include "harness/load/client_meter.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

TEST(ClientMeter, TakesItsOwnTimeOffTheMachines) {
  CpuUse now{10, 100, 7};
  const std::function<CpuUse()> cpu_use = [&now] { return now; };
  ClientMeter meter(cpu_use);
  meter.Begin();
  now = {12, 105, 8};
  const ClientStats stats = meter.End(std::chrono::seconds(4));
  EXPECT_DOUBLE_EQ(stats.cpu_s, 2);
  EXPECT_DOUBLE_EQ(stats.foreign_cpu_s, 4);  // 5 s busy and 1 s stolen, 2 of them ours
  EXPECT_DOUBLE_EQ(stats.wall_s, 4);
}

TEST(ClientMeter, NeverSaysThatOthersUsedLessThanNothing) {
  CpuUse now{10, 100, 0};
  const std::function<CpuUse()> cpu_use = [&now] { return now; };
  ClientMeter meter(cpu_use);
  meter.Begin();
  now = {10.5, 100.49, 0};
  EXPECT_DOUBLE_EQ(meter.End(Nanos(0)).foreign_cpu_s, 0);
}

TEST(ClientMeter, TellsNoCpuTimeThatItCannotRead) {
  const std::function<CpuUse()> none;
  ClientMeter meter(none);
  meter.Begin();
  EXPECT_DOUBLE_EQ(meter.End(Nanos(0)).cpu_s, 0);
}

}  // namespace
}  // namespace inferproof
