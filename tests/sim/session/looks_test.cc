#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/sim/session/two_endpoints.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Counts = std::map<std::string, int>;

// Runs of each scenario and side.
Counts RunsIn(const ResultFile& result) {
  Counts counts;
  for (const RunResult& run : result.runs) ++counts[run.scenario + " " + run.side];
  return counts;
}

Counts Each(int one, int four) {
  return {{"one base", one}, {"one candidate", one}, {"four base", four}, {"four candidate", four}};
}

// Stops after the first look and tells how long that took.
Nanos TimeToTheFirstLook() {
  TwoEndpoints endpoints;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{}, "enough"}; });
  EXPECT_TRUE(result.ok());
  return endpoints.Elapsed();
}

TEST(Looks, AreAskedAboutAfterEachButTheLastAndRunWhatIsNamed) {
  TwoEndpoints endpoints;
  std::vector<Counts> seen;
  const auto result = endpoints.Run([&](const ResultFile& so_far) {
    seen.push_back(RunsIn(so_far));
    if (seen.size() == 1) return NextRuns{{"one", "four"}, "undecided"};
    return NextRuns{{"four"}, "undecided"};
  });
  ASSERT_TRUE(result.ok()) << result.error().Text();
  EXPECT_EQ(seen, (std::vector<Counts>{Each(4, 4), Each(6, 6)}));
  EXPECT_EQ(RunsIn(*result), Each(6, 8));
  EXPECT_EQ(result->stopped_because, std::nullopt);
  EXPECT_EQ(result->looks, (std::vector<int>{4, 6, 8}));
}

TEST(Looks, EndWhenNoneIsNamedAndKeepWhy) {
  TwoEndpoints endpoints;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{}, "every gate metric is decided"}; });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(RunsIn(*result), Each(4, 4));
  EXPECT_EQ(result->stopped_because, "every gate metric is decided");
}

TEST(Looks, OfAScenarioThatNobodyKnowsAreNone) {
  TwoEndpoints endpoints;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{"none"}, "odd"}; });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(RunsIn(*result), Each(4, 4));
}

TEST(Interleaving, TakesTurnsInBlocksAndSendsWhatWasPlanned) {
  TwoEndpoints endpoints;
  const SessionPlan plan = endpoints.Good();
  const auto result = endpoints.Run();
  ASSERT_TRUE(result.ok());
  // The base's warm-up that is thrown away, then ABBA BAAB ABBA BAAB with equal neighbours taken together.
  EXPECT_EQ(endpoints.Turns(), "ABABABABABAB");
  EXPECT_EQ(endpoints.SentTo("http://new"), 8 * 28);
  EXPECT_EQ(endpoints.SentTo("http://old"), 8 * 28 + 2);
  EXPECT_EQ(plan.estimate.most.requests, 16 * 28 + 2);
  EXPECT_EQ(endpoints.transport.peak_in_flight(), 4);  // never the two sides at once
}

TEST(Interleaving, KeepsWhatTheBaseIsApart) {
  TwoEndpoints endpoints;
  endpoints.options.looks = {2};
  const auto result = endpoints.Run();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->base_name, "release-1");
  ASSERT_TRUE(result->base_evidence);
  EXPECT_EQ(result->base_evidence->server.at("model.id").value, "m");
  EXPECT_EQ(result->restart, "endpoint");
  EXPECT_TRUE(result->scenarios[0].base_plan_digest);
}

TEST(TimeBudget, KeepsALookFromBeginningThatWouldEndTooLate) {
  const Nanos first = TimeToTheFirstLook();
  TwoEndpoints endpoints;
  // Six runs of what took four: half as long again.
  endpoints.suite_json["budget"]["max_duration_s"] = ToSeconds(first) * 1.4;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{"one", "four"}, "undecided"}; });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(RunsIn(*result), Each(4, 4));
  ASSERT_TRUE(result->stopped_because);
  EXPECT_THAT(*result->stopped_because, StartsWith("budget: a look at 6 runs a side would end after"));
}

TEST(TimeBudget, LetsALookBeginThatEndsInTime) {
  const Nanos first = TimeToTheFirstLook();
  TwoEndpoints endpoints;
  endpoints.suite_json["budget"]["max_duration_s"] = ToSeconds(first) * 1.6;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{"one", "four"}, "undecided"}; });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(RunsIn(*result), Each(6, 6));
  ASSERT_TRUE(result->stopped_because);
  EXPECT_THAT(*result->stopped_because, HasSubstr("a look at 8 runs a side"));
}

// The servers get slower once the second look has begun: what it had measured until the time was up is no comparison.
TEST(TimeBudget, LeavesOutALookThatItCutsShort) {
  const Nanos first = TimeToTheFirstLook();
  TwoEndpoints endpoints;
  endpoints.suite_json["budget"]["max_duration_s"] = ToSeconds(first) * 1.6;
  const auto result = endpoints.Run([&](const ResultFile&) {
    endpoints.stall = FromMillis(500);
    return NextRuns{{"one", "four"}, "undecided"};
  });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(RunsIn(*result), Each(4, 4));
  for (const RunResult& run : result->runs) EXPECT_TRUE(run.invalid.empty()) << run.invalid.front();
  ASSERT_TRUE(result->stopped_because);
  EXPECT_THAT(*result->stopped_because, HasSubstr("its runs are left out"));
}

TEST(TimeBudget, ThatEndsInTheFirstLookLeavesARunThatCannotBeTrusted) {
  const Nanos first = TimeToTheFirstLook();
  TwoEndpoints endpoints;
  endpoints.suite_json["budget"]["max_duration_s"] = ToSeconds(first) / 2;
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{}, "never asked"}; });
  ASSERT_TRUE(result.ok());
  ASSERT_FALSE(result->runs.empty());
  EXPECT_FALSE(result->runs.back().invalid.empty());
  EXPECT_FALSE(result->interrupted);
}

TEST(RequestBudget, IsNeverExceededWhenEverythingFails) {
  TwoEndpoints endpoints;
  endpoints.suite_json["budget"]["max_requests"] = 300;
  endpoints.transport.dies_at = endpoints.clock.Now() + FromMillis(2000);
  const auto result = endpoints.Run([](const ResultFile&) { return NextRuns{{"one", "four"}, "undecided"}; });
  ASSERT_TRUE(result.ok()) << result.error().Text();
  EXPECT_LE(endpoints.SentTo("http://"), 300);
  EXPECT_EQ(RunsIn(*result), Each(4, 4));
}

}  // namespace
}  // namespace inferproof
