#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/target/managed_target.h"
#include "tests/support/fake_environment.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

Target WithKey() {
  Target target;
  target.path = "suites/targets/a.json";
  target.api_key_env = "LLM_KEY";
  target.headers = {{"x-team", "infra"}};
  return target;
}

TEST(TargetHeaders, HoldTheTargetsOwnAndTheKey) {
  FakeEnvironment environment;
  environment.variables["LLM_KEY"] = "sk-12345";
  Redactor redactor;
  const auto headers = TargetHeaders(WithKey(), environment, redactor);
  ASSERT_TRUE(headers.ok());
  EXPECT_THAT(*headers, ElementsAre(Pair("x-team", "infra"), Pair("authorization", "Bearer sk-12345")));
  EXPECT_EQ(redactor.Clean("key sk-12345"), "key [redacted]");
}

TEST(TargetHeaders, NeedNoKeyWhereNoneIsNamed) {
  Redactor redactor;
  const auto headers = TargetHeaders(Target(), FakeEnvironment(), redactor);
  ASSERT_TRUE(headers.ok());
  EXPECT_THAT(*headers, IsEmpty());
}

TEST(TargetHeaders, NameTheVariableThatIsMissing) {
  const auto error_of = [](std::map<std::string, std::string> variables) {
    Redactor redactor;
    const auto headers = TargetHeaders(WithKey(), FakeEnvironment(std::move(variables)), redactor);
    EXPECT_TRUE(!headers.ok() && headers.error().code == ErrorCode::kConfig);
    return headers.ok() ? "made" : headers.error().Text();
  };
  EXPECT_EQ(error_of({}),
            "suites/targets/a.json: api_key_env: the variable LLM_KEY is not set. Export it, or put it into .env");
  EXPECT_THAT(error_of({{"LLM_KEY", ""}}), HasSubstr("LLM_KEY is empty"));
}

TEST(TargetHeaders, RefuseAKeyThatWouldAddAHeaderAndDoNotShowIt) {
  Redactor redactor;
  FakeEnvironment environment;
  environment.variables["LLM_KEY"] = "sk-12345\r\nx-evil: 1";
  const auto headers = TargetHeaders(WithKey(), environment, redactor);
  ASSERT_FALSE(headers.ok());
  EXPECT_THAT(headers.error().Text(), HasSubstr("the value of LLM_KEY holds a blank, a line break"));
  EXPECT_THAT(headers.error().Text(), Not(HasSubstr("sk-12345")));
}

}  // namespace
}  // namespace inferproof
