#include "harness/protocol/tokenize.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

std::string Body(const char* dialect) {
  const Result<std::string> body = TokenizeBody(*FindDialect(dialect), "m", "one two");
  return body.ok() ? *body : "error: " + body.error().Text();
}

TEST(TokenizeBody, AsksEachEngineInItsOwnWordsAndForTheTextAlone) {
  EXPECT_EQ(Body("vllm"), R"({"add_special_tokens":false,"model":"m","prompt":"one two"})");
  EXPECT_EQ(Body("llamacpp"), R"({"add_special":false,"content":"one two"})");
  EXPECT_EQ(Body("tgi"), R"({"add_special_tokens":false,"inputs":"one two"})");
  EXPECT_EQ(Body("openai"), "error: dialect openai: has no tokeniser that can be asked");
}

TEST(TokensIn, ReadsTheCountOfEachForm) {
  EXPECT_EQ(TokensIn(R"({"count":3,"max_model_len":4096,"tokens":[1,2,3]})"), 3);
  EXPECT_EQ(TokensIn(R"({"tokens":[15,27]})"), 2);
  EXPECT_EQ(TokensIn(R"([{"id":1,"text":"one","start":0,"stop":3}])"), 1);
}

TEST(TokensIn, IsNothingForAnyOtherAnswer) {
  for (const char* answer :
       {"", "{}", "null", "3", "<html>", R"({"count":-1})", R"({"count":1e30})", R"({"count":99999999999})",
        R"({"count":"3"})", R"({"tokens":3})", R"({"error":{"message":"no"}})"}) {
    EXPECT_EQ(TokensIn(answer), std::nullopt) << answer;
  }
}

}  // namespace
}  // namespace inferproof
