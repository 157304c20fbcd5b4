#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/session/estimate.h"
#include "tests/unit/session/planned.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(PlanSession, SendsTheBaseTheSameBodiesButForTheModel) {
  const SessionPlan plan = Planned().Base([](Target& base) { base.model = "m-old"; }).Good();
  ASSERT_TRUE(plan.base);
  ASSERT_EQ(plan.base->scenarios.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const RequestPlan& ours = plan.candidate.scenarios[i];
    const RequestPlan& theirs = plan.base->scenarios[i];
    ASSERT_EQ(ours.requests.size(), theirs.requests.size());
    for (std::size_t r = 0; r < ours.requests.size(); ++r) {
      Json body = Json::parse(ours.requests[r].body);
      EXPECT_EQ(body["model"], "m");
      body["model"] = "m-old";
      EXPECT_EQ(body, Json::parse(theirs.requests[r].body));
    }
  }
}

TEST(PlanSession, SendsTheSameBytesToTwoServersOfOneModel) {
  const SessionPlan plan = Planned().Base().Good();
  ASSERT_TRUE(plan.base);
  EXPECT_EQ(PlanDigest(plan.candidate.scenarios[1]), PlanDigest(plan.base->scenarios[1]));
}

TEST(PlanSession, RefusesABaseThatCannotBeSentTheSameWork) {
  Planned planned;
  planned.target.dialect = "vllm";
  planned.suite_json["defaults"]["generation"]["ignore_eos"] = true;
  planned.Base([](Target& base) { base.dialect = "openai"; });
  EXPECT_THAT(planned.Refusal(), HasSubstr("the base, /repo/s.json"));
  EXPECT_THAT(planned.Refusal(), HasSubstr("dialect openai"));
  EXPECT_THAT(planned.Refusal(), HasSubstr("ignore_eos"));
}

TEST(PlanSession, KeepsTheKeyOfEachSideFromTheOthersServer) {
  Planned planned;
  planned.target.api_key_env = "NEW_KEY";
  planned.Base([](Target& base) { base.api_key_env = "OLD_KEY"; });
  const SessionPlan plan = planned.Good();
  EXPECT_EQ(plan.candidate.target.withheld, "OLD_KEY");
  EXPECT_EQ(plan.base->target.withheld, "NEW_KEY");
}

TEST(PlanSession, RefusesTwoCurrencies) {
  Planned planned;
  planned.target.prices = Prices{"USD", 1, 2};
  planned.Base([](Target& base) { base.prices->currency = "EUR"; });
  EXPECT_THAT(planned.Refusal(), HasSubstr("EUR"));
}

// A side has 28 requests a run of both scenarios, and a start for each of them.
TEST(Estimate, CountsBothSidesFromTheFirstLookToTheLast) {
  const SessionPlan plan = Planned().Base().Good();
  // The base's first start is sent the first scenario's two warm-up requests.
  EXPECT_EQ(plan.estimate.least.requests, 2 * 4 * 28 + 2);
  EXPECT_EQ(plan.estimate.most.requests, 2 * 8 * 28 + 2);
  // Two starts that are thrown away.
  EXPECT_EQ(plan.estimate.least.starts, 2 + 2 * 4 * 2);
  EXPECT_EQ(plan.estimate.most.starts, 2 + 2 * 8 * 2);
  EXPECT_EQ(plan.estimate.least.output_tokens_at_most, (2 * 4 * 28 + 2) * 16);
}

TEST(Estimate, CountsAStartForEachTurnOfASide) {
  Planned planned;
  planned.target.restart = Restart::kSide;
  const SessionPlan plan = planned.Base().Good();
  EXPECT_EQ(plan.estimate.least.starts, 2 + 6);  // A BB A B AA B
  EXPECT_EQ(plan.estimate.most.starts, 2 + 12);  // and A BB A B AA B
}

TEST(Estimate, CountsOneStartASideThatIsKept) {
  Planned planned;
  planned.target.restart = Restart::kNever;
  EXPECT_EQ(planned.Base().Good().estimate.most.starts, 2);
  planned.Base([](Target& base) {
    base.command.clear();
    base.endpoint = "http://127.0.0.1:1";
  });
  EXPECT_EQ(planned.Good().estimate.most.starts, 1);
}

TEST(Estimate, WithoutABaseIsOneSide) {
  Planned planned;
  planned.options.looks = {6};
  const SessionPlan plan = planned.Good();
  EXPECT_FALSE(plan.base);
  EXPECT_EQ(plan.estimate.least.requests, 6 * 28);
  EXPECT_EQ(plan.estimate.most.requests, 6 * 28);
  EXPECT_EQ(plan.estimate.least.starts, 1 + 6 * 2);
}

TEST(Estimate, AddsTheMoneyOfBothSides) {
  Planned planned;
  planned.target.prices = Prices{"USD", 0, 1'000'000};
  const SessionPlan plan = planned.Base([](Target& base) { base.prices->output_per_million = 0; }).Good();
  ASSERT_TRUE(plan.estimate.least.cost_at_most);
  EXPECT_DOUBLE_EQ(*plan.estimate.least.cost_at_most, 4 * 28 * 16);
}

TEST(Estimate, KnowsNoMoneyWhereOneSideStatesNone) {
  Planned planned;
  planned.target.prices = Prices{"USD", 1, 2};
  EXPECT_FALSE(planned.Base([](Target& base) { base.prices.reset(); }).Good().estimate.least.cost_at_most);
}

TEST(Estimate, OfALookCountsOnlyWhatRunsAgain) {
  const SessionPlan plan = Planned().Base().Good();
  const CostEstimate look = EstimateRuns(plan, {1}, 4, 6);
  EXPECT_EQ(look.requests, 2 * 2 * 16);
  EXPECT_EQ(look.starts, 2 * 2);
}

TEST(Budget, IsHeldAgainstTheLeast) {
  Planned planned;
  planned.Base();
  planned.suite_json["budget"]["max_requests"] = 226;
  EXPECT_EQ(planned.Good().estimate.least.requests, 226);
  planned.suite_json["budget"]["max_requests"] = 225;
  EXPECT_THAT(planned.Refusal(), HasSubstr("needs 226 requests, budget.max_requests is 225. Nothing was sent"));
}

}  // namespace
}  // namespace inferproof
