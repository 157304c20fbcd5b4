#include <gtest/gtest.h>

#include <set>
#include <string>

#include "harness/os/file_system.h"
#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

RequestPlan Plan(const Suite& suite, const Scenario& scenario) {
  Result<RequestPlan> plan = BuildPlan(suite, scenario, TargetForModel("m"), *FindDialect("openai-compatible"));
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().Text());
  return plan.ok() ? std::move(plan).value() : RequestPlan{};
}

// Sets, loads and warm-ups of many sizes; the seed picks one of each.
Scenario ScenarioFor(std::uint64_t seed) {
  const int prompts = 2 + static_cast<int>(seed * 7 % 61);
  const int concurrency = 1 + static_cast<int>(seed % 9);
  return ClosedScenario(prompts, concurrency, 1 + static_cast<int>(seed * 13 % 50),
                        concurrency + static_cast<int>(seed % 5));
}

TEST(PlanProperty, EqualSuiteAndSeedGiveEqualBytes) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Scenario scenario = ScenarioFor(seed);
    EXPECT_EQ(PlanDigest(Plan(SuiteOf(seed), scenario)), PlanDigest(Plan(SuiteOf(seed), scenario))) << seed;
  }
}

TEST(PlanProperty, DifferentSeedsGiveDifferentBytes) {
  const Scenario scenario = ClosedScenario(48, 4, 24, 5);
  std::set<std::string> digests;
  for (std::uint64_t seed = 0; seed < 200; ++seed) digests.insert(PlanDigest(Plan(SuiteOf(seed), scenario)));
  EXPECT_EQ(digests.size(), 200u);
}

TEST(PlanProperty, SeedsChangeTheOrderAlsoWhereNoNonceDoes) {
  Scenario scenario = ClosedScenario(48, 4, 24, 5);
  scenario.cache = CacheMode::kAsIs;
  EXPECT_NE(PlanDigest(Plan(SuiteOf(1), scenario)), PlanDigest(Plan(SuiteOf(2), scenario)));
}

TEST(PlanProperty, IdsAreDenseAndPhasesContiguous) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Scenario scenario = ScenarioFor(seed);
    const RequestPlan plan = Plan(SuiteOf(seed), scenario);
    ASSERT_EQ(plan.CountOf(Phase::kMeasured), std::get<ClosedLoad>(scenario.load).requests);
    ASSERT_EQ(plan.CountOf(Phase::kWarmUp), scenario.warmup_requests);
    for (std::size_t i = 0; i < plan.requests.size(); ++i) {
      EXPECT_EQ(plan.requests[i].id, i);
      const bool warm_up = i < static_cast<std::size_t>(scenario.warmup_requests);
      EXPECT_EQ(plan.requests[i].phase, warm_up ? Phase::kWarmUp : Phase::kMeasured);
    }
  }
}

TEST(PlanProperty, WarmUpNeverSharesAPromptWithTheMeasuredPart) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::set<std::string> warm_up;
    std::set<std::string> measured;
    for (const PlannedRequest& request : Plan(SuiteOf(seed), ScenarioFor(seed)).requests) {
      (request.phase == Phase::kWarmUp ? warm_up : measured).insert(request.prompt_id);
    }
    for (const std::string& id : warm_up) EXPECT_FALSE(measured.contains(id)) << "seed " << seed << ", " << id;
  }
}

// The bytes of the shipped smoke suite's scenarios as they were when this line was written. A platform, compiler or
// library that makes other bytes fails here, and so does a change of the encoder, of the prompts or of the plan: then
// baselines measured before are of other work, and the suite's version must be raised with this digest.
TEST(PlanProperty, SmokeSuiteGivesTheBytesOfEveryOtherPlatform) {
  RealFileSystem files;
  const Result<Suite> suite = LoadSuite(files, std::string(INFERPROOF_SOURCE_DIR) + "/suites/smoke.json");
  ASSERT_TRUE(suite.ok()) << suite.error().Text();
  EXPECT_EQ(suite->digest, "sha256:2cefece79148ef71");
  EXPECT_EQ(PlanDigest(Plan(*suite, suite->scenarios[0])), "sha256:1210b30fd1319e02");
  EXPECT_EQ(PlanDigest(Plan(*suite, suite->scenarios[1])), "sha256:62ca4febacd0bcf4");
}

}  // namespace
}  // namespace inferproof
