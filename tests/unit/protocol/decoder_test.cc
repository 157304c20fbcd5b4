#include "harness/protocol/decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/protocol/decoding.h"

namespace inferproof {
namespace {

using ::testing::ElementsAre;

Stamp At(std::int64_t user, std::int64_t kernel = 0) { return {MonoTime{user}, MonoTime{kernel}}; }

ResponseDecoder StreamDecoder() {
  ResponseDecoder decoder(Endpoint::kChat);
  decoder.OnHeaders(200, "Text/Event-Stream; charset=utf-8", At(10, 9));
  return decoder;
}

TEST(ResponseDecoder, StampsEachDeltaWithItsRead) {
  ResponseDecoder decoder = StreamDecoder();
  decoder.OnBytes(RoleChunk(), At(20, 19));
  decoder.OnBytes(Text("a"), At(30, 28));
  decoder.OnBytes(Text("b"), At(40));
  const Response& r = decoder.response();
  ASSERT_EQ(r.deltas.size(), 2u);
  EXPECT_EQ(r.headers_at->kernel, MonoTime{9});
  EXPECT_EQ(r.deltas[0].user, MonoTime{30});
  EXPECT_EQ(r.deltas[0].at(), MonoTime{28});
  EXPECT_EQ(r.deltas[1].at(), MonoTime{40});
}

TEST(ResponseDecoder, GivesAnEventTheStampOfTheReadThatCompletedIt) {
  ResponseDecoder decoder = StreamDecoder();
  const std::string event = Text("a");
  decoder.OnBytes(event.substr(0, 20), At(20));
  decoder.OnBytes(event.substr(20), At(30));
  EXPECT_EQ(decoder.response().deltas.at(0).user, MonoTime{30});
}

TEST(ResponseDecoder, FlagsDeltasThatShareARead) {
  ResponseDecoder decoder = StreamDecoder();
  decoder.OnBytes(Text("a") + Text("b") + Text("c"), At(20));
  decoder.OnBytes(Text("d"), At(30));
  // One readiness may come in several calls with one stamp.
  decoder.OnBytes(Text("e"), At(30));
  std::vector<int> shared;
  for (const Delta& delta : decoder.response().deltas) shared.push_back(delta.shared_read);
  EXPECT_THAT(shared, ElementsAre(0, 1, 1, 0, 1));
}

TEST(ResponseDecoder, CountsTheIdleTimeFromEventsWithDataOnly) {
  ResponseDecoder decoder = StreamDecoder();
  EXPECT_EQ(decoder.last_data_at(), MonoTime{0});
  decoder.OnBytes(": ping\n\ndata:\n\n", At(20));
  EXPECT_EQ(decoder.last_data_at(), MonoTime{0});
  decoder.OnBytes(RoleChunk(), At(30));
  EXPECT_EQ(decoder.last_data_at(), MonoTime{30});
  decoder.OnBytes(": ping\n\n" + Text("a").substr(0, 30), At(40));
  EXPECT_EQ(decoder.last_data_at(), MonoTime{30});
}

TEST(ResponseDecoder, CountsTheIdleTimeOfABodyFromItsBytes) {
  ResponseDecoder decoder(Endpoint::kChat);
  decoder.OnHeaders(200, "application/json", At(10));
  EXPECT_EQ(decoder.last_data_at(), MonoTime{0});
  decoder.OnBytes("{", At(20));
  EXPECT_EQ(decoder.last_data_at(), MonoTime{20});
}

TEST(ResponseDecoder, KeepsAFewHeadersOfBoundedLength) {
  ResponseDecoder decoder = StreamDecoder();
  decoder.KeepHeader("server", std::string(5000, 'x'));
  for (int i = 0; i < 100; ++i) decoder.KeepHeader("x-" + std::to_string(i), "v");
  EXPECT_EQ(decoder.response().headers.size(), 32u);
  EXPECT_EQ(decoder.response().headers.at("server").size(), 512u);
}

TEST(ResponseDecoder, KeepsNamesFromTheFirstEventThatHasThem) {
  const Response r = Decode(ChatStream(Event(R"({"model":"","choices":[]})") +
                                       Event(R"({"model":"a","system_fingerprint":null,"choices":[]})") +
                                       Event(R"({"model":"b","system_fingerprint":"f","choices":[]})")));
  EXPECT_EQ(r.model, "a");
  EXPECT_EQ(r.system_fingerprint, "f");
}

TEST(ResponseDecoder, RefusesAJsonBodyBeyondItsBound) {
  ResponseDecoder decoder(Endpoint::kChat);
  decoder.OnHeaders(200, "application/json", At(10));
  const std::string megabyte(1u << 20, ' ');
  for (int i = 0; i < 9; ++i) decoder.OnBytes(megabyte, At(20));
  decoder.OnBytes("{}", At(20));
  decoder.OnEnd();
  EXPECT_EQ(decoder.response().body_bytes, (9u << 20) + 2);
  EXPECT_EQ(decoder.response().malformed, "a JSON body of more than 8 MiB");
}

TEST(ResponseDecoder, ReadsTheHeadOfAHugeErrorBody) {
  ResponseDecoder decoder(Endpoint::kChat);
  decoder.OnHeaders(500, "text/plain", At(10));
  for (int i = 0; i < 100; ++i) decoder.OnBytes("boom " + std::string(10'000, 'x'), At(20));
  decoder.OnEnd();
  EXPECT_EQ(decoder.response().error->substr(0, 8), "boom xxx");
  EXPECT_EQ(decoder.response().error->size(), 300u);
}

TEST(ResponseDecoder, StopsAtAnEventWithoutEnd) {
  ResponseDecoder decoder = StreamDecoder();
  const std::string megabyte(1u << 20, 'x');
  decoder.OnBytes("data: ", At(20));
  for (int i = 0; i < 9; ++i) decoder.OnBytes(megabyte, At(20));
  decoder.OnEnd();
  EXPECT_EQ(decoder.response().malformed, "an event of more than 8 MiB");
}

TEST(ResponseDecoder, KeepsTheFirstFaultAndReadsOn) {
  const Response r = Decode(ChatStream("data: {\n\ndata: [\n\n" + Text("a") + Finish() + Done()));
  EXPECT_EQ(r.malformed, "event 1: invalid JSON");
  EXPECT_EQ(r.content, "a");
}

TEST(ResponseDecoder, ReadsOneAnswerAfterAnother) {
  for (int i = 0; i < 2; ++i) {
    ResponseDecoder decoder = StreamDecoder();
    decoder.OnBytes(Text("a") + Finish() + Done(), At(20));
    decoder.OnEnd();
    ResponseDecoder moved = std::move(decoder);
    EXPECT_EQ(moved.Take().content, "a");
  }
}

}  // namespace
}  // namespace inferproof
