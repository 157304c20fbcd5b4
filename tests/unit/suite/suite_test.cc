#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/unit/suite/suite_builder.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Suite, FillsEveryDefaultIn) {
  const Suite suite = SuiteBuilder().Loaded();

  ASSERT_EQ(suite.scenarios.size(), 2u);
  const Scenario& single = suite.scenarios[0];
  EXPECT_EQ(single.endpoint, Endpoint::kChat);
  EXPECT_TRUE(single.stream);
  EXPECT_EQ(single.cache, CacheMode::kBust);
  EXPECT_EQ(single.generation.max_tokens, 8);
  EXPECT_EQ(single.generation.temperature, 0);
  EXPECT_EQ(single.generation.seed, 11);  // the suite's
  EXPECT_FALSE(single.generation.ignore_eos);
  EXPECT_EQ(single.timeouts.connect, seconds(10));
  EXPECT_EQ(single.timeouts.first_request, seconds(300));
  EXPECT_EQ(single.prompts.prompts.size(), 2u);
  EXPECT_EQ(suite.min_effect, 0.1);
  EXPECT_EQ(suite.control_probe, std::chrono::seconds(1));
  EXPECT_EQ(suite.transcripts, Transcripts::kCases);
  EXPECT_FALSE(suite.gates.runs.has_value());
  EXPECT_FALSE(suite.target.has_value());
}

TEST(Suite, WarmsUpWithOneFullWaveAndAtLeastFiveRequests) {
  const Suite suite = SuiteBuilder().Loaded();
  EXPECT_EQ(suite.scenarios[0].warmup_requests, 5);
  EXPECT_EQ(suite.scenarios[1].warmup_requests, 8);
}

TEST(Suite, RefusesAWarmUpBelowOneFullWaveAndSaysWhy) {
  const std::string own = SuiteBuilder().Set("/scenarios/1/warmup", {{"requests", 7}}).Refusal();
  EXPECT_THAT(own,
              HasSubstr("scenarios[1].warmup: a warm-up of 7 requests is less than one full wave at concurrency 8"));
  EXPECT_THAT(own, HasSubstr("start burst would be measured"));
  EXPECT_THAT(own, HasSubstr("8 or more"));

  const std::string inherited = SuiteBuilder().Set("/defaults/warmup", {{"requests", 5}}).Refusal();
  EXPECT_THAT(inherited, HasSubstr("scenarios[1]: a warm-up of 5 requests"));
}

TEST(Suite, MergesDefaultsKeyByKey) {
  const Suite suite = SuiteBuilder()
                          .Set("/defaults/generation", {{"max_tokens", 8}, {"temperature", 0.5}, {"stop", {"END"}}})
                          .Set("/defaults/timeouts", {{"connect_s", 1}, {"idle_s", 2}})
                          .Set("/scenarios/1/generation", {{"max_tokens", 16}, {"seed", 3}, {"stop", Json::array()}})
                          .Set("/scenarios/1/timeouts", {{"idle_s", 0.25}})
                          .Loaded();

  const Scenario& single = suite.scenarios[0];
  EXPECT_EQ(single.generation.max_tokens, 8);
  EXPECT_THAT(single.generation.stop, ElementsAre("END"));
  EXPECT_EQ(single.timeouts.idle, seconds(2));
  const Scenario& many = suite.scenarios[1];
  EXPECT_EQ(many.generation.max_tokens, 16);
  EXPECT_EQ(many.generation.temperature, 0.5);
  EXPECT_EQ(many.generation.seed, 3);
  EXPECT_THAT(many.generation.stop, ElementsAre());
  EXPECT_EQ(many.timeouts.connect, seconds(1));
  EXPECT_EQ(many.timeouts.idle, milliseconds(250));
  EXPECT_EQ(many.timeouts.request, seconds(120));
}

TEST(Suite, ScenarioOverridesEverySettingOfTheDefaults) {
  SuiteBuilder builder;
  builder.files.contents["/repo/suites/prompts/one.jsonl"] = "{\"id\":\"z\",\"text\":\"x\",\"chars\":1}";
  const Suite suite = builder.Set("/scenarios/0/endpoint", "completions")
                          .Set("/scenarios/0/stream", false)
                          .Set("/scenarios/0/cache", "shared_prefix")
                          .Set("/scenarios/0/prompts", "prompts/one.jsonl")
                          .Set("/scenarios/0/warmup", {{"requests", 2}})
                          .Loaded();
  const Scenario& scenario = suite.scenarios[0];
  EXPECT_EQ(scenario.endpoint, Endpoint::kCompletions);
  EXPECT_FALSE(scenario.stream);
  EXPECT_EQ(scenario.cache, CacheMode::kSharedPrefix);
  EXPECT_EQ(scenario.prompts.path, "/repo/suites/prompts/one.jsonl");
  EXPECT_EQ(scenario.warmup_requests, 2);
  EXPECT_EQ(suite.scenarios[1].endpoint, Endpoint::kChat);
}

TEST(Suite, ErrorsSayWhereWhatAndWhatToDo) {
  SuiteBuilder builder;
  builder.files.contents[builder.path] =
      "{\"schema\": \"inferproof.suite/1\", \"name\": \"demo\", \"version\": 1, \"seed\": 1,\n"
      " \"scenarios\": [{\"name\": \"single\", \"prompts\": \"prompts/two.jsonl\", \"generation\": {\"max_tokens\": "
      "8},\n"
      "   \"load\": {\"shape\": \"closed\", \"concurrency\": -3, \"requests\": 9}}]}";
  EXPECT_THAT(LoadSuite(builder.files, builder.path).error().Text(),
              StartsWith("/repo/suites/demo.json:3:47: scenarios[0].load.concurrency: must be from 1 to 4096, got -3"));

  EXPECT_THAT(SuiteBuilder().Set("/scenarios/0/warm_up", 3).Refusal(),
              HasSubstr("scenarios[0].warm_up: unknown key. Did you mean \"warmup\"?"));
  EXPECT_THAT(SuiteBuilder().Set("/scenarios/0/load/shape", "close").Refusal(),
              HasSubstr("must be one of closed, got \"close\". Did you mean \"closed\"?"));
}

TEST(Suite, NeedsFixedWorkAndPromptsHereOrInDefaults) {
  EXPECT_THAT(SuiteBuilder().Set("/defaults/generation", Json::object()).Refusal(),
              HasSubstr("scenarios[0]: needs generation.max_tokens, here or in defaults"));
  SuiteBuilder without;
  without.json["defaults"].erase("prompts");
  EXPECT_THAT(without.Refusal(), HasSubstr("scenarios[0]: needs the key \"prompts\", here or in defaults"));
}

TEST(Suite, RefusesTwoScenariosOfOneName) {
  EXPECT_THAT(SuiteBuilder().Set("/scenarios/1/name", "single").Refusal(),
              HasSubstr("scenarios[1].name: another scenario has the name \"single\""));
}

TEST(Suite, AllowsFewerThanTenRequestsAndRefusesNone) {
  EXPECT_EQ(
      std::get<ClosedLoad>(SuiteBuilder().Set("/scenarios/0/load/requests", 1).Loaded().scenarios[0].load).requests, 1);
  EXPECT_THAT(SuiteBuilder().Set("/scenarios/0/load/requests", 0).Refusal(), HasSubstr("got 0"));
}

TEST(Suite, ReportsTheSuiteWithoutScenariosBeforeItsGateRules) {
  SuiteBuilder builder;
  builder.json.erase("scenarios");
  builder.Set("/gates", Json::parse(R"({"rules":[{"scenario":"single","metric":"a","role":"gate"}]})"));
  EXPECT_THAT(builder.Refusal(), HasSubstr("needs the key \"scenarios\""));
}

TEST(SuiteGates, RulesNameAScenarioOrAllOfThem) {
  const Suite suite = SuiteBuilder()
                          .Set("/gates", Json::parse(R"({"runs": 6, "rules": [
        {"scenario": "*", "metric": "ttft_ms.p50", "role": "watch"},
        {"scenario": "many", "metric": "output_tps", "band": {"relative": 0.05, "absolute": 2}}]})"))
                          .Loaded();
  EXPECT_EQ(suite.gates.runs, 6);
  ASSERT_EQ(suite.gates.rules.size(), 2u);
  EXPECT_EQ(suite.gates.rules[0].role, Role::kWatch);
  EXPECT_FALSE(suite.gates.rules[0].band.has_value());
  EXPECT_FALSE(suite.gates.rules[1].role.has_value());
  EXPECT_EQ(suite.gates.rules[1].band->relative, 0.05);
  EXPECT_EQ(suite.gates.rules[1].band->absolute, 2);
  EXPECT_GT(suite.gates.rules[1].position.line, suite.gates.rules[0].position.line);

  EXPECT_THAT(SuiteBuilder()
                  .Set("/gates", Json::parse(R"({"rules":[{"scenario":"sinlge","metric":"a","role":"gate"}]})"))
                  .Refusal(),
              HasSubstr("gates.rules[0].scenario: no scenario is called \"sinlge\""));
  EXPECT_THAT(SuiteBuilder().Set("/gates", Json::parse(R"({"rules":[{"scenario":"*","metric":"a b"}]})")).Refusal(),
              HasSubstr("gates.rules[0].metric: not a name of a metric: \"a b\""));
}

TEST(SuiteGates, ScenarioPositionIsThatOfItsName) {
  SuiteBuilder builder;
  builder.files.contents[builder.path] =
      "{\"schema\": \"inferproof.suite/1\", \"name\": \"demo\", \"version\": 1, \"seed\": 1, \"scenarios\": [\n"
      " {\"prompts\": \"prompts/two.jsonl\", \"generation\": {\"max_tokens\": 8},\n"
      "  \"name\": \"single\", \"load\": {\"shape\": \"closed\", \"concurrency\": 1, \"requests\": 9}}]}";
  const Result<Suite> suite = LoadSuite(builder.files, builder.path);
  ASSERT_TRUE(suite.ok()) << suite.error().Text();
  EXPECT_EQ(suite->scenarios[0].position.line, 3);
  EXPECT_EQ(suite->scenarios[0].position.column, 11);
}

std::string DigestAfter(const std::string& pointer, Json value) {
  return SuiteBuilder().Set(pointer, std::move(value)).Loaded().digest;
}

TEST(SuiteDigest, StaysWhenOnlyTheJudgementChanges) {
  const std::string digest = SuiteBuilder().Loaded().digest;
  EXPECT_EQ(DigestAfter("/gates", Json::parse(R"({"rules":[{"scenario":"*","metric":"a","role":"gate"}]})")), digest);
  EXPECT_EQ(DigestAfter("/quality", Json::parse(R"({"cases":["../quality/a.jsonl"]})")), digest);
  EXPECT_EQ(DigestAfter("/budget", {{"max_requests", 9}}), digest);
  EXPECT_EQ(DigestAfter("/target", "targets/a.json"), digest);
  EXPECT_EQ(DigestAfter("/min_effect", 0.2), digest);
  EXPECT_EQ(DigestAfter("/control_probe_s", 0.2), digest);
  EXPECT_EQ(DigestAfter("/defaults/timeouts", {{"idle_s", 3}}), digest);
}

TEST(SuiteDigest, IsTheSameForADefaultThatIsSpeltOut) {
  const std::string digest = SuiteBuilder().Loaded().digest;
  EXPECT_EQ(DigestAfter("/defaults/stream", true), digest);
  EXPECT_EQ(DigestAfter("/scenarios/0/warmup", {{"requests", 5}}), digest);
  EXPECT_EQ(DigestAfter("/defaults/generation/seed", 11), digest);
}

TEST(SuiteDigest, ChangesWithEverythingThatIsMeasured) {
  const std::string digest = SuiteBuilder().Loaded().digest;
  EXPECT_NE(DigestAfter("/name", "other"), digest);
  EXPECT_NE(DigestAfter("/seed", 12), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/name", "solo"), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/load/requests", 13), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/load/concurrency", 2), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/warmup", {{"requests", 6}}), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/cache", "as_is"), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/stream", false), digest);
  EXPECT_NE(DigestAfter("/scenarios/0/endpoint", "completions"), digest);
  EXPECT_NE(DigestAfter("/defaults/generation/max_tokens", 9), digest);
  EXPECT_NE(DigestAfter("/defaults/generation/ignore_eos", true), digest);
  EXPECT_NE(DigestAfter("/defaults/generation/temperature", 0.1), digest);
  EXPECT_NE(DigestAfter("/defaults/generation/stop", {"x"}), digest);

  SuiteBuilder edited_prompts;
  edited_prompts.files.contents["/repo/suites/prompts/two.jsonl"] += "\n";
  EXPECT_NE(edited_prompts.Loaded().digest, digest);
}

TEST(Suite, FoldsItsSeedTo31Bits) {
  EXPECT_EQ(FoldSeed(20260101), 20260101);
  EXPECT_EQ(FoldSeed((std::uint64_t{1} << 31) + 5), 5 ^ 1);          // bit 31 folds onto bit 0
  EXPECT_EQ(FoldSeed((std::uint64_t{1} << 62) + 5), 5 ^ 1);          // so does bit 62, and its fold by 31 is cut off
  EXPECT_EQ(FoldSeed((std::uint64_t{1} << 53) - 1), 2'143'289'344);  // 0x7FFFFFFF xor 0x3FFFFF
}

}  // namespace
}  // namespace inferproof
