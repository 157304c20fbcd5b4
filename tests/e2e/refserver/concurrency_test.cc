#include <gtest/gtest.h>

#include "harness/refserver/tokenizer.h"
#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

// Requests that hold their slot until their client goes away.
ServeOptions EndlessOptions(int slots) {
  ServeOptions options = QuickOptions();
  options.profile.slots = slots;
  options.profile.token_ms = 60000;
  return options;
}
const std::string kEndless = ChatBody(R"(,"max_tokens":1000,"stream":true)");
const std::string kOneToken = ChatBody(R"(,"max_tokens":1,"stream":true)");

TEST(Slots, LetTheSeventhRequestWaitUntilOneOfSixIsFree) {
  const TestServer server(EndlessOptions(6));
  std::vector<RawClient> six;
  for (int i = 0; i < 6; ++i) {
    six.emplace_back(server.port());
    six.back().Post(kChatPath, kEndless);
    ASSERT_TRUE(six.back().WaitFor("assistant"));
  }
  RawClient seventh(server.port());
  seventh.Post(kChatPath, kOneToken);
  ASSERT_TRUE(server.WaitForMetric("requests_waiting", 1));
  EXPECT_EQ(server.Metric("requests_running"), 6);
  EXPECT_FALSE(seventh.HasBytes()) << "no headers while it waits";

  six[2].Close();

  EXPECT_EQ(seventh.Read().FinishReason(), "length");
  EXPECT_EQ(server.Metric("requests_waiting"), 0);
  EXPECT_EQ(server.Metric("requests_running"), 5);
}

TEST(Slots, AreGivenInTheOrderOfArrival) {
  const TestServer server(EndlessOptions(1));
  RawClient holder(server.port());
  holder.Post(kChatPath, kEndless);
  ASSERT_TRUE(holder.WaitFor("assistant"));
  RawClient second(server.port());
  second.Post(kChatPath, kEndless);
  ASSERT_TRUE(server.WaitForMetric("requests_waiting", 1));
  RawClient third(server.port());
  third.Post(kChatPath, kOneToken);
  ASSERT_TRUE(server.WaitForMetric("requests_waiting", 2));

  holder.Close();

  ASSERT_TRUE(second.WaitFor("assistant"));
  EXPECT_FALSE(third.HasBytes());
  second.Close();
  EXPECT_EQ(third.Read().FinishReason(), "length");
}

TEST(Slots, AreFreeAtOnceWhenTheClientOfAWholeAnswerGoesAway) {
  const TestServer server(EndlessOptions(1));
  RawClient client(server.port());
  client.Post(kChatPath, ChatBody(R"(,"max_tokens":1000)"));
  ASSERT_TRUE(server.WaitForMetric("requests_running", 1));
  client.Close();
  EXPECT_TRUE(server.WaitForMetric("requests_running", 0));
}

TEST(Slots, ForgetARequestWhoseClientLeavesTheQueue) {
  const TestServer server(EndlessOptions(1));
  RawClient holder(server.port());
  holder.Post(kChatPath, kEndless);
  ASSERT_TRUE(holder.WaitFor("assistant"));
  RawClient waiting(server.port());
  waiting.Post(kChatPath, kEndless);
  ASSERT_TRUE(server.WaitForMetric("requests_waiting", 1));
  waiting.Close();
  EXPECT_TRUE(server.WaitForMetric("requests_waiting", 0));
  EXPECT_EQ(server.Metric("requests_running"), 1);
}

TEST(Connections, ServeOneRequestAfterTheOther) {
  const TestServer server;
  RawClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    client.Post(kChatPath, ChatBody(R"(,"max_tokens":3,"stream":true)"));
    EXPECT_EQ(client.Read().TextEvents(), 3u);
  }
}

TEST(Connections, AnswerPipelinedRequestsInOrder) {
  ServeOptions options = QuickOptions();
  options.profile.ttft_ms = 50;
  const TestServer server(options);
  RawClient client(server.port());
  client.Post(kChatPath, ChatBody(R"(,"max_tokens":3)"));
  ASSERT_TRUE(server.WaitForMetric("requests_total", 1));
  client.Get("/health");  // arrives while an answer is owed
  EXPECT_EQ(client.Read().json()["usage"]["completion_tokens"], 3);
  EXPECT_EQ(client.Read().body, R"({"status":"ok"})");
}

TEST(ReferenceServer, ServesAThousandStreamsAtOnceWithExactTotals) {
  constexpr int kStreams = 1000;
  constexpr int kTokens = 20;
  ServeOptions options = QuickOptions();
  options.profile.slots = kStreams;
  options.profile.ttft_ms = 5000;  // long enough that all are there before the first has its token
  options.profile.token_ms = 5;
  const TestServer server(options);
  const std::string body = ChatBody(R"(,"max_tokens":20,"stream":true,"stream_options":{"include_usage":true})");
  std::vector<RawClient> clients;
  clients.reserve(kStreams);
  for (int i = 0; i < kStreams; ++i) {
    clients.emplace_back(server.port());
    clients.back().Post(kChatPath, body);
  }
  EXPECT_TRUE(server.WaitForMetric("requests_running", kStreams));
  for (RawClient& client : clients) {
    const RawAnswer answer = client.Read();
    ASSERT_TRUE(answer.complete);
    ASSERT_EQ(CountTokens(answer.Text()), kTokens);
    const std::vector<std::string> events = answer.Events();
    ASSERT_EQ(events.size(), 1u + kTokens + 3) << "role, tokens, finish, usage, [DONE]";
    ASSERT_EQ(Json::parse(events[kTokens + 2])["usage"]["completion_tokens"], kTokens);
  }
  EXPECT_EQ(server.Metric("generation_tokens_total"), kStreams * kTokens);
  EXPECT_EQ(server.Metric("requests_running"), 0);
}

}  // namespace
}  // namespace inferproof
