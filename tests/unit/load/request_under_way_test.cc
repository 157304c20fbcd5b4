#include "harness/load/request_under_way.h"

#include <gtest/gtest.h>

#include "tests/support/plan_builder.h"
#include "tests/support/script.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;

constexpr MonoTime kStart{1'000'000'000};

RequestUnderWay Started(const RequestPlan& plan) {
  const PlannedRequest& request = plan.requests.at(0);
  return RequestUnderWay(plan, request, LimitsFor(plan, request, false), kStart, 1);
}

EndOfRequest Ended(EndKind kind, MonoTime at) { return EndOfRequest{kind, {}, at, {}}; }

TEST(RequestUnderWay, HasOnlyTheLimitOfTheWholeUntilItIsSent) {
  const RequestPlan plan = PlanBuilder().RequestTimeout(20s).IdleTimeout(5s).Measured(1).Build();
  RequestUnderWay request = Started(plan);
  EXPECT_STREQ(request.NextDeadline().which, "request");
  EXPECT_EQ(request.NextDeadline().at, kStart + 20s);
  request.OnSent(kStart + 1s, 1);
  EXPECT_STREQ(request.NextDeadline().which, "idle");
  EXPECT_EQ(request.NextDeadline().at, kStart + 6s);
}

TEST(RequestUnderWay, KeepsTheReasonThatCameFirst) {
  const RequestPlan plan = PlanBuilder().Measured(1).Build();
  RequestUnderWay request = Started(plan);
  request.GiveUp(TimedOut{"idle"});
  request.GiveUp(Cancelled{"interrupted"});
  request.OnEnd(Ended(EndKind::kCancelled, kStart + 1s));
  EXPECT_EQ(OutcomeName(request.MakeRecord({}, "").outcome), "timed_out");
}

TEST(RequestUnderWay, KeepsOnlyTheHeadersThatSayWhoAnswered) {
  const RequestPlan plan = PlanBuilder().Measured(1).Build();
  RequestUnderWay request = Started(plan);
  request.OnHeaders(200, {{"content-type", "text/event-stream"}, {"server", "uvicorn"}, {"set-cookie", "secret"}},
                    Stamp{kStart, {}});
  request.OnEnd(Ended(EndKind::kReset, kStart));
  const RequestRecord record = request.MakeRecord({}, "");
  EXPECT_EQ(record.response.headers.count("server"), 1U);
  EXPECT_EQ(record.response.headers.count("set-cookie"), 0U);
}

TEST(RequestUnderWay, CountsThoseUnderWayWhenItWasSentForTheLastTime) {
  const RequestPlan plan = PlanBuilder().Measured(1).Build();
  RequestUnderWay request = Started(plan);
  request.OnSent(kStart + 1ms, 3);
  request.OnSent(kStart + 5ms, 2);  // a kept connection turned out to be closed
  request.OnEnd(Ended(EndKind::kReset, kStart + 1s));
  const RequestRecord record = request.MakeRecord({}, "");
  EXPECT_EQ(*record.sent, kStart + 5ms);
  EXPECT_EQ(record.in_flight, 2);
}

}  // namespace
}  // namespace inferproof
