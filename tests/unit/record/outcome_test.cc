#include "harness/record/outcome.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace inferproof {
namespace {

Response WholeStream() {
  Response response;
  response.http_status = 200;
  response.streamed = true;
  response.deltas.resize(3);
  response.content = "abc";
  response.finish_reason = "stop";
  response.done_marker = true;
  return response;
}

Response WholeBody() {
  Response response;
  response.http_status = 200;
  response.content = "abc";
  response.finish_reason = "stop";
  return response;
}

EndOfRequest End(EndKind kind, std::string detail = {}) {
  EndOfRequest end;
  end.kind = kind;
  end.detail = std::move(detail);
  return end;
}

std::string Told(const Response& response, const EndOfRequest& end, bool always_sends_done = true) {
  DialectProfile dialect;
  dialect.always_sends_done = always_sends_done;
  const Outcome outcome = Conclude(dialect, response, end);
  return OutcomeName(outcome) + " | " + DescribeOutcome(outcome);
}

struct Row {
  std::string name;
  std::function<void(Response&)> change;
  EndKind end;
  std::string want;
};

void Check(const Response& whole, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    Response response = whole;
    row.change(response);
    EXPECT_EQ(Told(response, End(row.end)), row.want) << row.name;
  }
}

TEST(Conclude, DecidesStreamsByWhatTheyProve) {
  const auto nothing = [](Response&) {};
  const auto no_finish = [](Response& r) { r.finish_reason.reset(); };
  const auto no_done = [](Response& r) { r.done_marker = false; };
  Check(WholeStream(),
        {
            {"whole", nothing, EndKind::kClean, "completed | completed"},
            {"no finish", no_finish, EndKind::kClean, "truncated | ended after 3 deltas without finish_reason"},
            {"no [DONE]", no_done, EndKind::kClean, "truncated | ended after 3 deltas without [DONE]"},
            {"cut short", no_done, EndKind::kCutShort, "truncated | ended after 3 deltas, before the end of the body"},
            {"[DONE] but no finish, cut short", no_finish, EndKind::kCutShort,
             "truncated | ended after 3 deltas, before the end of the body"},
            {"reset", no_done, EndKind::kReset, "transport_error | connection failed: the connection was reset"},
            {"reset after finish and [DONE]", nothing, EndKind::kReset, "completed | completed"},
            {"no zero chunk after finish and [DONE]", nothing, EndKind::kCutShort, "completed | completed"},
            {"one delta",
             [](Response& r) {
               r.deltas.resize(1);
               r.finish_reason.reset();
               r.done_marker = false;
             },
             EndKind::kClean, "truncated | ended after 1 delta without finish_reason"},
        });
}

TEST(Conclude, DoesNotTakeABrokenAnswerForAWholeOne) {
  Check(WholeStream(), {
                           {"error payload", [](Response& r) { r.error = "engine died"; }, EndKind::kClean,
                            "malformed | malformed answer: error payload: engine died"},
                           {"error payload, then reset", [](Response& r) { r.error = "engine died"; }, EndKind::kReset,
                            "malformed | malformed answer: error payload: engine died"},
                           {"abort", [](Response& r) { r.finish_reason = "abort"; }, EndKind::kClean,
                            "malformed | malformed answer: finish_reason \"abort\""},
                           {"error finish", [](Response& r) { r.finish_reason = "error"; }, EndKind::kClean,
                            "malformed | malformed answer: finish_reason \"error\""},
                           {"parse_error", [](Response& r) { r.finish_reason = "parse_error"; }, EndKind::kClean,
                            "malformed | malformed answer: finish_reason \"parse_error\""},
                           {"broken JSON", [](Response& r) { r.malformed = "event 3: invalid JSON"; }, EndKind::kClean,
                            "malformed | malformed answer: event 3: invalid JSON"},
                           {"no token",
                            [](Response& r) {
                              r.deltas.clear();
                              r.content.clear();
                            },
                            EndKind::kClean, "malformed | malformed answer: no token"},
                       });
}

TEST(Conclude, TakesAToolCallForAToken) {
  Response response = WholeStream();
  response.deltas.clear();
  response.content.clear();
  response.tool_calls.push_back({"call_1", "now", ""});
  response.finish_reason = "tool_calls";
  EXPECT_EQ(Told(response, End(EndKind::kClean)), "completed | completed");
}

TEST(Conclude, DoesNotAskForDoneWhereTheDialectMayOmitIt) {
  Response response = WholeStream();
  response.done_marker = false;
  EXPECT_EQ(Told(response, End(EndKind::kClean), false), "completed | completed");
  response.finish_reason.reset();
  EXPECT_EQ(Told(response, End(EndKind::kClean), false), "truncated | ended after 3 deltas without finish_reason");
}

TEST(Conclude, DecidesBodiesByTheirEnd) {
  Check(WholeBody(), {
                         {"whole", [](Response&) {}, EndKind::kClean, "completed | completed"},
                         {"cut short", [](Response& r) { r.malformed = "invalid JSON"; }, EndKind::kCutShort,
                          "truncated | ended after 0 deltas, before the end of the body"},
                         {"no finish", [](Response& r) { r.finish_reason.reset(); }, EndKind::kClean,
                          "malformed | malformed answer: JSON without finish_reason"},
                         {"no text", [](Response& r) { r.content.clear(); }, EndKind::kClean,
                          "malformed | malformed answer: no token"},
                         {"only reasoning",
                          [](Response& r) {
                            r.content.clear();
                            r.reasoning = "x";
                          },
                          EndKind::kClean, "completed | completed"},
                     });
}

TEST(Conclude, TellsTheStatusOfAnHttpErrorWhateverTheConnectionDid) {
  Response response;
  response.http_status = 429;
  response.error = "slow down";
  EXPECT_EQ(Told(response, End(EndKind::kClean)), "http_error | HTTP 429: slow down");
  EXPECT_EQ(Told(response, End(EndKind::kReset)), "http_error | HTTP 429: slow down");
  response.error.reset();
  EXPECT_EQ(Told(response, End(EndKind::kClean)), "http_error | HTTP 429");
  response.http_status = 204;
  EXPECT_EQ(Told(response, End(EndKind::kClean)), "http_error | HTTP 204");
}

TEST(Conclude, NamesWhatFailedBeforeAnAnswer) {
  const Response none;
  EXPECT_EQ(Told(none, End(EndKind::kConnectFailed, "refused")), "transport_error | connection failed: refused");
  EXPECT_EQ(Told(none, End(EndKind::kTls)), "transport_error | connection failed: TLS failed");
  EXPECT_EQ(Told(none, End(EndKind::kOther)), "transport_error | connection failed: the transport failed");
  EXPECT_EQ(Told(none, End(EndKind::kReset)), "transport_error | connection failed: the connection was reset");
  EXPECT_EQ(Told(none, End(EndKind::kCutShort)),
            "transport_error | connection failed: the connection was closed without an answer");
  EXPECT_EQ(Told(none, End(EndKind::kTimedOut)), "timed_out | connect timeout");
  EXPECT_EQ(Told(none, End(EndKind::kCancelled, "budget")), "cancelled | cancelled: budget");
  EXPECT_EQ(Told(none, End(EndKind::kClean)), "malformed | malformed answer: no HTTP answer");
}

}  // namespace
}  // namespace inferproof
