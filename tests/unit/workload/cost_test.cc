#include <gtest/gtest.h>

#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

RequestPlan PlanOf(Phase phase, int requests, int max_tokens, int chars) {
  RequestPlan plan;
  for (int i = 0; i < requests; ++i) {
    PlannedRequest request;
    request.phase = phase;
    request.max_tokens = max_tokens;
    request.prompt_chars = chars;
    plan.requests.push_back(request);
  }
  return plan;
}

Target Managed(Restart restart) {
  Target target = TargetForModel("m");
  target.command = {"server", "{port}"};
  target.restart = restart;
  return target;
}

TEST(Cost, CountsScenariosOnceARunAndCasesOnce) {
  const std::vector<RequestPlan> plans = {PlanOf(Phase::kMeasured, 10, 48, 100), PlanOf(Phase::kMeasured, 20, 16, 50),
                                          PlanOf(Phase::kQuality, 3, 128, 200)};
  const CostEstimate estimate = EstimateCost(plans, Managed(Restart::kRun), 4);
  EXPECT_EQ(estimate.requests, 4 * 30 + 3);
  EXPECT_EQ(estimate.output_tokens_at_most, 4 * (480 + 320) + 384);
  EXPECT_EQ(estimate.prompt_chars, 4 * (1000 + 1000) + 600);
  EXPECT_EQ(estimate.starts, 4 * 2 + 1);
  EXPECT_FALSE(estimate.cost_at_most.has_value());
}

TEST(Cost, StartsFollowTheRestartOfTheTarget) {
  const std::vector<RequestPlan> plans = {PlanOf(Phase::kMeasured, 1, 1, 1), PlanOf(Phase::kMeasured, 1, 1, 1)};
  EXPECT_EQ(EstimateCost(plans, Managed(Restart::kRun), 3).starts, 6);
  EXPECT_EQ(EstimateCost(plans, Managed(Restart::kSide), 3).starts, 1);
  EXPECT_EQ(EstimateCost(plans, Managed(Restart::kNever), 3).starts, 1);
  EXPECT_EQ(EstimateCost(plans, TargetForModel("m"), 3).starts, 0);
  EXPECT_EQ(EstimateCost({}, Managed(Restart::kSide), 3).starts, 0);
}

TEST(Cost, MoneyTakesHalfATokenACharacterAndEveryTokenAllowed) {
  Target target = TargetForModel("m");
  target.prices = Prices{"USD", 1, 2};
  // 2,000,000 characters are at most 1,000,000 prompt tokens: 1 USD. 500,000 tokens of output at 2 USD a million: 1
  // USD.
  const CostEstimate estimate = EstimateCost({PlanOf(Phase::kMeasured, 1000, 500, 2000)}, target, 1);
  ASSERT_TRUE(estimate.cost_at_most.has_value());
  EXPECT_DOUBLE_EQ(*estimate.cost_at_most, 2.0);
}

}  // namespace
}  // namespace inferproof
