#include "harness/transport_curl/kernel_stamp.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

constexpr MonoTime kUser{5'000'000'000};
constexpr MonoTime kFloor{3'000'000'000};

TEST(BelievableStamp, KeepsAKernelStampBetweenTheFloorAndTheUsers) {
  const Stamp stamp = BelievableStamp(kUser, MonoTime{4'999'990'000}, kFloor);
  ASSERT_TRUE(stamp.has_kernel());
  EXPECT_EQ(stamp.best().ns, 4'999'990'000);
}

TEST(BelievableStamp, LeavesOutWhatCannotBeTrueAndNeverClamps) {
  const std::int64_t unbelievable[] = {
      0,              // the kernel did not tell
      5'000'000'001,  // after we read it
      2'999'999'999,  // before the request was sent
      3'999'999'999,  // more than a second old
  };
  for (const std::int64_t kernel : unbelievable) {
    const Stamp stamp = BelievableStamp(kUser, MonoTime{kernel}, kFloor);
    EXPECT_FALSE(stamp.has_kernel()) << kernel;
    EXPECT_EQ(stamp.best(), kUser) << kernel;
  }
}

}  // namespace
}  // namespace inferproof
