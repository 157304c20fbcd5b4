#include "harness/workload/prompt_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

PromptOrder Ordered(int prompts, int requests, int warmups) {
  Result<PromptOrder> order = OrderPrompts(ClosedScenario(prompts, 1, requests, warmups), requests, 1);
  EXPECT_TRUE(order.ok());
  return order.ok() ? std::move(order).value() : PromptOrder{};
}

std::size_t Distinct(const std::vector<std::size_t>& indices) {
  return std::set<std::size_t>(indices.begin(), indices.end()).size();
}

TEST(PromptOrder, LargeSetGivesEveryRequestAPromptOfItsOwn) {
  const PromptOrder order = Ordered(48, 24, 5);
  EXPECT_EQ(Distinct(order.measured), 24u);
  EXPECT_EQ(Distinct(order.warm_up), 5u);
}

TEST(PromptOrder, SmallSetKeepsAQuarterForWarmUpAndCyclesThroughTheRest) {
  const PromptOrder order = Ordered(16, 24, 8);
  EXPECT_EQ(Distinct(order.warm_up), 4u);
  EXPECT_EQ(Distinct(order.measured), 12u);
  EXPECT_EQ(order.warm_up.size(), 8u);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(order.measured[i], order.measured[i + 12]);
}

TEST(PromptOrder, TwoPromptsAreOneForEach) {
  const PromptOrder order = Ordered(2, 10, 5);
  EXPECT_EQ(Distinct(order.warm_up), 1u);
  EXPECT_EQ(Distinct(order.measured), 1u);
  EXPECT_NE(order.warm_up[0], order.measured[0]);
}

TEST(PromptOrder, OnePromptIsNotEnough) {
  EXPECT_FALSE(OrderPrompts(ClosedScenario(1, 1, 3, 1), 3, 1).ok());
  EXPECT_FALSE(OrderPrompts(ClosedScenario(0, 1, 3, 1), 3, 1).ok());
}

}  // namespace
}  // namespace inferproof
