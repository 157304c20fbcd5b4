#include "harness/protocol/dialect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

DialectProfile Dialect(std::string_view name) {
  Result<DialectProfile> dialect = FindDialect(name);
  EXPECT_TRUE(dialect.ok()) << name;
  return std::move(dialect).value();
}

RequestSpec Chat() {
  RequestSpec spec;
  spec.model = "m";
  spec.messages = {{"user", "Say \"hi\""}};
  spec.generation.max_tokens = 8;
  spec.generation.seed = 7;
  return spec;
}

std::string Encoded(const DialectProfile& dialect, const RequestSpec& spec) {
  const Result<std::string> body = EncodeRequest(dialect, spec);
  return body.ok() ? *body : "error: " + body.error().Text();
}

TEST(FindDialect, KnowsEveryNameItLists) {
  for (const std::string& name : DialectNames()) EXPECT_EQ(Dialect(name).name, name);
  EXPECT_THAT(DialectNames(), Contains("openai-compatible"));
}

TEST(FindDialect, AnswersAnUnknownNameWithTheNearestOne) {
  const Result<DialectProfile> dialect = FindDialect("vlllm");
  ASSERT_FALSE(dialect.ok());
  EXPECT_EQ(dialect.error().code, ErrorCode::kConfig);
  EXPECT_EQ(dialect.error().Text(), "unknown dialect \"vlllm\". Did you mean \"vllm\"?");
}

TEST(FindDialect, ListsAllWhenNoneIsNear) {
  EXPECT_THAT(FindDialect("something-else-entirely").error().Text(), HasSubstr("Known: openai-compatible, openai"));
}

TEST(EncodeRequest, WritesAChatStreamInCanonicalBytes) {
  EXPECT_EQ(Encoded(Dialect("openai-compatible"), Chat()),
            R"({"max_tokens":8,"messages":[{"content":"Say \"hi\"","role":"user"}],"model":"m","seed":7,"stream":true,)"
            R"("stream_options":{"include_usage":true},"temperature":0})");
}

TEST(EncodeRequest, WritesAPromptForCompletions) {
  RequestSpec spec = Chat();
  spec.endpoint = Endpoint::kCompletions;
  spec.stream = false;
  spec.generation.seed.reset();
  spec.generation.temperature = 0.7;
  spec.generation.stop = {"\n"};
  EXPECT_EQ(Encoded(Dialect("vllm"), spec),
            R"({"max_tokens":8,"model":"m","prompt":"Say \"hi\"","stop":["\n"],"stream":false,"temperature":0.7})");
}

TEST(EncodeRequest, RefusesSeveralMessagesForCompletions) {
  RequestSpec spec = Chat();
  spec.endpoint = Endpoint::kCompletions;
  spec.messages.push_back({"user", "again"});
  EXPECT_THAT(Encoded(Dialect("vllm"), spec), HasSubstr("exactly one prompt, got 2 messages"));
}

TEST(EncodeRequest, UsesTheDialectsNameForTheOutputLimit) {
  EXPECT_THAT(Encoded(Dialect("openai"), Chat()), HasSubstr("\"max_completion_tokens\":8"));
  EXPECT_THAT(Encoded(Dialect("openai"), Chat()), Not(HasSubstr("\"max_tokens\"")));
  EXPECT_THAT(Encoded(Dialect("ollama"), Chat()), HasSubstr("\"max_tokens\":8"));
}

TEST(EncodeRequest, AsksForAFixedLengthOnlyWhereTheServerKnowsIgnoreEos) {
  RequestSpec spec = Chat();
  spec.generation.ignore_eos = true;
  EXPECT_THAT(Encoded(Dialect("vllm"), spec), HasSubstr("\"ignore_eos\":true"));
  const Result<std::string> refused = EncodeRequest(Dialect("ollama"), spec);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kConfig);
  EXPECT_THAT(refused.error().Text(), HasSubstr("dialect ollama: cannot be asked for ignore_eos"));
  EXPECT_THAT(refused.error().Text(), HasSubstr("(vllm, sglang, llamacpp know it)"));
}

TEST(EncodeRequest, BypassesTheCacheWhereTheServerHasAFieldForIt) {
  RequestSpec spec = Chat();
  spec.bypass_cache = true;
  EXPECT_THAT(Encoded(Dialect("llamacpp"), spec), HasSubstr("\"cache_prompt\":false"));
  EXPECT_THAT(Encoded(Dialect("vllm"), spec), Not(HasSubstr("cache_prompt")));
}

TEST(EncodeRequest, SendsASaltWhereTheServerKnowsSalts) {
  RequestSpec spec = Chat();
  EXPECT_THAT(Encoded(Dialect("vllm"), spec), Not(HasSubstr("cache_salt")));
  spec.cache_salt = "4819022731";
  EXPECT_THAT(Encoded(Dialect("vllm"), spec), HasSubstr(R"("cache_salt":"4819022731")"));
  EXPECT_THAT(Encoded(Dialect("openai-compatible"), spec), Not(HasSubstr("cache_salt")));
}

TEST(EncodeRequest, LeavesTheSeedOutWhereTheDialectDoesNotSendIt) {
  DialectProfile dialect = Dialect("openai");
  dialect.sends_seed = false;
  EXPECT_THAT(Encoded(dialect, Chat()), Not(HasSubstr("seed")));
}

TEST(EndpointPath, NamesTheTwoRoutes) {
  EXPECT_EQ(EndpointPath(Endpoint::kChat), "/v1/chat/completions");
  EXPECT_EQ(EndpointPath(Endpoint::kCompletions), "/v1/completions");
}

}  // namespace
}  // namespace inferproof
