#include "harness/session/answer_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/metrics/run_metrics.h"
#include "tests/support/record_builder.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

RequestRecord Untold(std::uint64_t id, const std::string& text) {
  RequestRecord record = RecordBuilder(id).Events(3, 40, 3).Build();
  record.response.content = text;
  record.response.finish_reason = "length";
  return record;
}

// A server whose tokeniser counts seven tokens in everything.
class AnswerTokens : public testing::Test {
 protected:
  void Count(RunLog& log) {
    CountAnswerTokens({transport, clock, "http://h", {{"authorization", "x"}}, "m", *FindDialect("vllm")}, log);
  }

  FakeClock clock;
  int status = 200;
  ScriptedTransport transport{
      clock, [this](const auto&) { return JsonAnswer(Nanos(0), status, R"({"count":7,"tokens":[1,2,3,4,5,6,7]})"); }};
};

TEST_F(AnswerTokens, AreAskedForWhereNobodyToldThem) {
  RunLog log;
  log.planned[Phase::kMeasured] = 2;
  log.ended = MonoTime{1'000'000'000};
  log.records = {Untold(0, "a \"b\""), Untold(1, "c")};
  log.records[1].response.usage = Usage{5, 3, {}};
  Count(log);
  ASSERT_EQ(transport.started().size(), 1u) << "the other one was told";
  EXPECT_EQ(transport.started()[0].url, "http://h/tokenize");
  EXPECT_THAT(transport.started()[0].body, HasSubstr(R"("prompt":"a \"b\"")"));
  EXPECT_EQ(log.records[0].response.tokenized, 7);
  const MetricValue tokens = ReduceRun(log).values.at("output_tokens.sum");
  EXPECT_EQ(tokens.value, 7 + 3);
  EXPECT_FALSE(tokens.approximate);
}

TEST_F(AnswerTokens, AreNotAskedForAgainWhereThereIsNoTokeniser) {
  status = 404;
  RunLog log;
  log.records = {Untold(0, "a"), Untold(1, "b")};
  Count(log);
  EXPECT_EQ(transport.started().size(), 1u);
  EXPECT_EQ(log.records[0].response.tokenized, std::nullopt);
}

TEST_F(AnswerTokens, OfAToolCallOrAFailureAreLeftAlone) {
  RunLog log;
  log.records = {Untold(0, ""), Untold(1, "b"), Untold(2, "c")};
  log.records[0].response.tool_calls.resize(1);
  log.records[1].outcome = Malformed{"no token"};
  log.records[2].phase = Phase::kWarmUp;
  Count(log);
  EXPECT_TRUE(transport.started().empty());
}

}  // namespace
}  // namespace inferproof
