#include "harness/session/validity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/record_builder.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RunLog LogOf(std::vector<RequestRecord> records) {
  RunLog log;
  log.planned[Phase::kMeasured] = static_cast<std::int64_t>(records.size());
  log.records = std::move(records);
  log.client.wall_s = 10;
  log.client.cpu_s = 0.5;
  return log;
}

RequestRecord Steady(std::uint64_t id) { return RecordBuilder(id).Events(20, 40, 3).Build(); }

TEST(Validity, AHealthyRunHasNoProblem) { EXPECT_THAT(ValidityProblems(LogOf({Steady(0), Steady(1)})), IsEmpty()); }

TEST(Validity, TextInOneBurstMeansAHopThatBuffers) {
  const RequestRecord burst = RecordBuilder(0).Events(20, 100, 0.01).Build();
  EXPECT_TRUE(CameInOneBurst(burst));
  EXPECT_THAT(ValidityProblems(LogOf({burst, burst})), Contains(HasSubstr("buffered: in 2 of 2 streams")));
}

TEST(Validity, OneBurstAmongSteadyStreamsIsNoProblem) {
  const RequestRecord burst = RecordBuilder(0).Events(20, 100, 0.01).Build();
  EXPECT_THAT(ValidityProblems(LogOf({burst, Steady(1), Steady(2)})), IsEmpty());
}

// Seven quick tokens prove nothing: they may be the whole answer of a fast engine.
TEST(Validity, AShortAnswerIsNoBurst) { EXPECT_FALSE(CameInOneBurst(RecordBuilder(0).Events(7, 100, 0.01).Build())); }

TEST(Validity, ABusyClientIsNamedWithItsShare) {
  RunLog log = LogOf({Steady(0)});
  log.client.cpu_s = 9.5;
  EXPECT_THAT(ValidityProblems(log), Contains(HasSubstr("it used 95 % of a core")));
}

TEST(Validity, ALateClientIsNamedWithItsLag) {
  EXPECT_THAT(ValidityProblems(LogOf({RecordBuilder(0).Events(20, 40, 3, 8).Build()})),
              Contains(HasSubstr("median lag")));
}

TEST(Validity, RequestsThatDoNotAddUpVoidTheRun) {
  RunLog log = LogOf({Steady(0)});
  log.planned[Phase::kMeasured] = 3;
  EXPECT_THAT(ValidityProblems(log), Contains(HasSubstr("do not add up")));
}

TEST(Validity, MomentsOutOfOrderVoidTheRun) {
  RecordBuilder builder(4);
  builder.Events(20, 40, 3);
  builder.record().sent = RecordBuilder::At(-5);
  EXPECT_THAT(ValidityProblems(LogOf({builder.Build()})), Contains(HasSubstr("request 4: moments out of order")));
}

TEST(Validity, NothingPlannedIsNoRun) {
  EXPECT_THAT(ValidityProblems(LogOf({})), Contains(HasSubstr("no measured request")));
}

// Bursts of `size` events, 0.01 ms apart within one, `every_ms` from burst to burst.
RequestRecord Clumps(std::uint64_t id, int events, int size, double every_ms) {
  RequestRecord record = RecordBuilder(id).Events(events, 40, 0).Build();
  for (int i = 0; i < events; ++i) {
    Delta& delta = record.response.deltas[static_cast<std::size_t>(i)];
    delta.user = delta.kernel = RecordBuilder::At(40 + i / size * every_ms + i % size * 0.01);
  }
  record.ended = record.response.deltas.back().user;
  return record;
}

TEST(Validity, TextInClumpsMeansAHopThatCollectsEvents) {
  // 32 events in bursts of 8, 24 ms apart: 28 of 31 gaps are 0.01 ms, the mean is 72.07 / 31 = 2.3 ms.
  const RequestRecord clumped = Clumps(0, 32, 8, 24);
  EXPECT_TRUE(CameInClumps(clumped));
  EXPECT_THAT(ValidityProblems(LogOf({clumped, Steady(1)})), Contains(HasSubstr("clumped: in 1 of 2 streams")));
}

TEST(Validity, PairsOfEventsAreNoClumps) { EXPECT_FALSE(CameInClumps(Clumps(0, 32, 2, 6))); }

// One long gap makes the median gap far smaller than the mean, but nobody collected anything.
TEST(Validity, AStallIsNoClump) {
  RequestRecord record = Steady(0);  // gaps of 3 ms; with the stall the mean is (19 * 3 + 400) / 19 = 24 ms
  for (std::size_t i = 10; i < 20; ++i) {
    record.response.deltas[i].user = record.response.deltas[i].user + FromMillis(400);
    record.response.deltas[i].kernel = record.response.deltas[i].user;
  }
  EXPECT_FALSE(CameInClumps(record));
}

TEST(Validity, AnEngineOfASubMillisecondTokenIsNotAskedForItsClumps) {
  EXPECT_FALSE(CameInClumps(Clumps(0, 32, 8, 6)));  // 0.6 ms a token
}

TEST(Validity, RequestsThatLeaveLateAreTheClientsFault) {
  RequestRecord late = Steady(0);
  late.due = RecordBuilder::At(-9);
  EXPECT_THAT(ValidityProblems(LogOf({late})), Contains(HasSubstr("more than 9.0 ms after they were due")));
  late.connect.reused = false;
  late.connect.connect = FromMillis(8);
  EXPECT_THAT(ValidityProblems(LogOf({late})), IsEmpty()) << "connecting is not the client's time";
}

TEST(UsageDisagreements, CountTheAnswersThatContradictTheirUsage) {
  RequestRecord wrong = Steady(0);
  wrong.max_tokens = 20;
  wrong.response.usage = Usage{5, 40, {}};
  RequestRecord right = Steady(1);
  right.max_tokens = 20;
  right.response.usage = Usage{5, 20, {}};
  EXPECT_EQ(UsageDisagreements(LogOf({wrong, right})),
            "usage contradicts 1 of 2 answers (request 0: usage counts 40 output tokens, 20 were asked for)");
  EXPECT_EQ(UsageDisagreements(LogOf({right})), std::nullopt);
  EXPECT_THAT(ValidityProblems(LogOf({wrong})), IsEmpty()) << "a fault of the server, not of the measurement";
}

}  // namespace
}  // namespace inferproof
