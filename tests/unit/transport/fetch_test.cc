#include "harness/transport/fetch.h"

#include <gtest/gtest.h>

#include "tests/support/scripted_transport.h"

namespace inferproof {
namespace {

using namespace std::chrono_literals;

HttpRequest Get(std::string url) {
  HttpRequest request;
  request.method = "GET";
  request.url = std::move(url);
  return request;
}

TEST(Fetch, JoinsThePiecesOfOneAnswer) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const auto&) { return JsonAnswer(3ms, 200, R"({"data":[]})").SplitEvery(4); });
  const Result<Fetched> fetched = Fetch(transport, clock, Get("http://127.0.0.1:1/v1/models"), 5s);
  ASSERT_TRUE(fetched.ok());
  EXPECT_EQ(fetched->status, 200);
  EXPECT_EQ(fetched->content_type, "application/json");
  EXPECT_EQ(fetched->body, R"({"data":[]})");
}

TEST(Fetch, TakesAnyStatusForAnAnswer) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const auto&) { return JsonAnswer(1ms, 503, "loading"); });
  const Result<Fetched> fetched = Fetch(transport, clock, Get("http://127.0.0.1:1/health"), 5s);
  ASSERT_TRUE(fetched.ok());
  EXPECT_EQ(fetched->status, 503);
}

TEST(Fetch, SaysWhyNobodyAnsweredWithoutTheSecretsOfTheUrl) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const auto&) { return ConnectRefused(); });
  const Result<Fetched> fetched = Fetch(transport, clock, Get("http://user:hunter2@127.0.0.1:1/health"), 5s);
  ASSERT_FALSE(fetched.ok());
  EXPECT_EQ(fetched.error().code, ErrorCode::kUnreachable);
  EXPECT_EQ(fetched.error().what, "Connection refused");
  EXPECT_EQ(fetched.error().Text().find("hunter2"), std::string::npos);
}

TEST(Fetch, GivesUpAtItsTimeoutAndCancelsTheRequest) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const auto&) { return NeverAnswers(); });
  const MonoTime begun = clock.Now();
  const Result<Fetched> fetched = Fetch(transport, clock, Get("http://127.0.0.1:1/health"), 5s);
  ASSERT_FALSE(fetched.ok());
  EXPECT_EQ(fetched.error().code, ErrorCode::kUnreachable);
  EXPECT_EQ(clock.Now() - begun, Nanos(5s));
  EXPECT_EQ(transport.in_flight(), 0);
}

TEST(Fetch, RefusesAnAnswerThatIsCutShort) {
  FakeClock clock;
  ScriptedTransport broken(clock, [](const auto&) {
    Script script;
    return script.Sent().Headers(1ms).Bytes(1ms, "{").End(2ms, EndKind::kReset, "connection reset");
  });
  const Result<Fetched> fetched = Fetch(broken, clock, Get("http://127.0.0.1:1/"), 5s);
  ASSERT_FALSE(fetched.ok());
  EXPECT_EQ(fetched.error().what, "connection reset");
}

TEST(Fetch, RefusesAnEndlessAnswerOnceItIsLongerThanFourMebibytes) {
  FakeClock clock;
  ScriptedTransport transport(clock, [](const auto&) {
    Script script;
    script.Sent().Headers(1ms);
    for (int piece = 0; piece < 6; ++piece) script.Bytes(piece * 1ms + 1ms, std::string(1U << 20U, 'x'));
    return script;
  });
  const Result<Fetched> fetched = Fetch(transport, clock, Get("http://127.0.0.1:1/"), 5s);
  ASSERT_FALSE(fetched.ok());
  EXPECT_EQ(fetched.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(transport.in_flight(), 0);
}

}  // namespace
}  // namespace inferproof
