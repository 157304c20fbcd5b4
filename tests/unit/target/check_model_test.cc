#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/target/managed_target.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

struct Checked {
  Status status;
  ScriptedTransport::Started request;
};

Checked Check(int http_status, const std::string& body, const std::string& type = "application/json",
              std::optional<std::string> key_variable = std::nullopt) {
  FakeClock clock;
  ScriptedTransport transport(clock, [&](const auto&) {
    Script script;
    return script.Sent().Headers(milliseconds(1), http_status, type).Bytes(milliseconds(1), body).End(milliseconds(1));
  });
  Target target;
  target.model = "m-8b";
  target.api_key_env = std::move(key_variable);
  Status status = CheckModel(target, "http://u:pw@host:1", {{"authorization", "Bearer k"}}, clock, transport);
  return {std::move(status), transport.started().front()};
}

std::string ErrorOf(const Checked& checked, ErrorCode code) {
  if (checked.status.ok()) return "passed";
  EXPECT_EQ(static_cast<int>(checked.status.error().code), static_cast<int>(code));
  return checked.status.error().Text();
}

TEST(CheckModel, PassesAServedModel) {
  const Checked checked = Check(200, R"({"data":[{"id":"other"},{"id":"m-8b"}]})");
  EXPECT_TRUE(checked.status.ok());
  EXPECT_EQ(checked.request.method, "GET");
  EXPECT_EQ(checked.request.url, "http://u:pw@host:1/v1/models");
  EXPECT_THAT(checked.request.headers, ElementsAre(Pair("authorization", "Bearer k")));
}

TEST(CheckModel, PassesAServerWithoutTheList) {
  for (const int status : {404, 405, 501}) EXPECT_TRUE(Check(status, "none").status.ok()) << status;
}

TEST(CheckModel, NamesWhatTheServerDoesHave) {
  EXPECT_EQ(ErrorOf(Check(200, R"({"data":[{"id":"m-7b"},{"id":"x\n::error::y"}]})"), ErrorCode::kUnknownModel),
            "http://host:1/v1/models: does not serve \"m-8b\"; it serves \"m-7b\", \"x ::error::y\". "
            "Did you mean \"m-7b\"?");
  EXPECT_THAT(ErrorOf(Check(200, R"({"data":[]})"), ErrorCode::kUnknownModel), HasSubstr("it serves no model"));
  std::string many = R"({"data":[{"id":"a0"})";
  for (int i = 1; i < 13; ++i) many += R"(,{"id":"a)" + std::to_string(i) + R"("})";
  EXPECT_THAT(ErrorOf(Check(200, many + "]}"), ErrorCode::kUnknownModel), HasSubstr("\"a9\" and 3 more"));
}

TEST(CheckModel, AsksForTheKeyWhenUnauthorized) {
  const std::string body = R"({"error":{"message":"Invalid API Key"}})";
  EXPECT_EQ(ErrorOf(Check(401, body, "application/json", "LLM_KEY"), ErrorCode::kUnauthorized),
            "http://host:1/v1/models: HTTP 401: Invalid API Key. Check the key in LLM_KEY");
  EXPECT_THAT(ErrorOf(Check(403, body), ErrorCode::kUnauthorized), HasSubstr("api_key_env"));
}

TEST(CheckModel, TellsWhatIsNoSuchServer) {
  EXPECT_THAT(ErrorOf(Check(200, "<html>hello</html>", "text/html; charset=utf-8"), ErrorCode::kConfig),
              HasSubstr("answers with an HTML page"));
  EXPECT_THAT(ErrorOf(Check(200, "OK", "text/plain"), ErrorCode::kConfig), HasSubstr("without \"/v1\""));
  EXPECT_THAT(ErrorOf(Check(200, R"({"models":[]})"), ErrorCode::kConfig), HasSubstr("data"));
  EXPECT_THAT(ErrorOf(Check(302, ""), ErrorCode::kConfig), HasSubstr("Redirects are not followed"));
  EXPECT_THAT(ErrorOf(Check(400, "bad"), ErrorCode::kConfig), HasSubstr("HTTP 400: bad"));
}

TEST(CheckModel, CallsAServerThatCannotAnswerUnreachable) {
  EXPECT_THAT(ErrorOf(Check(503, R"({"error":{"message":"Loading model"}})"), ErrorCode::kUnreachable),
              HasSubstr("HTTP 503: Loading model"));
}

TEST(CheckModel, NeverPrintsTheCredentialsOfTheUrl) {
  for (const int status : {302, 401, 503}) {
    const Checked checked = Check(status, "x");
    ASSERT_FALSE(checked.status.ok());
    EXPECT_THAT(checked.status.error().Text(), Not(HasSubstr("pw"))) << status;
  }
}

}  // namespace
}  // namespace inferproof
