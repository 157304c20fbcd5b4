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

}  // namespace
}  // namespace inferproof
