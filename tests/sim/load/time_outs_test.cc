#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/load/simulation.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Pair;

std::string WhichLimit(const RequestRecord& record) {
  const auto* timed_out = std::get_if<TimedOut>(&record.outcome);
  return timed_out == nullptr ? OutcomeName(record.outcome) : timed_out->which;
}

TEST(TimeOuts, EndASilentStreamThoughCommentsKeepComing) {
  Simulation simulation([](const auto&) { return SilentWithComments(1s, 60s); });
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(5s).RequestTimeout(30s).Measured(1).Build());
  const RequestRecord& record = log.records.at(0);
  EXPECT_EQ(WhichLimit(record), "idle");
  EXPECT_GT(record.response.comments, 0U);
  // The only data came after 1 ms.
  EXPECT_EQ(record.ended - *record.sent, Nanos(5001ms));
  EXPECT_THAT(simulation.transport.cancelled(), ElementsAre(0));
}

TEST(TimeOuts, CountTheIdleLimitFromTheLastData) {
  // A gap of 4 s, then one of 6 s: only the second is too long.
  Simulation simulation([](const auto&) {
    Script script;
    return script.Sent()
        .Headers(1ms)
        .Bytes(1s, ChatChunk(R"({"content":"a"})"))
        .Bytes(5s, ChatChunk(R"({"content":"b"})"))
        .Bytes(11s, ChatChunk(R"({"content":"c"})"));
  });
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(5s).RequestTimeout(60s).Measured(1).Build());
  EXPECT_EQ(WhichLimit(log.records.at(0)), "idle");
  EXPECT_EQ(log.records.at(0).response.content, "ab");
  EXPECT_EQ(log.records.at(0).ended, simulation.origin + 10s);
}

TEST(TimeOuts, EndAStreamThatNeverEnds) {
  Simulation simulation([](const auto&) { return EndlessStream(100ms, 100s); });
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(5s).RequestTimeout(20s).Measured(1).Build());
  EXPECT_EQ(WhichLimit(log.records.at(0)), "request");
  EXPECT_EQ(log.records.at(0).ended - *log.records.at(0).sent, Nanos(20s));
}

TEST(TimeOuts, CountTheRequestLimitFromTheSendingNotFromTheStart) {
  Simulation simulation([](const auto&) {
    Script script;
    return script.Sent(3s);
  });
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(30s).RequestTimeout(20s).Measured(1).Build());
  EXPECT_EQ(log.records.at(0).ended - simulation.origin, Nanos(23s));
}

TEST(TimeOuts, LetTheColdFirstRequestTakeLonger) {
  const auto slow_at_first = [](const ScriptedTransport::Started&) { return ChatStream({.ttft = 100s}); };
  Simulation cold(slow_at_first);
  cold.destination.first_request_is_cold = true;
  const RequestPlan plan =
      PlanBuilder().IdleTimeout(5s).RequestTimeout(20s).FirstRequestTimeout(300s).WarmUp(1).Measured(1).Build();
  const RunLog log = cold.Run(plan);
  EXPECT_EQ(WhichLimit(log.records.at(0)), "completed");
  EXPECT_EQ(WhichLimit(log.records.at(1)), "idle") << "only the first one is cold";

  Simulation warm(slow_at_first);
  EXPECT_EQ(WhichLimit(warm.Run(plan).records.at(0)), "idle");
}

TEST(TimeOuts, HoldTheColdRequestToTheIdleLimitOnceItHasBegunToAnswer) {
  Simulation simulation([](const auto&) { return SilentWithComments(1s, 400s); });
  simulation.destination.first_request_is_cold = true;
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(5s).FirstRequestTimeout(300s).Measured(1).Build());
  EXPECT_EQ(WhichLimit(log.records.at(0)), "idle");
  EXPECT_EQ(log.records.at(0).ended - simulation.origin, Nanos(5001ms)) << "and not at the limit of the whole";
}

TEST(TimeOuts, DoNotCallAJsonAnswerIdle) {
  Simulation simulation([](const auto&) {
    return JsonAnswer(15s, 200,
                      R"({"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hi"},)"
                      R"("finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}})");
  });
  const RunLog log =
      simulation.Run(PlanBuilder().IdleTimeout(5s).RequestTimeout(20s).NotStreamed().Measured(1).Build());
  EXPECT_EQ(WhichLimit(log.records.at(0)), "completed");
}

TEST(TimeOuts, OfOneStreamLeaveThePlaceToTheNext) {
  Simulation simulation([](const auto& started) { return started.index == 0 ? NeverAnswers() : ChatStream(); });
  const RunLog log = simulation.Run(PlanBuilder().Concurrency(2).IdleTimeout(5s).Measured(100).Build());
  EXPECT_THAT(OutcomesOf(log), ElementsAre(Pair("completed", 99), Pair("timed_out", 1)));
  EXPECT_TRUE(CountOutcomes(log, Phase::kMeasured).holds());
  EXPECT_EQ(log.records.at(0).ended, simulation.origin + 5s);
}

Script KeptOpen(StreamShape shape = {}) {
  Script script = ChatStream(shape);
  script.steps.pop_back();  // its end
  return script;
}

TEST(TimeOuts, LetGoOfAStreamThatStaysOpenAfterItsDone) {
  Simulation simulation([](const auto&) { return KeptOpen(); });
  const RunLog log = simulation.Run(PlanBuilder().IdleTimeout(5s).RequestTimeout(30s).Measured(2).Build());
  for (const RequestRecord& record : log.records) {
    EXPECT_EQ(OutcomeName(record.outcome), "completed");
    EXPECT_EQ(record.ended - record.started, Nanos(120ms)) << "8 tokens, and not the time of waiting for an end";
  }
  EXPECT_EQ(log.records.at(1).started - log.records.at(0).ended, Nanos(500ms)) << "it may still end by itself";
  EXPECT_THAT(simulation.transport.cancelled(), ElementsAre(0, 1));
}

TEST(TimeOuts, JudgeAStreamThatStaysOpenByWhatItSaid) {
  Simulation simulation([](const auto&) { return KeptOpen({.finish_reason = ""}); });
  const RunLog log = simulation.Run(PlanBuilder().Measured(1).Build());
  EXPECT_EQ(DescribeOutcome(log.records.at(0).outcome), "ended after 8 deltas without finish_reason");
}

}  // namespace
}  // namespace inferproof
