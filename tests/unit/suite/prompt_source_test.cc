#include "harness/suite/prompt_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/suite/scenario_settings.h"
#include "tests/unit/suite/suite_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(SyntheticPrompts, AreAskedForByLengthAndNumber) {
  const Suite suite =
      SuiteBuilder().Set("/scenarios/0/prompts", Json::parse(R"({"synthetic":{"tokens":512,"count":8}})")).Loaded();
  ASSERT_TRUE(suite.scenarios[0].prompts.synthetic);
  EXPECT_EQ(suite.scenarios[0].prompts.synthetic->tokens, 512);
  EXPECT_EQ(suite.scenarios[0].prompts.synthetic->count, 8);
  EXPECT_TRUE(suite.scenarios[0].prompts.prompts.empty()) << "made when the session begins";
  EXPECT_FALSE(suite.scenarios[1].prompts.synthetic) << "the defaults name a file";
}

TEST(SyntheticPrompts, ArePartOfWhatIsMeasured) {
  const auto digest = [](int tokens) {
    SuiteBuilder builder;
    builder.Set("/defaults/prompts", {{"synthetic", {{"tokens", tokens}, {"count", 8}}}});
    return builder.Loaded().digest;
  };
  EXPECT_EQ(digest(512), digest(512));
  EXPECT_NE(digest(512), digest(513));
}

TEST(SharedPrefix, IsReadFromItsFile) {
  SuiteBuilder builder;
  builder.files.contents["/repo/suites/prompts/system.txt"] = "Answer in one word.\n";
  builder.Set("/scenarios/0/cache", {{"shared_prefix", {{"file", "prompts/system.txt"}}}});
  const Suite suite = builder.Loaded();
  EXPECT_EQ(suite.scenarios[0].cache, CacheMode::kSharedPrefix);
  ASSERT_TRUE(suite.scenarios[0].prefix);
  EXPECT_EQ(suite.scenarios[0].prefix->text, "Answer in one word.\n");
  EXPECT_EQ(ScenarioToJson(suite.scenarios[0])["cache"]["shared_prefix"]["file"], suite.scenarios[0].prefix->digest);
  EXPECT_FALSE(suite.scenarios[1].prefix);
  EXPECT_EQ(suite.scenarios[1].cache, CacheMode::kBust);
}

TEST(SharedPrefix, OfADefaultGoesWithAnotherMode) {
  SuiteBuilder builder;
  builder.Set("/defaults/cache", {{"shared_prefix", {{"tokens", 256}}}}).Set("/scenarios/1/cache", "as_is");
  const Suite suite = builder.Loaded();
  EXPECT_EQ(suite.scenarios[0].prefix->synthetic_tokens, 256);
  EXPECT_EQ(suite.scenarios[1].cache, CacheMode::kAsIs);
  EXPECT_FALSE(suite.scenarios[1].prefix);
}

TEST(SharedPrefix, MayNotBeEmptyOrBinary) {
  for (const std::string text : {"", "\xff\xfe"}) {
    SuiteBuilder builder;
    builder.files.contents["/repo/suites/prompts/system.txt"] = text;
    builder.Set("/scenarios/0/cache", {{"shared_prefix", {{"file", "prompts/system.txt"}}}});
    EXPECT_THAT(builder.Refusal(), HasSubstr("/repo/suites/prompts/system.txt: is "));
  }
}

TEST(Prompt, MayHaveItsTokensRecorded) {
  const Result<PromptSet> set = ParsePromptSet(
      "{\"id\":\"a\",\"text\":\"Two and two?\",\"chars\":12,\"prompt_tokens\":4}\n"
      "{\"id\":\"b\",\"text\":\"Name a colour.\",\"chars\":14}\n",
      "p.jsonl");
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->prompts[0].tokens, 4);
  EXPECT_EQ(set->prompts[1].tokens, std::nullopt);
}

}  // namespace
}  // namespace inferproof
