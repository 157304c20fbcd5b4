#include "harness/os/control_probe.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/fake_clock.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;

// Units of the given lengths; the last one repeats.
ControlReading TimeScripted(const std::vector<int>& lengths_ms, Nanos period) {
  FakeClock clock;
  std::size_t next = 0;
  return TimeUnits(clock, period, [&] {
    clock.Advance(milliseconds(lengths_ms[next]));
    if (next + 1 < lengths_ms.size()) ++next;
  });
}

TEST(ControlProbe, ReportsTheMedianUnitAndHowManyWereTimed) {
  // Untimed 50, then 1 + 9 + 2 + 2 + 2 = 16 ms: the fifth crosses the period; sorted 1 2 2 2 9.
  const ControlReading reading = TimeScripted({50, 1, 9, 2}, milliseconds(15));
  EXPECT_EQ(reading.unit_ms, 2);
  EXPECT_EQ(reading.units, 5);
}

TEST(ControlProbe, TimesOneUnitHoweverShortThePeriod) {
  const ControlReading reading = TimeScripted({7}, Nanos(0));
  EXPECT_EQ(reading.unit_ms, 7);
  EXPECT_EQ(reading.units, 1);
}

TEST(ControlProbe, EndsOnAClockThatStandsStill) {
  FakeClock clock;
  EXPECT_EQ(TimeUnits(clock, milliseconds(1), [] {}).units, 65536);
}

TEST(ControlProbe, DoesRealWorkThatTakesTime) {
  const SteadyClock clock;
  const ControlReading reading = RunControlProbe(clock, milliseconds(30));
  EXPECT_GE(reading.units, 1);
  // 2^18 dependent multiplications need some cycles each: at 10 GHz and one a cycle 0.026 ms. Without the work it is 0.
  EXPECT_GT(reading.unit_ms, 0.02);
}

}  // namespace
}  // namespace inferproof
