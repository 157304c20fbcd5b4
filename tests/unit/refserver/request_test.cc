#include "harness/refserver/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GenerationRequest Accepted(Api api, std::string_view body) {
  const auto parsed = ParseGenerationRequest(api, body, "m");
  if (const auto* error = std::get_if<ApiError>(&parsed)) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return std::get<GenerationRequest>(parsed);
}

ApiError Refused(Api api, std::string_view body) {
  const auto parsed = ParseGenerationRequest(api, body, "m");
  if (const auto* error = std::get_if<ApiError>(&parsed)) return *error;
  ADD_FAILURE() << "accepted: " << body;
  return {};
}

std::string Chat(std::string_view more) {
  return R"({"messages":[{"role":"user","content":"Once upon a time"}])" +
         (more.empty() ? "" : "," + std::string(more)) + "}";
}

TEST(GenerationRequest, AsksTheTableAboutTheLastUserMessage) {
  const auto request = Accepted(Api::kChat, R"({"model":"m","messages":[
      {"role":"system","content":"Be short."},{"role":"user","content":"[abcdefghij] first"},
      {"role":"assistant","content":null},{"role":"user","content":" second \n"},{"role":"assistant","content":"x"}]})");
  EXPECT_EQ(request.question, " second \n") << "nothing is stripped";
}

TEST(GenerationRequest, CountsPromptTokensWithFourMoreForEachMessage) {
  // "Be short." is "Be", " shor", "t."; "Once upon a time" has 4.
  const auto request = Accepted(
      Api::kChat,
      R"({"messages":[{"role":"system","content":"Be short."},{"role":"user","content":"Once upon a time"}]})");
  EXPECT_EQ(request.prompt_tokens, 3 + 4 + 4 + 4);
  EXPECT_EQ(Accepted(Api::kCompletions, R"({"prompt":"Once upon a time"})").prompt_tokens, 4);
}

TEST(GenerationRequest, HashesEveryPromptTokenForThePrefixCache) {
  const auto request = Accepted(Api::kChat, Chat(""));
  EXPECT_EQ(request.prompt.values().size(), 8u);
  EXPECT_TRUE(request.cache_prompt);
  EXPECT_FALSE(Accepted(Api::kChat, Chat(R"("cache_prompt":false)")).cache_prompt);
  const auto salted = Accepted(Api::kChat, Chat(R"("cache_salt":"a")"));
  EXPECT_NE(salted.prompt.values().front(), request.prompt.values().front());
  EXPECT_EQ(Refused(Api::kChat, Chat(R"("cache_salt":3)")).param, "cache_salt");
}

TEST(GenerationRequest, ReadsTextPartsAsOneText) {
  const auto request =
      Accepted(Api::kChat,
               R"({"messages":[{"role":"user","content":[{"type":"text","text":"a "},{"type":"text","text":"b"}]}]})");
  EXPECT_EQ(request.question, "a b");
}

TEST(GenerationRequest, HasDefaultsForEverythingButThePrompt) {
  const auto request = Accepted(Api::kChat, Chat(""));
  EXPECT_EQ(request.max_tokens, kDefaultMaxTokens);
  EXPECT_THAT(request.stop, IsEmpty());
  EXPECT_EQ(request.seed, 0u);
  EXPECT_FALSE(request.ignore_eos);
  EXPECT_FALSE(request.stream);
  EXPECT_FALSE(request.include_usage);
}

TEST(GenerationRequest, ReadsItsParameters) {
  const auto request =
      Accepted(Api::kChat, Chat(R"("max_tokens":7,"stop":["a","b"],"seed":-1,"ignore_eos":true,"stream":true,"n":1,
                          "temperature":0.5,"stream_options":{"include_usage":true},"unknown":[1])"));
  EXPECT_EQ(request.max_tokens, 7);
  EXPECT_THAT(request.stop, ElementsAre("a", "b"));
  EXPECT_EQ(request.seed, 0xffffffffffffffffu);
  EXPECT_TRUE(request.ignore_eos);
  EXPECT_TRUE(request.stream);
  EXPECT_TRUE(request.include_usage);
}

TEST(GenerationRequest, TakesTheNewNameOfMaxTokensBeforeTheOldOne) {
  EXPECT_EQ(Accepted(Api::kChat, Chat(R"("max_tokens":7,"max_completion_tokens":9)")).max_tokens, 9);
}

TEST(GenerationRequest, TakesNullAsAbsent) {
  const auto request = Accepted(Api::kChat, Chat(R"("model":null,"stop":null,"seed":null,"n":null,"max_tokens":null)"));
  EXPECT_EQ(request.max_tokens, kDefaultMaxTokens);
}

TEST(GenerationRequest, TellsConversationsApartThatHaveTheSameText) {
  const auto one = Accepted(Api::kChat, R"({"messages":[{"role":"user","content":"a\nuser 1\nb"}]})");
  const auto two =
      Accepted(Api::kChat, R"({"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]})");
  EXPECT_NE(one.conversation, two.conversation);
}

TEST(GenerationRequest, NamesAModelItDoesNotHave) {
  const ApiError error = Refused(Api::kChat, Chat(R"("model":"no-such")"));
  EXPECT_EQ(error.status, 404);
  EXPECT_EQ(error.code, "model_not_found");
  EXPECT_THAT(error.message, HasSubstr("no-such"));
}

TEST(GenerationRequest, RefusesWhatIsNoJsonObject) {
  for (const char* body : {"", "{", "[]", "3", R"({"messages":[],"messages":[]})", "\xff"}) {
    EXPECT_EQ(Refused(Api::kChat, body).status, 400) << body;
  }
}

TEST(GenerationRequest, RefusesDeepNestingWithoutFallingIntoIt) {
  EXPECT_EQ(Refused(Api::kChat, std::string(100000, '[')).status, 400);
}

TEST(GenerationRequest, RefusesMissingAndMisshapenMessages) {
  struct Row {
    const char* body;
    const char* param;
  };
  for (const Row& row :
       {Row{"{}", "messages"}, Row{R"({"messages":"hi"})", "messages"}, Row{R"({"messages":[]})", "messages"},
        Row{R"({"messages":[1]})", "messages[0]"}, Row{R"({"messages":[{"content":"x"}]})", "messages[0]"},
        Row{R"({"messages":[{"role":"king","content":"x"}]})", "messages[0]"},
        Row{R"({"messages":[{"role":"user","content":3}]})", "messages[0]"},
        Row{R"({"messages":[{"role":"user","content":[{"type":"image_url"}]}]})", "messages[0]"}}) {
    const ApiError error = Refused(Api::kChat, row.body);
    EXPECT_EQ(error.status, 400);
    EXPECT_EQ(error.param, row.param) << row.body;
  }
  EXPECT_EQ(Refused(Api::kCompletions, "{}").param, "prompt");
  EXPECT_EQ(Refused(Api::kCompletions, R"({"prompt":["a"]})").param, "prompt");
}

TEST(GenerationRequest, RefusesParametersOfTheWrongTypeOrRange) {
  struct Row {
    const char* field;
    const char* param;
  };
  for (const Row& row :
       {Row{R"("max_tokens":0)", "max_tokens"}, Row{R"("max_tokens":-5)", "max_tokens"},
        Row{R"("max_tokens":"ten")", "max_tokens"}, Row{R"("max_tokens":1.5)", "max_tokens"},
        Row{R"("max_tokens":18446744073709551615)", "max_tokens"},
        Row{R"("max_completion_tokens":0)", "max_completion_tokens"}, Row{R"("n":2)", "n"}, Row{R"("n":"1")", "n"},
        Row{R"("temperature":-1)", "temperature"}, Row{R"("temperature":"hot")", "temperature"},
        Row{R"("seed":1.5)", "seed"}, Row{R"("stop":3)", "stop"}, Row{R"("stop":[""])", "stop"},
        Row{R"("stream":"yes")", "stream"}, Row{R"("stream":true,"stream_options":3)", "stream_options"},
        Row{R"("stream":true,"stream_options":{"include_usage":1})", "stream_options"},
        Row{R"("stream_options":{"include_usage":true})", "stream_options"}, Row{R"("model":3)", "model"},
        Row{R"("ignore_eos":1)", "ignore_eos"}}) {
    const ApiError error = Refused(Api::kChat, Chat(row.field));
    EXPECT_EQ(error.status, 400) << row.field;
    EXPECT_EQ(error.param, row.param) << row.field;
  }
}

TEST(GenerationRequest, RefusesMoreThanItsContextHolds) {
  // 8 prompt tokens leave room for 32,760.
  EXPECT_EQ(Accepted(Api::kChat, Chat(R"("max_tokens":32760)")).max_tokens, 32760);
  EXPECT_EQ(Refused(Api::kChat, Chat(R"("max_tokens":32761)")).code, "context_length_exceeded");
  const std::string long_prompt = R"({"prompt":")" + std::string(5 * 32768, 'x') + R"("})";
  EXPECT_EQ(Refused(Api::kCompletions, long_prompt).code, "context_length_exceeded");
}

TEST(ApiError, IsAnOpenAiErrorObject) {
  const ApiError error{.status = 404, .message = "say \"hi\"", .param = "model", .code = "model_not_found"};
  EXPECT_EQ(Json::parse(error.Body()), Json::parse(R"({"error":{"message":"say \"hi\"","type":"invalid_request_error",
                                                       "param":"model","code":"model_not_found"}})"));
  EXPECT_EQ(Json::parse(ApiError{.message = "bad \xff byte"}.Body())["error"]["param"], nullptr);
}

TEST(TokenizeRequest, TakesContentOrPrompt) {
  EXPECT_EQ(std::get<std::string>(ParseTokenizeRequest(R"({"content":"a"})")), "a");
  EXPECT_EQ(std::get<std::string>(ParseTokenizeRequest(R"({"prompt":"b"})")), "b");
  EXPECT_EQ(std::get<ApiError>(ParseTokenizeRequest("{}")).status, 400);
  EXPECT_EQ(std::get<ApiError>(ParseTokenizeRequest(R"({"prompt":1})")).param, "prompt");
}

}  // namespace
}  // namespace inferproof
