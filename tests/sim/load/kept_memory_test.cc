#include <gtest/gtest.h>

#include "harness/load/load_generator.h"
#include "tests/support/fake_clock.h"
#include "tests/support/plan_builder.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

// A window of 10 minutes at 10,000 events/s keeps 6 million events: at 32 bytes 192 MB, and its reduction holds at most
// three arrays of doubles beside them (gaps, lags, and the lags of the validity rules), 144 MB; far under 1.5 GiB.
TEST(KeptMemory, IsAtMostThirtyTwoBytesAnEvent) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const ScriptedTransport::Started&) { return ChatStream({.tokens = 1000}); });
  LoadGenerator generator(clock, transport, DestinationAt("http://127.0.0.1:1"), {});
  const RunLog log = generator.Run(PlanBuilder().Concurrency(2).Measured(4).Build(), 0);
  std::size_t bytes = 0;
  for (const RequestRecord& record : log.records) {
    bytes += record.response.deltas.capacity() * sizeof(Delta) + record.response.content.capacity();
  }
  EXPECT_EQ(log.client.events, 4000U);
  EXPECT_LE(static_cast<double>(bytes) / static_cast<double>(log.client.events), 32.0);
}

}  // namespace
}  // namespace inferproof
