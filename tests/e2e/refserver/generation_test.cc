#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "harness/refserver/tokenizer.h"
#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::Not;

TEST(ReferenceServer, StreamsAChatTokenByToken) {
  const TestServer server;
  const RawAnswer answer = PostOnce(
      server.port(), kChatPath, ChatBody(R"(,"max_tokens":12,"stream":true,"stream_options":{"include_usage":true})"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.complete);
  EXPECT_THAT(answer.head, HasSubstr("Content-Type: text/event-stream\r\n"));
  const std::vector<std::string> events = answer.Events();
  ASSERT_EQ(events.size(), 1u + 12 + 1 + 1 + 1) << "role, tokens, finish, usage, [DONE]";
  EXPECT_EQ(Json::parse(events[0])["choices"][0]["delta"], Json::parse(R"({"role":"assistant","content":""})"));
  EXPECT_EQ(Json::parse(events[13])["choices"][0]["finish_reason"], "length");
  EXPECT_EQ(Json::parse(events[14])["choices"], Json::array());
  EXPECT_EQ(Json::parse(events[14])["usage"],
            Json::parse(R"({"prompt_tokens":8,"completion_tokens":12,"total_tokens":20})"));
  EXPECT_EQ(events[15], "[DONE]");
  EXPECT_EQ(answer.TextEvents(), 12u);
  EXPECT_EQ(CountTokens(answer.Text()), 12);
}

TEST(ReferenceServer, StreamsACompletionTokenByToken) {
  const TestServer server;
  const RawAnswer answer =
      PostOnce(server.port(), kCompletionsPath, CompletionBody(R"(,"max_tokens":5,"stream":true)"));
  const std::vector<std::string> events = answer.Events();
  ASSERT_EQ(events.size(), 5u + 1 + 1) << "tokens, finish, [DONE]; no role, and usage was not asked for";
  EXPECT_EQ(Json::parse(events[0])["object"], "text_completion");
  EXPECT_EQ(answer.FinishReason(), "length");
}

TEST(ReferenceServer, RepeatsIdentityInEveryChunk) {
  const auto before =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  const TestServer server;
  const RawAnswer answer = PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":4,"stream":true)"));
  std::set<std::string> identities;
  for (const std::string& event : answer.Events()) {
    if (event == "[DONE]") continue;
    const Json chunk = Json::parse(event);
    EXPECT_GE(chunk["created"].get<std::int64_t>(), before);
    identities.insert(chunk["id"].get<std::string>() + chunk["created"].dump() + chunk["model"].dump() +
                      chunk["object"].dump() + chunk["system_fingerprint"].dump());
  }
  EXPECT_EQ(identities.size(), 1u);
}

TEST(ReferenceServer, GivesTheSameTextStreamedAndWhole) {
  const TestServer server;
  for (const std::string_view path : {kChatPath, kCompletionsPath}) {
    const bool chat = path == kChatPath;
    const std::string whole = R"(,"max_tokens":40,"seed":5)";
    const std::string streamed = whole + R"(,"stream":true)";
    const RawAnswer one = PostOnce(server.port(), path, chat ? ChatBody(whole) : CompletionBody(whole));
    const RawAnswer two = PostOnce(server.port(), path, chat ? ChatBody(streamed) : CompletionBody(streamed));
    EXPECT_EQ(one.json()["usage"]["completion_tokens"], 40);
    EXPECT_EQ(one.Text(), two.Text());
    EXPECT_EQ(CountTokens(one.Text()), 40);
    EXPECT_EQ(one.FinishReason(), two.FinishReason());
  }
}

TEST(ReferenceServer, GivesTheSameTextFromTwoServers) {
  ServeOptions other = QuickOptions();
  other.noise_seed = 99;
  const TestServer one;
  const TestServer two(other);
  const std::string body = ChatBody(R"(,"max_tokens":50,"seed":3)");
  const std::string text = PostOnce(one.port(), kChatPath, body).Text();
  EXPECT_EQ(PostOnce(two.port(), kChatPath, body).Text(), text);
  EXPECT_NE(PostOnce(one.port(), kChatPath, ChatBody(R"(,"max_tokens":50,"seed":4)")).Text(), text);
}

TEST(ReferenceServer, KnowsTheAnswersOfItsTable) {
  const TestServer server;
  const RawAnswer answer = PostOnce(server.port(), kChatPath, ChatBody("", "What is 7 + 5?"));
  EXPECT_EQ(answer.Text(), "It is 12.");
  EXPECT_EQ(answer.FinishReason(), "stop");
  EXPECT_EQ(answer.json()["usage"]["completion_tokens"], 3);  // "It", " is", " 12."
  const RawAnswer busted = PostOnce(server.port(), kChatPath, ChatBody("", "[abcdefghij] What is 7 + 5?"));
  EXPECT_EQ(busted.FinishReason(), "length") << "a nonce is part of the prompt";
}

TEST(ReferenceServer, EndsAtAStopString) {
  const TestServer server;
  const RawAnswer answer =
      PostOnce(server.port(), kChatPath, ChatBody(R"(,"stream":true,"stop":[" 12"])", "What is 7 + 5?"));
  EXPECT_EQ(answer.Text(), "It is");
  EXPECT_EQ(answer.FinishReason(), "stop");
}

TEST(ReferenceServer, StreamsAnEmptyAnswerWithItsFinish) {
  const TestServer server;
  const RawAnswer answer =
      PostOnce(server.port(), kChatPath, ChatBody(R"(,"stream":true,"stop":["It"])", "What is 7 + 5?"));
  EXPECT_EQ(answer.Events().size(), 3u) << "role, finish, [DONE]";
  EXPECT_EQ(answer.FinishReason(), "stop");
}

TEST(ReferenceServer, PutsSeveralTokensInAnEventAfterTheFirst) {
  ServeOptions options = QuickOptions();
  options.profile.tokens_per_event = 4;
  const TestServer server(options);
  const RawAnswer answer = PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":12,"stream":true)"));
  EXPECT_EQ(answer.TextEvents(), 4u);  // 1 + 4 + 4 + 3
  EXPECT_EQ(CountTokens(answer.Text()), 12);
}

TEST(ReferenceServer, IsNeverFasterThanItsProfile) {
  ServeOptions options = QuickOptions();
  options.profile.ttft_ms = 60;
  options.profile.prefill_ms_per_token = 5;
  options.profile.token_ms = 4;
  const TestServer server(options);
  RawClient client(server.port());
  const auto start = steady_clock::now();
  client.Post(kChatPath, ChatBody(R"(,"max_tokens":11,"stream":true)"));
  ASSERT_TRUE(client.WaitFor("assistant"));
  EXPECT_GE(steady_clock::now() - start, milliseconds(100));  // 60 + 8 * 5
  client.Read();
  EXPECT_GE(steady_clock::now() - start, milliseconds(140));  // + 10 * 4
  const auto again = steady_clock::now();
  PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":11)"));
  EXPECT_GE(steady_clock::now() - again, milliseconds(140)) << "a whole answer takes as long as its stream";
}

TEST(ReferenceServer, CountsWhatItServed) {
  const TestServer server;
  PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":12)"));
  PostOnce(server.port(), kCompletionsPath, CompletionBody(R"(,"max_tokens":5,"stream":true)"));
  EXPECT_EQ(server.Metric("requests_total"), 2);
  EXPECT_EQ(server.Metric("requests_running"), 0);
  EXPECT_EQ(server.Metric("requests_waiting"), 0);
  EXPECT_EQ(server.Metric("prompt_tokens_total"), 8 + 4);
  EXPECT_EQ(server.Metric("generation_tokens_total"), 12 + 5);
}

}  // namespace
}  // namespace inferproof
