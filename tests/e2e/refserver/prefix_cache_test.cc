#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "tests/e2e/refserver/raw_client.h"
#include "tests/e2e/refserver/test_server.h"

namespace inferproof {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::Not;

// 4 tokens of the message and 8 of the text: three blocks of four.
constexpr std::string_view kPrompt = "one two six ten red sky sea oak";

ServeOptions WithCache() {
  ServeOptions options = QuickOptions();
  options.profile.cache_blocks = 100;
  options.profile.cache_block_tokens = 4;
  return options;
}

std::int64_t CachedTokens(const TestServer& server, std::string_view more, std::string_view prompt = kPrompt) {
  const RawAnswer answer =
      PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":1)" + std::string(more), prompt));
  return answer.json()["usage"]["prompt_tokens_details"]["cached_tokens"].get<std::int64_t>();
}

TEST(ServedPrefixCache, TellsInUsageWhatItFound) {
  const TestServer server(WithCache());
  EXPECT_EQ(CachedTokens(server, ""), 0) << "cold";
  EXPECT_EQ(CachedTokens(server, ""), 8) << "two of three blocks: the last token must be computed";
  EXPECT_EQ(CachedTokens(server, "", "one two six ten BLUE"), 8);
  EXPECT_EQ(CachedTokens(server, "", "zero two six ten red"), 4) << "what every message begins with";
  EXPECT_EQ(server.Metric("prefix_cache_hit_tokens_total"), 20);
}

TEST(ServedPrefixCache, TellsItInTheUsageOfAStreamToo) {
  const TestServer server(WithCache());
  const std::string body =
      ChatBody(R"(,"max_tokens":1,"stream":true,"stream_options":{"include_usage":true})", kPrompt);
  PostOnce(server.port(), kChatPath, body);
  EXPECT_THAT(PostOnce(server.port(), kChatPath, body).body,
              HasSubstr(R"("prompt_tokens_details":{"cached_tokens":8})"));
}

TEST(ServedPrefixCache, IsBypassedByTheMeansOfTheEngines) {
  const TestServer server(WithCache());
  EXPECT_EQ(CachedTokens(server, R"(,"cache_prompt":false)"), 0);
  EXPECT_EQ(CachedTokens(server, ""), 0) << "nor was the one before it kept";
  EXPECT_EQ(CachedTokens(server, R"(,"cache_prompt":false)"), 0);
  EXPECT_EQ(CachedTokens(server, R"(,"cache_salt":"a")"), 0);
  EXPECT_EQ(CachedTokens(server, R"(,"cache_salt":"a")"), 8);
  EXPECT_EQ(PostOnce(server.port(), kChatPath, ChatBody(R"(,"cache_salt":"")")).status, 400);
}

TEST(ServedPrefixCache, IsEmptiedByThePathThatVllmHasForIt) {
  const TestServer server(WithCache());
  CachedTokens(server, "");
  EXPECT_EQ(PostOnce(server.port(), "/reset_prefix_cache", "").json()["success"], true);
  EXPECT_EQ(CachedTokens(server, ""), 0);
}

TEST(ServedPrefixCache, SparesThePrefillOfWhatItHolds) {
  ServeOptions options = WithCache();
  options.profile.ttft_ms = 0;
  options.profile.prefill_ms_per_token = 40;  // 12 tokens: 480 ms cold, 4 tokens: 160 ms warm
  const TestServer server(options);
  const auto start = steady_clock::now();
  CachedTokens(server, "");
  EXPECT_GE(steady_clock::now() - start, milliseconds(480));
  const auto warm = steady_clock::now();
  CachedTokens(server, "");
  EXPECT_GE(steady_clock::now() - warm, milliseconds(160));
  EXPECT_LT(steady_clock::now() - warm, milliseconds(480));
}

TEST(ServedPrefixCache, IsNotToldOfWhereThereIsNone) {
  const TestServer server;
  EXPECT_THAT(PostOnce(server.port(), kChatPath, ChatBody(R"(,"max_tokens":1)")).body,
              Not(HasSubstr("prompt_tokens_details")));
}

}  // namespace
}  // namespace inferproof
