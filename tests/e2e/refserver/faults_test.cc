#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "harness/refserver/tokenizer.h"
#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::Not;

ServeOptions WithFault(std::string_view fault) {
  ServeOptions options = QuickOptions();
  EXPECT_TRUE(ParseFault(fault, options.faults).ok());
  return options;
}

const std::string kTenTokens = ChatBody(R"(,"max_tokens":10,"stream":true,"stream_options":{"include_usage":true})");

TEST(FaultSlow, StretchesEveryTime) {
  ServeOptions options = WithFault("slow=0.5");
  options.profile.ttft_ms = 40;
  options.profile.token_ms = 4;
  const TestServer server(options);
  const auto start = steady_clock::now();
  PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_GE(steady_clock::now() - start, milliseconds(114));  // 1.5 * (40 + 9 * 4)
}

TEST(FaultWrong, AltersTheTableAndNothingElse) {
  const TestServer sound;
  const TestServer wrong(WithFault("wrong"));
  EXPECT_EQ(PostOnce(wrong.port(), kChatPath, ChatBody("", "What is 7 + 5?")).Text(), "It is 13.");
  EXPECT_EQ(PostOnce(wrong.port(), kChatPath, kTenTokens).Text(), PostOnce(sound.port(), kChatPath, kTenTokens).Text());
}

TEST(FaultTruncated, EndsStreamsCleanlyAfterHalf) {
  const TestServer server(WithFault("truncated=1"));
  const RawAnswer answer = PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_TRUE(answer.complete) << "clean as HTTP";
  EXPECT_EQ(CountTokens(answer.Text()), 5);
  EXPECT_EQ(answer.FinishReason(), "");
  EXPECT_THAT(answer.body, Not(HasSubstr("[DONE]")));
  EXPECT_THAT(answer.body, Not(HasSubstr("usage")));
  EXPECT_EQ(server.Metric("requests_running"), 0);
}

TEST(FaultTruncated, LeavesWholeAnswersAlone) {
  const TestServer server(WithFault("truncated=1"));
  EXPECT_EQ(PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":10)")).FinishReason(), "length");
}

TEST(FaultTruncated, BreaksAStreamOfOneTokenToo) {
  const TestServer server(WithFault("truncated=1"));
  const RawAnswer answer = PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":1,"stream":true)"));
  EXPECT_EQ(CountTokens(answer.Text()), 1);
  EXPECT_EQ(answer.FinishReason(), "");
}

TEST(FaultErrorMidStream, EndsStreamsWithAnErrorAfterHalf) {
  const TestServer server(WithFault("error-mid-stream=1"));
  const RawAnswer answer = PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(CountTokens(answer.Text()), 5);
  EXPECT_EQ(Json::parse(answer.Events().back())["error"]["type"], "server_error");
  EXPECT_EQ(answer.FinishReason(), "");
}

TEST(FaultEarlyStop, EndsEveryAnswerAfterHalfAsIfItWereWhole) {
  const TestServer server(WithFault("early-stop"));
  const RawAnswer answer = PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(CountTokens(answer.Text()), 5);
  EXPECT_EQ(answer.FinishReason(), "stop");
  EXPECT_EQ(answer.Events().back(), "[DONE]");
}

TEST(FaultBuffered, HoldsEveryEventUntilTheEnd) {
  ServeOptions options = WithFault("buffered");
  options.profile.ttft_ms = 20;
  options.profile.token_ms = 10;
  const TestServer server(options);
  RawClient client(server.port());
  const auto start = steady_clock::now();
  client.Post(kChatPath, kTenTokens);
  ASSERT_TRUE(client.WaitFor("assistant"));
  EXPECT_GE(steady_clock::now() - start, milliseconds(110));  // 20 + 9 * 10: no event before the last is due
  const RawAnswer answer = client.Read();
  EXPECT_EQ(answer.TextEvents(), 10u);
  EXPECT_EQ(answer.Events().back(), "[DONE]");
}

TEST(FaultTruncated, BreaksAShareOfTheStreamsThatItsSeedPicks) {
  const auto broken = [] {
    const TestServer server(WithFault("truncated=0.3"));
    std::string pattern;
    for (int i = 0; i < 40; ++i) {
      pattern += PostOnce(server.port(), kChatPath, kTenTokens).FinishReason().empty() ? 'x' : '.';
    }
    return pattern;
  };
  const std::string pattern = broken();
  EXPECT_THAT(pattern, HasSubstr("x"));
  EXPECT_THAT(pattern, HasSubstr("."));
  EXPECT_EQ(broken(), pattern);
}

TEST(FaultStatus, RefusesARequestInPlaceOfAnAnswer) {
  const TestServer busy(WithFault("429=1"));
  const RawAnswer refused = PostOnce(busy.port(), kChatPath, kTenTokens);
  EXPECT_EQ(refused.status, 429);
  EXPECT_THAT(refused.head, HasSubstr("Retry-After: 1\r\n"));
  EXPECT_EQ(refused.json()["error"]["code"], "rate_limited");
  const TestServer loading(WithFault("503=1"));
  EXPECT_EQ(PostOnce(loading.port(), kChatPath, ChatBody()).status, 503) << "whole answers too";
}

TEST(FaultReset, EndsStreamsWithAResetAfterHalf) {
  ServeOptions options = WithFault("reset=1");
  options.profile.token_ms = 5;
  const TestServer server(options);
  const RawAnswer answer = PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_FALSE(answer.complete);
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(server.WaitForMetric("requests_running", 0));
}

TEST(FaultHang, FallsSilentAfterHalfAndHoldsItsSlotUntilTheClientGoes) {
  const TestServer server(WithFault("hang=1"));
  {
    RawClient client(server.port());
    client.Post(kChatPath, kTenTokens);
    ASSERT_TRUE(client.WaitFor("assistant"));
    ASSERT_TRUE(server.WaitForMetric("generation_tokens_total", 5));
    EXPECT_EQ(server.Metric("requests_running"), 1);
  }
  EXPECT_TRUE(server.WaitForMetric("requests_running", 0));
}

TEST(FaultClump, SendsItsEventsInBursts) {
  ServeOptions options = WithFault("clump=5");
  options.profile.token_ms = 10;
  const TestServer server(options);
  RawClient client(server.port());
  const auto start = steady_clock::now();
  client.Post(kChatPath, kTenTokens);
  ASSERT_TRUE(client.WaitFor("assistant"));
  EXPECT_GE(steady_clock::now() - start, milliseconds(40)) << "the first of five waits for the fifth";
  EXPECT_EQ(client.Read().TextEvents(), 10u);
}

TEST(FaultUsageWrong, MultipliesTheCountOfOutputTokens) {
  const TestServer server(WithFault("usage-wrong=1.5"));
  EXPECT_EQ(PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":10)")).json()["usage"]["completion_tokens"],
            15);
}

TEST(FaultRestart, CutsOffWhatIsServedAndBeginsAnew) {
  ServeOptions options = WithFault("restart=2");
  options.profile.cache_blocks = 100;
  options.profile.cache_block_tokens = 4;
  options.profile.token_ms = 5;
  const TestServer server(options);
  const auto started = [&] {
    const std::string text = GetOnce(server.port(), "/metrics").body;
    const std::size_t at = text.find("\nprocess_start_time_seconds ");
    return text.substr(at, text.find('\n', at + 1) - at);
  };
  const std::string before = started();
  EXPECT_TRUE(PostOnce(server.port(), kChatPath, kTenTokens).complete);
  EXPECT_EQ(started(), before);
  EXPECT_FALSE(PostOnce(server.port(), kChatPath, kTenTokens).complete) << "the second";
  EXPECT_NE(started(), before);
  EXPECT_EQ(server.Metric("requests_total"), 0);
  const RawAnswer after = PostOnce(server.port(), kChatPath, kTenTokens);
  EXPECT_TRUE(after.complete);
  EXPECT_THAT(after.body, HasSubstr(R"("cached_tokens":0)")) << "the cache is empty again";
}

}  // namespace
}  // namespace inferproof
