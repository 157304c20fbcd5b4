#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

using testing::HasSubstr;

TEST(Endpoints, SayHealthModelsAndVersion) {
  ServeOptions options = QuickOptions();
  options.profile.model = "m-7b";
  options.announce_name = "some-engine";
  options.announce_version = "1.2.3";
  const TestServer server(options);
  EXPECT_EQ(GetOnce(server.port(), "/health").body, R"({"status":"ok"})");
  EXPECT_EQ(GetOnce(server.port(), "/v1/models?x=1").json()["data"][0]["id"], "m-7b");
  EXPECT_EQ(GetOnce(server.port(), "/version").json(), Json({{"version", "1.2.3"},
                                                             {"engine", "some-engine"},
                                                             {"notice", "reference engine: paced, not a model"},
                                                             {"profile", options.profile.Digest()}}));
  EXPECT_THAT(GetOnce(server.port(), "/metrics").head, HasSubstr("Content-Type: text/plain; version=0.0.4"));
}

TEST(Endpoints, GiveTheSameFingerprintUnderAnotherNameAndFault) {
  ServeOptions renamed = QuickOptions();
  renamed.announce_name = "some-engine";
  renamed.faults.slow = 0.2;
  const TestServer one;
  const TestServer two(renamed);
  const auto fingerprint = [](const TestServer& server) {
    return PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":1)")).json()["system_fingerprint"];
  };
  EXPECT_EQ(fingerprint(one), fingerprint(two));
  EXPECT_EQ(GetOnce(one.port(), "/version").json()["profile"], GetOnce(two.port(), "/version").json()["profile"]);
}

TEST(Endpoints, TokenizeAsUsageCounts) {
  const TestServer server;
  const Json tokens = PostOnce(server.port(), "/tokenize", R"({"content":"Once upon a time"})").json();
  EXPECT_EQ(tokens["count"], 4);
  EXPECT_EQ(tokens["tokens"].size(), 4u);
  EXPECT_EQ(PostOnce(server.port(), "/tokenize", R"({"prompt":"Once upon a time"})").json(), tokens);
  EXPECT_EQ(PostOnce(server.port(), "/tokenize", "{}").status, 400);
}

TEST(Endpoints, RefuseBadRequestsWithAnErrorObject) {
  const TestServer server;
  for (const std::string& body : {std::string(), std::string("{"), std::string("{}"), ChatBody(R"(,"n":2)")}) {
    const RawAnswer answer = PostOnce(server.port(), kChatPath, body);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_EQ(answer.json()["error"]["type"], "invalid_request_error") << body;
  }
}

TEST(Endpoints, NameTheModelTheyDoNotHave) {
  const TestServer server;
  const RawAnswer answer = PostOnce(server.port(), kChatPath, ChatBody(R"(,"model":"no-such")"));
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(answer.json()["error"]["message"].get<std::string>(), HasSubstr("no-such"));
}

TEST(Endpoints, RefuseUnknownPathsAndMethods) {
  const TestServer server;
  EXPECT_EQ(GetOnce(server.port(), "/nope").status, 404);
  EXPECT_EQ(GetOnce(server.port(), "/nope").json()["error"]["code"], "not_found");
  const RawAnswer answer = GetOnce(server.port(), kChatPath);
  EXPECT_EQ(answer.status, 405);
  EXPECT_THAT(answer.head, HasSubstr("Allow: POST\r\n"));
  RawClient client(server.port());
  client.Send("PATCH /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(client.Read().status, 405);
}

TEST(Endpoints, AskForTheKeyWhereOneIsSet) {
  ServeOptions options = QuickOptions();
  options.api_key = "sk-right";
  const TestServer server(options);
  const std::string body = ChatBody(R"(,"max_tokens":1)");
  EXPECT_EQ(PostOnce(server.port(), kChatPath, body).status, 401);
  EXPECT_EQ(PostOnce(server.port(), kChatPath, body, "Authorization: Bearer sk-wrong\r\n").status, 401);
  EXPECT_EQ(PostOnce(server.port(), kChatPath, body, "Authorization: Bearer sk-right\r\n").status, 200);
  EXPECT_EQ(GetOnce(server.port(), "/v1/models").json()["error"]["code"], "invalid_api_key");
  EXPECT_EQ(GetOnce(server.port(), "/health").status, 200) << "readiness needs no key";
}

TEST(Endpoints, BoundTheBody) {
  const TestServer server;
  const std::string frame = R"({"content":""})";
  const std::string largest = R"({"content":")" + std::string((1u << 20) - frame.size(), 'x') + R"("})";
  ASSERT_EQ(largest.size(), 1u << 20);
  EXPECT_EQ(PostOnce(server.port(), "/tokenize", largest).status, 200);
  const RawAnswer answer = PostOnce(server.port(), "/tokenize", largest + " ");
  EXPECT_EQ(answer.status, 413);
  EXPECT_EQ(answer.json()["error"]["code"], "body_too_large");
}

TEST(Endpoints, RefuseAHugeBodyBeforeItHasCome) {
  const TestServer server;
  RawClient client(server.port());
  client.Send("POST /tokenize HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n{");
  EXPECT_EQ(client.Read().status, 413);
  EXPECT_EQ(GetOnce(server.port(), "/health").status, 200);
}

TEST(Endpoints, BoundTheHeaders) {
  const TestServer server;
  EXPECT_EQ(GetOnce(server.port(), "/health", "X-Pad: " + std::string(20u << 10, 'x') + "\r\n").status, 200);
  EXPECT_NE(GetOnce(server.port(), "/health", "X-Pad: " + std::string(64u << 10, 'x') + "\r\n").status, 200);
  EXPECT_EQ(GetOnce(server.port(), "/health").status, 200);
}

TEST(Endpoints, SurviveWhatIsNoHttp) {
  const TestServer server;
  for (const char* bytes : {"\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                            "POST /tokenize HTTP/1.1\r\nContent-Length: -5\r\n\r\n"}) {
    RawClient client(server.port());
    client.Send(bytes);
    EXPECT_NE(client.Read().status, 200);
  }
  EXPECT_EQ(GetOnce(server.port(), "/health").status, 200);
}

}  // namespace
}  // namespace inferproof
