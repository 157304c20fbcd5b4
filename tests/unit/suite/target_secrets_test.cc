#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/suite/names.h"
#include "tests/unit/suite/target_builder.h"

namespace inferproof {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kLiteral = "sk-live-0123456789";

// Refused, said what to do, and the key is not repeated.
auto RefusesTheKey(const std::string& hint) {
  return AllOf(HasSubstr("a key or password must not stand in a target file"), HasSubstr(hint),
               Not(HasSubstr(kLiteral)));
}

TEST(TargetSecrets, KeyUnderAnyOfItsNamesIsRefusedWithAHint) {
  for (const char* name : {"api_key", "key", "token", "apikey", "hf_token", "password", "Authorization"}) {
    EXPECT_THAT(TargetBuilder::ForEndpoint().Set(name, kLiteral).Refusal(), RefusesTheKey("api_key_env")) << name;
  }
  EXPECT_THAT(TargetBuilder::ForEndpoint().Set("declared", {{"api_key", kLiteral}}).Refusal(),
              RefusesTheKey("api_key_env"));
}

TEST(TargetSecrets, HeaderThatAuthorisesIsRefusedWithAHint) {
  for (const char* name : {"Authorization", "proxy-authorization", "api-key", "X-Api-Key", "x-auth-token", "Cookie"}) {
    EXPECT_THAT(TargetBuilder::ForEndpoint().Set("headers", {{name, kLiteral}}).Refusal(), RefusesTheKey("api_key_env"))
        << name;
  }
}

TEST(TargetSecrets, KeyInPlaceOfTheNameOfItsVariableIsRefused) {
  for (const char* key : {kLiteral, "gsk_sk-live-0123456789", "hf_abc"}) {
    const std::string refusal = TargetBuilder::ForEndpoint().Set("api_key_env", key).Refusal();
    EXPECT_THAT(refusal, HasSubstr("must be the name of an environment variable in capitals")) << key;
    EXPECT_THAT(refusal, Not(HasSubstr(key))) << key;
  }
}

TEST(TargetSecrets, LiteralInTheCommandIsRefused) {
  EXPECT_THAT(TargetBuilder::ForCommand().Set("command", {"s", "{port}", "--api-key", kLiteral}).Refusal(),
              RefusesTheKey("${NAME}"));
  EXPECT_THAT(
      TargetBuilder::ForCommand().Set("command", {"s", "{port}", std::string("--api-key=") + kLiteral}).Refusal(),
      RefusesTheKey("${NAME}"));
  EXPECT_THAT(TargetBuilder::ForCommand().Set("command_environment", {{"HF_TOKEN", kLiteral}}).Refusal(),
              RefusesTheKey("${HF_TOKEN}"));
}

TEST(TargetSecrets, ValuesOfSecretVariablesAreHandedToTheRedactor) {
  const Target target = TargetBuilder::ForCommand()
                            .With("HF_TOKEN", kLiteral)
                            .With("SERVER_API_KEY", "another-one")
                            .With("ROOT", "/opt")
                            .Set("command", {"${ROOT}/s", "{port}", "--api-key", "${SERVER_API_KEY}"})
                            .Set("command_environment", {{"HF_TOKEN", "${HF_TOKEN}"}})
                            .Loaded();
  EXPECT_THAT(target.secrets, ElementsAre("another-one", kLiteral));
  EXPECT_EQ(target.command.back(), "another-one");
}

TEST(TargetSecrets, ErrorsDoNotRepeatValuesOfVariables) {
  const std::string refusal = TargetBuilder::ForEndpoint()
                                  .With("H", std::string("ftp://u:") + kLiteral + "@h")
                                  .Set("endpoint", "${H}")
                                  .Refusal();
  EXPECT_THAT(refusal, HasSubstr("must start with http:// or https://"));
  EXPECT_THAT(refusal, Not(HasSubstr(kLiteral)));
}

TEST(TargetSecrets, OrdinaryWordsDoNotSoundSecret) {
  for (const char* name : {"HF_TOKEN", "x-api-key", "Key", "db.password", "SECRET", "apikey"}) {
    EXPECT_TRUE(SoundsSecret(name)) << name;
  }
  for (const char* name : {"TOKENIZERS_PARALLELISM", "KEYBOARD", "x-keyring-name", "max_tokens", "monkey", "", "-"}) {
    EXPECT_FALSE(SoundsSecret(name)) << name;
  }
}

}  // namespace
}  // namespace inferproof
