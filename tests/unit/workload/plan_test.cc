#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "harness/json/document.h"
#include "tests/unit/workload/plan_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

RequestPlan Plan(const Scenario& scenario, std::uint64_t seed = 1, const char* dialect = "openai-compatible") {
  Result<RequestPlan> plan = BuildPlan(SuiteOf(seed), scenario, TargetForModel("m"), *FindDialect(dialect));
  EXPECT_TRUE(plan.ok()) << (plan.ok() ? "" : plan.error().Text());
  return plan.ok() ? std::move(plan).value() : RequestPlan{};
}

std::string ContentOf(const PlannedRequest& request) {
  return Json::parse(request.body)["messages"][0]["content"].get<std::string>();
}

TEST(Plan, WarmsUpFirstAndThenMeasures) {
  const RequestPlan plan = Plan(ClosedScenario(10, 2, 4, 3));
  ASSERT_EQ(plan.requests.size(), 7u);
  EXPECT_EQ(plan.CountOf(Phase::kWarmUp), 3);
  EXPECT_EQ(plan.CountOf(Phase::kMeasured), 4);
  EXPECT_EQ(plan.concurrency, 2);
  for (std::size_t i = 0; i < plan.requests.size(); ++i) {
    EXPECT_EQ(plan.requests[i].id, i);
    EXPECT_EQ(plan.requests[i].phase, i < 3 ? Phase::kWarmUp : Phase::kMeasured);
    EXPECT_EQ(plan.requests[i].due, Nanos(0));
  }
}

TEST(Plan, EncodesEveryBodyBeforehand) {
  Scenario scenario = ClosedScenario(4, 1, 2, 1);
  scenario.generation.stop = {"END"};
  const RequestPlan plan = Plan(scenario);
  const Json body = Json::parse(plan.requests[1].body);
  EXPECT_EQ(body["model"], "m");
  EXPECT_EQ(body["max_tokens"], 8);
  EXPECT_EQ(body["seed"], 7);
  EXPECT_EQ(body["stop"], Json({"END"}));
  EXPECT_EQ(body["stream"], true);
  EXPECT_EQ(body["messages"][0]["role"], "user");
  EXPECT_EQ(plan.requests[1].max_tokens, 8);
}

TEST(Plan, BustsCachesWithANonceOfItsOwnAtTheHeadOfEachPrompt) {
  const RequestPlan plan = Plan(ClosedScenario(10, 1, 24, 5));
  std::set<std::string> heads;
  for (const PlannedRequest& request : plan.requests) {
    const std::string content = ContentOf(request);
    EXPECT_THAT(content, MatchesRegex("\\[[0-9 ]+\\] Prompt number [0-9]\\."));
    EXPECT_EQ(content.find(']'), 20u);  // ten digits and what is between them, always
    heads.insert(content.substr(0, 22));
    EXPECT_EQ(request.prompt_chars, static_cast<std::int64_t>(content.size()));
  }
  EXPECT_EQ(heads.size(), plan.requests.size());
}

TEST(Plan, LeavesPromptsAloneWhereTheCacheIsTakenAsItIs) {
  Scenario scenario = ClosedScenario(4, 1, 2, 1);
  scenario.cache = CacheMode::kAsIs;
  for (const char* dialect : {"llamacpp", "vllm", "openai-compatible"}) {
    const RequestPlan plan = Plan(scenario, 1, dialect);
    EXPECT_THAT(ContentOf(plan.requests[0]), StartsWith("Prompt number "));
    EXPECT_FALSE(Json::parse(plan.requests[0].body).contains("cache_prompt"));
    EXPECT_FALSE(Json::parse(plan.requests[0].body).contains("cache_salt"));
  }
}

TEST(Plan, KeepsTheLengthThatAPromptIsRecordedWith) {
  Scenario scenario = ClosedScenario(4, 1, 2, 1);
  for (Prompt& prompt : scenario.prompts.prompts) prompt.tokens = 5;
  EXPECT_EQ(Plan(scenario).requests[1].prompt_tokens, 5);
  EXPECT_EQ(Plan(ClosedScenario(4, 1, 2, 1)).requests[1].prompt_tokens, std::nullopt);
}

TEST(Plan, AsksCompletionsWithThePromptItself) {
  Scenario scenario = ClosedScenario(4, 1, 2, 1);
  scenario.endpoint = Endpoint::kCompletions;
  scenario.cache = CacheMode::kAsIs;
  scenario.stream = false;
  const RequestPlan plan = Plan(scenario);
  EXPECT_EQ(plan.endpoint, Endpoint::kCompletions);
  EXPECT_THAT(Json::parse(plan.requests[0].body)["prompt"].get<std::string>(), StartsWith("Prompt number "));
  EXPECT_FALSE(plan.requests[0].stream);
}

TEST(Plan, SaysWhichScenarioAskedForWhatTheDialectCannotSay) {
  Scenario scenario = ClosedScenario(4, 1, 2, 1);
  scenario.generation.ignore_eos = true;
  scenario.position = {12, 7};
  const Result<RequestPlan> plan =
      BuildPlan(SuiteOf(1), scenario, TargetForModel("m"), *FindDialect("openai-compatible"));
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().code, ErrorCode::kConfig);
  EXPECT_THAT(plan.error().Text(), StartsWith("suites/demo.json:12:7: scenario \"single\": "));
  EXPECT_THAT(plan.error().Text(), HasSubstr("ignore_eos"));
}

TEST(Plan, NeedsTwoPrompts) {
  const Result<RequestPlan> plan =
      BuildPlan(SuiteOf(1), ClosedScenario(1, 1, 2, 1), TargetForModel("m"), *FindDialect("openai-compatible"));
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.error().Text(), HasSubstr("scenario \"single\" needs at least 2 prompts, got 1"));
}

TEST(Plan, AdjacentScenariosDoNotShareOrderOrNonces) {
  Scenario other = ClosedScenario(40, 1, 20, 5);
  const RequestPlan first = Plan(other);
  other.name = "other";
  const RequestPlan second = Plan(other);
  EXPECT_NE(PlanDigest(first), PlanDigest(second));
  EXPECT_NE(ContentOf(first.requests[0]).substr(0, 22), ContentOf(second.requests[0]).substr(0, 22));
}

QualityCase Case(const std::string& id, bool stream) {
  QualityCase quality_case;
  quality_case.id = id;
  quality_case.file = "quality/a.jsonl";
  quality_case.line = 4;
  quality_case.messages = {{"system", "Short."}, {"user", "2+2?"}};
  quality_case.parameters.max_tokens = 96;
  quality_case.stream = stream;
  return quality_case;
}

TEST(CasePlan, AsksEachCaseOnceInOrder) {
  Suite suite = SuiteOf((std::uint64_t{1} << 31) + 4);
  suite.scenarios.push_back(ClosedScenario(4, 1, 2, 1));
  suite.scenarios[0].timeouts.idle = std::chrono::seconds(3);

  const Result<RequestPlan> plan =
      BuildCasePlan({Case("a", true), Case("b", false)}, suite, TargetForModel("m"), *FindDialect("llamacpp"), 2);

  ASSERT_TRUE(plan.ok()) << plan.error().Text();
  EXPECT_EQ(plan->CountOf(Phase::kQuality), 2);
  EXPECT_EQ(plan->concurrency, 2);
  EXPECT_EQ(plan->timeouts.idle, std::chrono::seconds(3));
  EXPECT_EQ(plan->requests[0].prompt_id, "a");
  EXPECT_EQ(plan->requests[1].prompt_id, "b");
  EXPECT_EQ(plan->requests[1].id, 1u);
  EXPECT_FALSE(plan->requests[1].stream);
  const Json body = Json::parse(plan->requests[0].body);
  EXPECT_EQ(body["messages"].size(), 2u);
  EXPECT_EQ(body["messages"][1]["content"], "2+2?");
  EXPECT_EQ(body["max_tokens"], 96);
  EXPECT_EQ(body["seed"], 5);  // 2^31 + 4, folded
  EXPECT_EQ(body["cache_prompt"], false);
  EXPECT_EQ(plan->requests[0].prompt_chars, 10);
}

TEST(PlanDigest, TellsTwoOrdersOfTheSameBodiesApart) {
  RequestPlan plan = Plan(ClosedScenario(4, 1, 2, 1));
  const std::string digest = PlanDigest(plan);
  EXPECT_EQ(PlanDigest(plan), digest);
  std::swap(plan.requests[0], plan.requests[1]);
  EXPECT_NE(PlanDigest(plan), digest);
}

}  // namespace
}  // namespace inferproof
