#include "harness/load/threaded_run.h"

#include <gtest/gtest.h>

#include "tests/support/fake_clock.h"
#include "tests/support/plan_builder.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

TEST(SplitPhase, DealsRequestsAndPlacesInTurn) {
  const RequestPlan plan = PlanBuilder().Concurrency(5).WarmUp(3).Measured(7).Build();
  const std::vector<PlanShare> shares = SplitPhase(plan, Phase::kMeasured, 2);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].plan.concurrency, 3);
  EXPECT_EQ(shares[1].plan.concurrency, 2);
  EXPECT_EQ(shares[0].ids, (std::vector<std::uint64_t>{3, 5, 7, 9}));
  EXPECT_EQ(shares[1].ids, (std::vector<std::uint64_t>{4, 6, 8}));
  EXPECT_EQ(shares[1].plan.requests[2].id, 2u);
  EXPECT_EQ(shares[1].plan.requests[2].body, plan.requests[8].body);
}

TEST(SplitPhase, MakesNoShareWithoutAPlace) {
  EXPECT_EQ(SplitPhase(PlanBuilder().Concurrency(2).Measured(9).Build(), Phase::kMeasured, 8).size(), 2u);
  EXPECT_EQ(SplitPhase(PlanBuilder().Concurrency(8).Measured(3).Build(), Phase::kMeasured, 8).size(), 3u);
}

// The scripted transports of the threads share a clock that nobody else may move: one thread here, so that the
// simulation stays one. over_curl_test.cc has the real thing.
TEST(RunOnThreads, OfOneThreadGivesTheLogOfThePlainGenerator) {
  const RequestPlan plan = PlanBuilder().Concurrency(3).WarmUp(3).Measured(10).Build();
  const auto script = [](const ScriptedTransport::Started&) { return ChatStream(); };
  FakeClock clock;
  ScriptedTransport plain(clock, script);
  const RunLog expected = LoadGenerator(clock, plain, DestinationAt("http://127.0.0.1:1"), {}).Run(plan, 2);
  FakeClock other;
  ScriptedTransport threaded(other, script);
  std::vector<std::uint64_t> told;
  LoadHooks hooks;
  hooks.on_record = [&](const RequestRecord& record) { told.push_back(record.id); };
  const RunLog log = RunOnThreads(other, {&threaded}, DestinationAt("http://127.0.0.1:1"), hooks, plan, 2);
  EXPECT_EQ(log.run, 2);
  EXPECT_EQ(log.planned, expected.planned);
  EXPECT_EQ(log.not_started, expected.not_started);
  EXPECT_EQ(log.client.events, expected.client.events);
  EXPECT_EQ(log.client.events_sharing_a_read, expected.client.events_sharing_a_read);
  EXPECT_EQ((log.ended - log.begun).count(), (expected.ended - expected.begun).count());
  ASSERT_EQ(log.records.size(), expected.records.size());
  EXPECT_EQ(told.size(), expected.records.size());
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    EXPECT_EQ(log.records[i].id, expected.records[i].id);
    EXPECT_EQ(log.records[i].body_digest, expected.records[i].body_digest);
    EXPECT_EQ(log.records[i].phase, expected.records[i].phase);
    EXPECT_LE(log.records[i].in_flight, 3);
    EXPECT_TRUE(IsCompleted(log.records[i].outcome));
  }
}

TEST(RunOnThreads, CountsWhatAnInterruptLeftOutAndConservesEveryPhase) {
  const RequestPlan plan = PlanBuilder().Concurrency(2).WarmUp(4).Measured(6).Build();
  FakeClock clock;
  ScriptedTransport transport(clock, [](const ScriptedTransport::Started&) { return ChatStream(); });
  int records = 0;
  LoadHooks hooks;
  hooks.on_record = [&](const RequestRecord&) { ++records; };
  hooks.interrupted = [&] { return records >= 2; };
  const RunLog log = RunOnThreads(clock, {&transport}, DestinationAt("http://127.0.0.1:1"), hooks, plan, 0);
  EXPECT_TRUE(log.interrupted);
  EXPECT_EQ(log.not_started.at(Phase::kMeasured), 6);
  EXPECT_TRUE(CountOutcomes(log, Phase::kWarmUp).holds());
  EXPECT_TRUE(CountOutcomes(log, Phase::kMeasured).holds());
}

}  // namespace
}  // namespace inferproof
