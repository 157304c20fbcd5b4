#include "harness/workload/cache_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

using ::testing::MatchesRegex;
using ::testing::StartsWith;

DialectProfile Dialect(const char* name) { return *FindDialect(name); }

Scenario WithMode(CacheMode mode) {
  Scenario scenario = ClosedScenario(40, 1, 20, 5);
  scenario.cache = mode;
  return scenario;
}

RequestPlan PlanOf(const Scenario& scenario, const char* dialect, int run) {
  Result<RequestPlan> plan = BuildPlan(SuiteOf(1), scenario, TargetForModel("m"), Dialect(dialect), run);
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().Text());
  return plan.ok() ? std::move(plan).value() : RequestPlan{};
}

Json BodyOf(const RequestPlan& plan, std::size_t i) { return Json::parse(plan.requests[i].body); }

std::string PromptOf(const RequestPlan& plan, std::size_t i) {
  return BodyOf(plan, i)["messages"][0]["content"].get<std::string>();
}

TEST(CacheMeans, AreTheEnginesOwnWhereItHasSome) {
  EXPECT_EQ(MeansOf(CacheMode::kBust, Dialect("llamacpp")), CacheMeans::kSwitch);
  EXPECT_EQ(MeansOf(CacheMode::kBust, Dialect("vllm")), CacheMeans::kSalt);
  EXPECT_EQ(MeansOf(CacheMode::kBust, Dialect("sglang")), CacheMeans::kSalt);
  EXPECT_EQ(MeansOf(CacheMode::kBust, Dialect("openai-compatible")), CacheMeans::kNonce);
  EXPECT_EQ(MeansOf(CacheMode::kSharedPrefix, Dialect("vllm")), CacheMeans::kSalt);
  // The switch would keep the prefix from being used at all.
  EXPECT_EQ(MeansOf(CacheMode::kSharedPrefix, Dialect("llamacpp")), CacheMeans::kNonce);
  EXPECT_EQ(MeansOf(CacheMode::kAsIs, Dialect("vllm")), CacheMeans::kNone);
}

TEST(Nonce, IsSpelledInSingleDigits) { EXPECT_EQ(HeadOf("4819022731"), "[4 8 1 9 0 2 2 7 3 1] "); }

TEST(Bust, SaltsEachRequestAndLeavesThePromptAlone) {
  const RequestPlan plan = PlanOf(WithMode(CacheMode::kBust), "vllm", 0);
  std::set<std::string> salts;
  for (std::size_t i = 0; i < plan.requests.size(); ++i) {
    EXPECT_THAT(PromptOf(plan, i), StartsWith("Prompt number "));
    salts.insert(BodyOf(plan, i)["cache_salt"].get<std::string>());
  }
  EXPECT_EQ(salts.size(), plan.requests.size());
}

TEST(Bust, TurnsTheCacheOffWhereARequestCan) {
  const RequestPlan plan = PlanOf(WithMode(CacheMode::kBust), "llamacpp", 0);
  EXPECT_EQ(BodyOf(plan, 0)["cache_prompt"], false);
  EXPECT_THAT(PromptOf(plan, 0), StartsWith("Prompt number "));
}

TEST(Bust, RepeatsNoNonceInTheRunsOfASession) {
  for (const char* dialect : {"openai-compatible", "vllm"}) {
    std::set<std::string> bodies;
    for (int run = -1; run < 8; ++run) {
      const RequestPlan plan = PlanOf(WithMode(CacheMode::kBust), dialect, run);
      for (std::size_t i = 0; i < plan.requests.size(); ++i) {
        const Json body = BodyOf(plan, i);
        bodies.insert(body.contains("cache_salt") ? body["cache_salt"].get<std::string>()
                                                  : PromptOf(plan, i).substr(0, 21));
      }
    }
    EXPECT_EQ(bodies.size(), 9u * 25u) << dialect;
  }
}

TEST(Bust, GivesTheSameRunTheSameBytes) {
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(PlanDigest(PlanOf(WithMode(CacheMode::kBust), "openai-compatible", run)),
              PlanDigest(PlanOf(WithMode(CacheMode::kBust), "openai-compatible", run)));
  }
}

TEST(Bust, ChangesNothingButTheNonceFromRunToRun) {
  const RequestPlan first = PlanOf(WithMode(CacheMode::kBust), "openai-compatible", 0);
  const RequestPlan second = PlanOf(WithMode(CacheMode::kBust), "openai-compatible", 1);
  ASSERT_EQ(first.requests.size(), second.requests.size());
  for (std::size_t i = 0; i < first.requests.size(); ++i) {
    EXPECT_NE(PromptOf(first, i), PromptOf(second, i));
    EXPECT_EQ(PromptOf(first, i).substr(22), PromptOf(second, i).substr(22));
    EXPECT_EQ(first.requests[i].prompt_id, second.requests[i].prompt_id);
    EXPECT_EQ(first.requests[i].prompt_chars, second.requests[i].prompt_chars);
  }
}

TEST(SharedPrefix, HeadsEveryPromptWithOneNonceARunAndThePrefix) {
  Scenario scenario = WithMode(CacheMode::kSharedPrefix);
  scenario.prefix = SharedPrefix{"prompts/prefix.txt", "", "Answer in one word.", 0};
  std::set<std::string> heads;
  for (int run = 0; run < 3; ++run) {
    const RequestPlan plan = PlanOf(scenario, "openai-compatible", run);
    for (std::size_t i = 0; i < plan.requests.size(); ++i) {
      EXPECT_THAT(PromptOf(plan, i), MatchesRegex("\\[[0-9 ]+\\] Answer in one word\\.\n\nPrompt number [0-9]+\\."));
      heads.insert(PromptOf(plan, i).substr(0, 22));
    }
  }
  EXPECT_EQ(heads.size(), 3u);
}

TEST(SharedPrefix, IsOneSaltARunWhereTheEngineKnowsSalts) {
  std::set<std::string> salts;
  for (int run = 0; run < 2; ++run) {
    const RequestPlan plan = PlanOf(WithMode(CacheMode::kSharedPrefix), "vllm", run);
    for (std::size_t i = 0; i < plan.requests.size(); ++i) salts.insert(BodyOf(plan, i)["cache_salt"]);
    EXPECT_THAT(PromptOf(plan, 0), StartsWith("Prompt number "));
  }
  EXPECT_EQ(salts.size(), 2u);
}

}  // namespace
}  // namespace inferproof
