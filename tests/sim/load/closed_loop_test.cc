#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/load/simulation.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Pair;

TEST(ClosedLoop, KeepsExactlyItsConcurrencyInFlight) {
  Simulation simulation;
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(4).Measured(40).Build());
  EXPECT_EQ(simulation.transport.peak_in_flight(), 4);
  // 40 equal streams of 50 + 7 * 10 = 120 ms, four at a time: ten rounds, each begun the moment the last one ends.
  EXPECT_EQ(log.ended - log.begun, Nanos(10 * 120ms));
  for (const RequestRecord& record : log.records) EXPECT_EQ(record.in_flight, 4) << record.id;
  EXPECT_THAT(OutcomesOf(log), ElementsAre(Pair("completed", 40)));
}

TEST(ClosedLoop, FillsAPlaceAtTheMomentItBecomesFree) {
  Simulation simulation([](const auto& started) { return ChatStream({.ttft = started.index == 0 ? 30ms : 90ms}); });
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(3).Build());
  EXPECT_EQ(log.records[2].due, log.records[0].ended);
  EXPECT_EQ(log.records[2].started, log.records[0].ended);
}

TEST(ClosedLoop, NeverLetsWarmUpOverlapTheMeasuredPhase) {
  Simulation simulation([](const auto& started) { return ChatStream({.ttft = 10ms * (started.index + 1)}); });
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(4).WarmUp(6).Measured(8).Build());
  MonoTime warm_up_ended;
  for (const RequestRecord& record : log.records) {
    if (record.phase == Phase::kWarmUp) warm_up_ended = std::max(warm_up_ended, record.ended);
  }
  for (const RequestRecord& record : log.records) {
    EXPECT_TRUE(record.phase == Phase::kWarmUp || record.started >= warm_up_ended) << record.id;
  }
  EXPECT_EQ(log.begun, warm_up_ended);
  EXPECT_EQ(log.planned.at(Phase::kWarmUp), 6);
  EXPECT_EQ(log.planned.at(Phase::kMeasured), 8);
}

TEST(ClosedLoop, RunsQualityCasesAsOnePhase) {
  Simulation simulation;
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Quality(5).Build());
  EXPECT_EQ(CountOutcomes(log, Phase::kQuality).Text(), "5 planned = 5 completed + 0 not started");
  EXPECT_EQ(log.begun, simulation.origin);
}

TEST(ClosedLoop, SendsThePlansBodiesInItsOrderToTheEndpoint) {
  Simulation simulation;
  simulation.destination.headers = {{"authorization", "Bearer k"}};
  RequestPlan plan = PlanBuilder().Concurrency(1).Measured(2).NotStreamed().Measured(1).Build();
  plan.endpoint = Endpoint::kCompletions;
  const RunLog log = simulation.Run(plan);
  const auto& started = simulation.transport.started();
  ASSERT_EQ(started.size(), 3U);
  EXPECT_EQ(started[0].url, "http://127.0.0.1:8000/v1/completions");
  EXPECT_EQ(started[0].method, "POST");
  EXPECT_EQ(started[1].body, R"({"n":1})");
  EXPECT_THAT(started[0].headers, Contains(Pair("accept", "text/event-stream")));
  EXPECT_THAT(started[2].headers, Contains(Pair("accept", "application/json")));
  EXPECT_THAT(started[0].headers, Contains(Pair("authorization", "Bearer k")));
  // printf '{"n":1}' | sha256sum
  EXPECT_EQ(log.records[1].body_digest, "sha256:2bfd14f43d17fc7c");
}

TEST(ClosedLoop, RecordsTheMomentsAndTheAnswerOfEachRequest) {
  Simulation simulation;
  const RunLog log = simulation.Run(PlanBuilder().Measured(1).Build());
  const RequestRecord& record = log.records.at(0);
  EXPECT_EQ(*record.sent, simulation.origin);
  EXPECT_EQ(*FirstTextAt(record), simulation.origin + 50ms);
  EXPECT_EQ(*LastTextAt(record), simulation.origin + 120ms);
  EXPECT_EQ(record.response.deltas.size(), 8U);
  EXPECT_EQ(record.response.content, "tok tok tok tok tok tok tok tok ");
  EXPECT_EQ(record.response.usage->output_tokens, 8);
  EXPECT_EQ(record.response.headers.at("server"), "scripted");
  EXPECT_EQ(record.prompt_id, "prompt-0");
  EXPECT_EQ(OrderViolation(record), std::nullopt);
}

TEST(ClosedLoop, AStallOfOneStreamCostsTheOthersNothing) {
  const auto stalls = [](const ScriptedTransport::Started& started) {
    Script script = ChatStream();
    return started.index == 1 ? script.Stall(80ms, 2s) : script;
  };
  Simulation simulation(stalls);
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(3).Measured(30).Build());
  EXPECT_THAT(OutcomesOf(log), ElementsAre(Pair("completed", 30)));
  for (const RequestRecord& record : log.records) {
    const Nanos expected = record.id == 1 ? 2120ms : 120ms;
    EXPECT_EQ(*LastTextAt(record) - *record.sent, expected) << record.id;
    EXPECT_EQ(record.response.deltas.size(), 8U) << record.id;
  }
}

TEST(ClosedLoop, MeasuresAQueueingServerFromTheSending) {
  Simulation simulation;
  simulation.transport.slots = 1;
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).Measured(4).Build());
  // One slot, 120 ms each: from the second on each waits for the one before it.
  std::vector<Nanos> ttft;
  for (const RequestRecord& record : log.records) ttft.push_back(*FirstTextAt(record) - *record.sent);
  EXPECT_THAT(ttft, ElementsAre(Nanos(50ms), Nanos(170ms), Nanos(170ms), Nanos(170ms)));
}

TEST(ClosedLoop, CountsItsOwnEventsByStampAndByRead) {
  Simulation simulation([](const auto&) {
    Script script;
    // Three tokens in two reads.
    return script.Sent()
        .Headers(1ms)
        .Bytes(10ms, ChatChunk(R"({"content":"a"})") + ChatChunk(R"({"content":"b"})"))
        .Bytes(20ms, ChatChunk(R"({"content":"c"})") + ChatChunk("{}", "stop") + UsageChunk(1, 3) + "data: [DONE]\n\n")
        .End(20ms);
  });
  double used = 1;
  simulation.hooks.cpu_use = [&used] { return CpuUse{used++, used * 4, 0}; };
  const RunLog log = simulation.Run(PlanBuilder().WarmUp(1).Measured(2).Build());
  EXPECT_EQ(log.client.events, 6U) << "the warm-up's are not counted";
  EXPECT_EQ(log.client.events_with_kernel_stamp, 6U);
  EXPECT_EQ(log.client.events_sharing_a_read, 2U);
  EXPECT_DOUBLE_EQ(log.client.cpu_s, 1);
  EXPECT_DOUBLE_EQ(log.client.foreign_cpu_s, 3);  // the machine 4 s, ourselves 1 s
  EXPECT_DOUBLE_EQ(log.client.wall_s, 0.04);
}

TEST(ClosedLoop, SaysWhenTheKernelDidNotStamp) {
  Simulation simulation;
  simulation.transport.kernel_stamps = false;
  const RunLog log = simulation.Run(PlanBuilder().Measured(1).Build());
  EXPECT_EQ(log.client.events, 8U);
  EXPECT_EQ(log.client.events_with_kernel_stamp, 0U);
}

TEST(ClosedLoop, TellsEachRecordAndTheProgressAsItGoes) {
  Simulation simulation;
  std::vector<std::uint64_t> recorded;
  std::vector<std::pair<std::int64_t, std::int64_t>> progress;
  simulation.hooks.on_record = [&](const RequestRecord& record) { recorded.push_back(record.id); };
  simulation.hooks.on_progress = [&](std::int64_t done, std::int64_t planned) { progress.emplace_back(done, planned); };
  simulation.Run(PlanBuilder().WarmUp(1).Measured(2).Build());
  EXPECT_THAT(recorded, ElementsAre(0, 1, 2));
  EXPECT_THAT(progress, ElementsAre(Pair(1, 3), Pair(2, 3), Pair(3, 3)));
}

TEST(ClosedLoop, GivesEqualLogsForEqualRuns) {
  const auto run = [] {
    Simulation simulation([](const auto& started) {
      return ChatStream({.ttft = 20ms + 7ms * (started.index % 5)}).SplitEvery(30 + started.index % 13);
    });
    simulation.transport.slots = 3;
    return simulation.Run(PlanBuilder().Concurrency(5).WarmUp(5).Measured(50).Build());
  };
  const RunLog first = run();
  const RunLog second = run();
  ASSERT_EQ(first.records.size(), second.records.size());
  for (std::size_t i = 0; i < first.records.size(); ++i) {
    EXPECT_EQ(RecordToJson(first.records[i], "s", 0, first.begun),
              RecordToJson(second.records[i], "s", 0, second.begun));
  }
}

// Five minutes of a server's time.
TEST(ClosedLoop, RunsAThousandRequestsOverMinutesOfVirtualTime) {
  Simulation simulation([](const auto&) { return ChatStream({.ttft = 200ms, .gap = 300ms, .tokens = 8}); });
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(8).Measured(1000).Build());
  EXPECT_THAT(OutcomesOf(log), ElementsAre(Pair("completed", 1000)));
  // 200 + 7 * 300 = 2,300 ms each, 125 rounds of eight.
  EXPECT_EQ(log.ended - log.begun, Nanos(125 * 2300ms));
}

}  // namespace
}  // namespace inferproof
