#include "harness/sse/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace inferproof {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "type|id|data" of each event.
struct Heard {
  std::vector<std::string> events;
  std::uint64_t comments = 0;
  bool failed = false;

  friend bool operator==(const Heard&, const Heard&) = default;
};

Heard Hear(const std::vector<std::string_view>& chunks, std::size_t max_line = 8u << 20) {
  SseParser parser(max_line);
  Heard heard;
  const auto note = [&heard](const SseEvent& event) {
    heard.events.push_back(std::string(event.type) + "|" + std::string(event.id) + "|" + std::string(event.data));
  };
  // A copy that dies after the call: no event may point into bytes of an earlier chunk.
  for (std::string_view chunk : chunks) parser.Feed(std::string(chunk), note);
  parser.Finish(note);
  heard.comments = parser.comments();
  heard.failed = parser.failed();
  return heard;
}

// The events of `bytes`, which must be the same byte by byte and at every two-way split.
std::vector<std::string> Events(std::string_view bytes) {
  const Heard whole = Hear({bytes});
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    single.push_back(bytes.substr(i, 1));
    EXPECT_EQ(Hear({bytes.substr(0, i), bytes.substr(i)}), whole) << "split at " << i;
  }
  EXPECT_EQ(Hear(single), whole) << "byte by byte";
  return whole.events;
}

TEST(SseParser, DispatchesAnEventAtItsBlankLine) {
  EXPECT_THAT(Events("data: a\n\ndata: b\n\n"), ElementsAre("message||a", "message||b"));
}

TEST(SseParser, DispatchesBeforeTheNextChunkComes) {
  SseParser parser;
  std::vector<std::string> data;
  const auto note = [&data](const SseEvent& event) { data.emplace_back(event.data); };
  parser.Feed("data: a\r\n\r", note);
  EXPECT_THAT(data, ElementsAre("a"));
  parser.Feed("\ndata: b\n\n", note);
  EXPECT_THAT(data, ElementsAre("a", "b"));
}

TEST(SseParser, DoesNotCopyAnEventThatLiesWholeInTheChunk) {
  SseParser parser;
  const std::string_view bytes = "data: abc\n\n";
  const char* seen = nullptr;
  parser.Feed(bytes, [&seen](const SseEvent& event) { seen = event.data.data(); });
  EXPECT_EQ(seen, bytes.data() + 6);
}

TEST(SseParser, JoinsDataLinesOfOneEventWithNewline) {
  EXPECT_THAT(Events("data: YHOO\ndata: +2\ndata: 10\n\n"), ElementsAre("message||YHOO\n+2\n10"));
}

TEST(SseParser, TakesAllThreeLineEndsAndMixtures) {
  EXPECT_THAT(Events("data: a\r\n\r\ndata: b\r\rdata: c\n\r\ndata: d\r\n\r"),
              ElementsAre("message||a", "message||b", "message||c", "message||d"));
}

TEST(SseParser, DropsOneSpaceAfterTheColonAndNoMore) {
  EXPECT_THAT(Events("data:a\n\ndata:  b \n\ndata: :c\n\n"), ElementsAre("message||a", "message|| b ", "message||:c"));
}

// The standard's example: two events with empty data for "data", and one newline for "data\ndata".
TEST(SseParser, TakesAFieldNameWithoutColonAsAnEmptyValue) {
  EXPECT_THAT(Events("data\n\ndata\ndata\n\n"), ElementsAre("message||", "message||\n"));
}

TEST(SseParser, CountsCommentsAndIgnoresThem) {
  EXPECT_THAT(Events(": ping\n\n:\n\ndata: a\n: between\ndata: b\n\n"), ElementsAre("message||a\nb"));
  EXPECT_EQ(Hear({": ping\n\n:\n\ndata: a\n: between\ndata: b\n\n"}).comments, 3u);
}

TEST(SseParser, NamesTheEventAndForgetsTheNameAfterIt) {
  EXPECT_THAT(Events("event: error\ndata: a\n\ndata: b\n\n"), ElementsAre("error||a", "message||b"));
}

TEST(SseParser, DispatchesNothingWithoutADataLine) {
  EXPECT_THAT(Events("event: ping\n\nretry: 10\n\n\n\n"), IsEmpty());
  EXPECT_THAT(Events("event: ping\n\ndata: a\n\n"), ElementsAre("message||a"));
}

TEST(SseParser, KeepsTheLastIdUntilAnotherComes) {
  EXPECT_THAT(Events("id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n"),
              ElementsAre("message|1|a", "message|1|b", "message||c"));
}

TEST(SseParser, IgnoresAnIdWithANulByte) {
  EXPECT_THAT(Events(std::string_view("id: 1\nid: 2\0\ndata: a\n\n", 22)), ElementsAre("message|1|a"));
}

// web-platform-tests, eventsource/format-field-parsing.
TEST(SseParser, ReadsFieldsAsTheWebPlatformTestsSay) {
  using std::string_literals::operator""s;
  EXPECT_THAT(Events("data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n "
                     "data:32\ndata:4\n\n"s),
              ElementsAre("message||\0\n 2\n1\n3\n\n4"s));
}

// web-platform-tests, eventsource/format-bom and format-bom-2: one BOM is dropped, a second one spoils its line.
TEST(SseParser, DropsOneLeadingByteOrderMark) {
  EXPECT_THAT(Events("\xEF\xBB\xBF"
                     "data:1\n\n\xEF\xBB\xBF"
                     "data:2\n\ndata:3\n\n"),
              ElementsAre("message||1", "message||3"));
  EXPECT_THAT(Events("\xEF\xBB\xBF\xEF\xBB\xBF"
                     "data:1\n\ndata:2\n\n"),
              ElementsAre("message||2"));
}

TEST(SseParser, DispatchesALastEventWithoutItsBlankLine) {
  EXPECT_THAT(Events("data: a\n\ndata: [DONE]"), ElementsAre("message||a", "message||[DONE]"));
  EXPECT_THAT(Events("data: a\n"), ElementsAre("message||a"));
}

TEST(SseParser, KeepsCharactersThatChunksCutInTwo) {
  EXPECT_THAT(Events("data: \xF0\x9F\x98\x80\xC3\xA9\n\n"), ElementsAre("message||\xF0\x9F\x98\x80\xC3\xA9"));
}

TEST(SseParser, StopsForGoodAtALineThatIsTooLong) {
  const std::string_view bytes = "data: 1\n\ndata: 345\n\ndata: 2\n\n";
  const Heard whole = Hear({bytes}, 8);
  EXPECT_TRUE(whole.failed);
  EXPECT_THAT(whole.events, ElementsAre("message||1"));
  for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(Hear({bytes.substr(0, i), bytes.substr(i)}, 8), whole) << i;
  EXPECT_FALSE(Hear({bytes}, 9).failed);
}

TEST(SseParser, BoundsTheDataOfOneEventToo) {
  EXPECT_TRUE(Hear({"data: 1234\ndata: 1234\ndata: 1234\n\n"}, 12).failed);
  EXPECT_FALSE(Hear({"data: 1234\ndata: 1234\n\n"}, 12).failed);
}

TEST(SseParser, NeverHoldsMoreThanTheLimitOfAnEndlessLine) {
  SseParser parser(1024);
  for (int i = 0; i < 1000; ++i) parser.Feed(std::string(100, 'x'), [](const SseEvent&) { FAIL(); });
  EXPECT_TRUE(parser.failed());
}

}  // namespace
}  // namespace inferproof
