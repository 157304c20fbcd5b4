#include "harness/record/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/json/canonical.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr MonoTime At(double ms) { return MonoTime{static_cast<std::int64_t>(ms * 1e6)}; }

Delta DeltaAt(double user_ms, double kernel_ms = 0) { return Delta{.user = At(user_ms), .kernel = At(kernel_ms)}; }

// due 100, started 101, sent 102, headers 105, deltas at 110, 112, 115.5, ended 116.
RequestRecord Sample() {
  RequestRecord record;
  record.id = 4;
  record.prompt_id = "p7";
  record.due = At(100);
  record.started = At(101);
  record.sent = At(102);
  record.ended = At(116);
  record.response.http_status = 200;
  record.response.streamed = true;
  record.response.headers_at = Stamp{At(105), {}};
  record.response.deltas = {DeltaAt(110), DeltaAt(112), DeltaAt(115.5)};
  record.response.first_visible = 1;
  record.response.reasoning = "hm";
  record.response.content = "secret text";
  record.response.finish_reason = "length";
  record.response.usage = Usage{12, 3, 0};
  record.response.done_marker = true;
  record.outcome = Completed{};
  record.in_flight = 2;
  record.body_digest = "sha256:abc";
  return record;
}

TEST(OrderViolation, FindsNoneInARecordInOrder) {
  EXPECT_EQ(OrderViolation(Sample()), std::nullopt);
  RequestRecord never_sent = Sample();
  never_sent.sent.reset();
  never_sent.response = {};
  EXPECT_EQ(OrderViolation(never_sent), std::nullopt);
}

TEST(OrderViolation, NamesTheFirstPairThatBreaksTheOrder) {
  RequestRecord record = Sample();
  record.sent = At(100.5);
  EXPECT_EQ(OrderViolation(record), "sent lies 500000 ns before started");
  record = Sample();
  record.response.deltas[0].user = At(104);
  EXPECT_EQ(OrderViolation(record), "a delta lies 1000000 ns before headers");
  record = Sample();
  record.ended = At(115);
  EXPECT_EQ(OrderViolation(record), "ended lies 500000 ns before a delta");
}

TEST(OrderViolation, AllowsTheKernelClockItsStepsAndNoMore) {
  RequestRecord record = Sample();
  record.response.deltas = {DeltaAt(110, 109), DeltaAt(112, 108.5)};
  EXPECT_EQ(OrderViolation(record), std::nullopt);
  record.response.deltas = {DeltaAt(110, 109), DeltaAt(112, 107)};
  EXPECT_THAT(OrderViolation(record).value_or(""), HasSubstr("kernel stamp of a delta lies 2000000 ns before"));
  record.response.deltas = {DeltaAt(110, 100)};
  EXPECT_THAT(OrderViolation(record).value_or(""), HasSubstr("kernel stamp of a delta"));
}

TEST(OrderViolation, DoesNotMixTheTwoClocks) {
  RequestRecord record = Sample();
  // The headers were stamped by our clock only, after the kernel had the first text of the same read.
  record.response.headers_at = Stamp{At(110), {}};
  record.response.deltas = {DeltaAt(110, 106)};
  EXPECT_EQ(OrderViolation(record), std::nullopt);
}

TEST(RequestRecord, TakesTheKernelStampOfTextWhereThereIsOne) {
  RequestRecord record = Sample();
  EXPECT_EQ(FirstTextAt(record), At(110));
  EXPECT_EQ(FirstVisibleAt(record), At(112));
  EXPECT_EQ(LastTextAt(record), At(115.5));
  record.response.deltas[0].kernel = At(109.8);
  EXPECT_EQ(FirstTextAt(record), At(109.8));
}

TEST(RequestRecord, HasNoMomentsOfTextWithoutDeltas) {
  RequestRecord record = Sample();
  record.response.deltas.clear();
  record.response.first_visible.reset();
  EXPECT_EQ(FirstTextAt(record), std::nullopt);
  EXPECT_EQ(LastTextAt(record), std::nullopt);
  EXPECT_EQ(FirstVisibleAt(record), std::nullopt);
}

RunLog LogOf(const std::vector<Outcome>& measured, std::int64_t planned, std::int64_t not_started) {
  RunLog log;
  for (const Outcome& outcome : measured) {
    log.records.push_back(Sample());
    log.records.back().outcome = outcome;
  }
  log.records.push_back(Sample());
  log.records.back().phase = Phase::kWarmUp;
  log.planned = {{Phase::kWarmUp, 1}, {Phase::kMeasured, planned}};
  log.not_started = {{Phase::kMeasured, not_started}};
  return log;
}

TEST(Conservation, CountsEachPlannedRequestOnce) {
  const RunLog log = LogOf({Completed{}, Completed{}, Truncated{}, Malformed{}, Truncated{}}, 6, 1);
  const Conservation counted = CountOutcomes(log, Phase::kMeasured);
  EXPECT_TRUE(counted.holds());
  EXPECT_EQ(counted.Text(), "6 planned = 2 completed + 1 malformed + 2 truncated + 1 not started");
  EXPECT_EQ(CountOutcomes(log, Phase::kWarmUp).Text(), "1 planned = 1 completed + 0 not started");
  EXPECT_EQ(CountOutcomes(log, Phase::kQuality).Text(), "0 planned = 0 completed + 0 not started");
}

TEST(Conservation, SaysSoWhenARequestIsMissing) {
  const Conservation counted = CountOutcomes(LogOf({Completed{}}, 3, 1), Phase::kMeasured);
  EXPECT_FALSE(counted.holds());
  EXPECT_EQ(counted.Text(), "3 planned != 1 completed + 1 not started");
}

TEST(RecordToJson, TellsMomentsFromTheOriginAndNoText) {
  const Json json = RecordToJson(Sample(), "chat", 2, At(90));
  EXPECT_EQ(json["scenario"], "chat");
  EXPECT_EQ(json["run"], 2);
  EXPECT_EQ(json["phase"], "measured");
  EXPECT_EQ(json["prompt"], "p7");
  EXPECT_EQ(json["due_ms"], 10);
  EXPECT_EQ(json["sent_ms"], 12);
  EXPECT_EQ(json["headers_ms"], 15);
  EXPECT_EQ(json["first_ms"], 20);
  EXPECT_EQ(json["first_visible_ms"], 22);
  EXPECT_EQ(json["last_ms"], 25.5);
  EXPECT_EQ(json["ended_ms"], 26);
  EXPECT_EQ(json["gaps_ms"], Json::parse("[2, 3.5]"));
  EXPECT_EQ(json["deltas"], 3);
  EXPECT_EQ(json["outcome"], "completed");
  EXPECT_EQ(json["usage"], Json::parse(R"({"prompt_tokens":12,"output_tokens":3,"cached_tokens":0})"));
  EXPECT_FALSE(json.contains("detail"));
  EXPECT_FALSE(json.contains("delta_tokens"));
  EXPECT_THAT(*WriteCompact(json), Not(HasSubstr("secret")));
}

TEST(RecordToJson, LeavesOutWhatDidNotHappen) {
  RequestRecord record = Sample();
  record.sent.reset();
  record.response = {};
  record.outcome = TransportError{"refused"};
  const Json json = RecordToJson(record, "chat", 0, At(90));
  for (const char* absent : {"sent_ms", "headers_ms", "first_ms", "last_ms", "first_visible_ms", "usage", "timings"}) {
    EXPECT_FALSE(json.contains(absent)) << absent;
  }
  EXPECT_EQ(json["detail"], "connection failed: refused");
  EXPECT_EQ(json["gaps_ms"], Json::array());
}

TEST(RecordToJson, ListsTheTokensOfDeltasWhereTheEngineTold) {
  RequestRecord record = Sample();
  record.response.deltas[1].tokens = 4;
  record.response.deltas[2].kernel = At(115.25);
  record.response.deltas[2].shared_read = 1;
  const Json json = RecordToJson(record, "chat", 0, At(90));
  EXPECT_EQ(json["delta_tokens"], Json::parse("[0, 4, 0]"));
  EXPECT_EQ(json["deltas_with_kernel_stamp"], 1);
  EXPECT_EQ(json["deltas_sharing_a_read"], 1);
  EXPECT_EQ(json["gaps_ms"], Json::parse("[2, 3.25]"));
}

TEST(TranscriptToJson, HoldsTheAnswerWithIllFormedTextRepaired) {
  RequestRecord record = Sample();
  record.phase = Phase::kQuality;
  record.prompt_id = "sum-1";
  record.response.content = "4\xFF";
  record.response.tool_calls = {{"c1", "add", "{\"a\":2}"}};
  EXPECT_EQ(*WriteCompact(TranscriptToJson(record, "quality", 0)),
            R"({"case":"sum-1","content":"4�","finish_reason":"length","id":4,"outcome":"completed","phase":"quality",)"
            R"("reasoning":"hm","run":0,"scenario":"quality",)"
            R"("tool_calls":[{"arguments":"{\"a\":2}","id":"c1","name":"add"}],)"
            R"("usage":{"cached_tokens":0,"output_tokens":3,"prompt_tokens":12}})");
}

}  // namespace
}  // namespace inferproof
