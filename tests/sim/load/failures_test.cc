#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/load/simulation.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Pair;

TEST(Failures, AreEachOnTheirOwnCounter) {
  Simulation simulation([](const ScriptedTransport::Started& started) {
    switch (started.index) {
      case 0:
        return ConnectRefused();
      case 1:
        return ChatStream().CutAt(80ms, EndKind::kReset, "connection reset by peer");
      case 2:
        return ChatStream({.done = false});
      case 3:
        return JsonAnswer(5ms, 503, R"({"error":{"message":"loading"}})");
      default:
        return ChatStream();
    }
  });
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(10).Build());
  EXPECT_THAT(OutcomesOf(log), ElementsAre(Pair("completed", 6), Pair("http_error", 1), Pair("transport_error", 2),
                                           Pair("truncated", 1)));
  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(),
            "10 planned = 6 completed + 1 http_error + 2 transport_error + 1 truncated + 0 not started");
  EXPECT_FALSE(log.records.at(0).sent.has_value());
  EXPECT_EQ(log.records.at(1).response.deltas.size(), 3U) << "50, 60 and 70 ms came before the reset";
}

TEST(Failures, OfARequestThatCannotBeStartedAreRecorded) {
  Simulation simulation;
  RequestPlan plan = PlanBuilder().Concurrency(2).Measured(3).Build();
  // The transport refuses a second request of the same number as one under way.
  HttpRequest squatter;
  squatter.id = 1;
  ASSERT_TRUE(simulation.transport.Start(squatter).ok());
  const RunLog log = simulation.Run(plan);
  EXPECT_EQ(OutcomeName(log.records.at(1).outcome), "transport_error");
  EXPECT_EQ(log.records.size(), 3U);
}

TEST(Interrupt, KeepsWhatHasEndedAndCountsTheRest) {
  Simulation simulation;
  const MonoTime stop = simulation.origin + 300ms;
  simulation.hooks.interrupted = [&] { return simulation.clock.Now() >= stop; };
  simulation.transport.wakes_at = {stop};
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(20).Build());
  // Streams of 120 ms: two rounds of two have ended, two are under way, fourteen wait.
  EXPECT_TRUE(log.interrupted);
  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(), "20 planned = 4 completed + 2 cancelled + 14 not started");
  EXPECT_EQ(std::get<Cancelled>(log.records.at(4).outcome).why, "interrupted");
  EXPECT_EQ(log.records.at(4).ended, stop);
  EXPECT_EQ(simulation.transport.in_flight(), 0);
}

TEST(Interrupt, DuringWarmUpLeavesTheMeasuredPhaseUnstarted) {
  Simulation simulation;
  simulation.hooks.interrupted = [&] { return simulation.clock.Now() >= simulation.origin + 10ms; };
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).WarmUp(4).Measured(6).Build());
  EXPECT_EQ(CountOutcomes(log, Phase::kWarmUp).Text(), "4 planned = 0 completed + 2 cancelled + 2 not started");
  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(), "6 planned = 0 completed + 6 not started");
  EXPECT_EQ(log.begun.ns, 0);
}

TEST(ServerDeath, StartsNothingNewAndSaysWhy) {
  Simulation simulation;
  const MonoTime death = simulation.origin + 170ms;
  simulation.transport.dies_at = death;
  simulation.hooks.server_died = [&]() -> std::optional<std::string> {
    if (simulation.clock.Now() < death) return std::nullopt;
    return "signal 9 (Killed)";
  };
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(20).Build());
  EXPECT_EQ(log.stopped_because, "server ended: signal 9 (Killed)");
  EXPECT_FALSE(log.interrupted);
  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(),
            "20 planned = 2 completed + 2 transport_error + 16 not started");
}

// A child of the server may hold its connections open.
TEST(ServerDeath, GivesUpConnectionsThatDoNotBreakByThemselves) {
  Simulation simulation([](const auto&) { return NeverAnswers(); });
  const MonoTime death = simulation.origin + 150ms;
  simulation.hooks.server_died = [&]() -> std::optional<std::string> {
    if (simulation.clock.Now() < death) return std::nullopt;
    return "exit code 1";
  };
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(3).Build());
  EXPECT_EQ(CountOutcomes(log, Phase::kMeasured).Text(), "3 planned = 0 completed + 2 transport_error + 1 not started");
  EXPECT_EQ(std::get<TransportError>(log.records.at(0).outcome).detail, "server ended: exit code 1");
  // Asked every 100 ms, so known at 200 ms; one second of grace.
  EXPECT_EQ(log.records.at(0).ended, simulation.origin + 1200ms);
}

}  // namespace
}  // namespace inferproof
