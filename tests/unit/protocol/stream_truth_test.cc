// Every conformance stream of the reference engine against its known truth: as it leaves the server, at every two-way
// split, and byte by byte. The long ones are split at some places only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/protocol/token_count.h"
#include "harness/record/outcome.h"
#include "harness/refserver/streams.h"
#include "tests/support/stream_names.h"
#include "tests/unit/protocol/answer.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kLongBytes = 16u << 10;
constexpr std::int64_t kAskedFor = 6;

std::string WholeBody(const ConformanceStream& stream) {
  std::string body;
  for (const StreamPiece& piece : stream.pieces) body += piece.bytes;
  return body;
}

class Reading {
 public:
  explicit Reading(const ConformanceStream& stream)
      : decoder_(stream.completions ? Endpoint::kCompletions : Endpoint::kChat) {
    if (stream.status == 0) return;
    std::string type = "text/event-stream";
    for (const auto& [name, value] : stream.headers) {
      if (name == "Content-Type") type = value;
      if (name == "Content-Encoding") decoder_.KeepHeader("content-encoding", value);
      if (name == "Retry-After") decoder_.KeepHeader("retry-after", value);
    }
    decoder_.OnHeaders(stream.status, type, Next());
  }

  // Each piece in memory of its own that dies after the call.
  void Feed(std::string_view bytes) {
    decoder_.OnBytes(std::string(bytes), Next());
    if (first_event_ < 0 && !decoder_.response().deltas.empty()) {
      first_event_ = static_cast<int>(decoder_.response().events) - 1;
    }
  }
  Response End() {
    decoder_.OnEnd();
    return decoder_.Take();
  }
  // Right where bytes came one by one.
  int first_event() const { return first_event_; }

 private:
  Stamp Next() { return Stamp{MonoTime{now_ns_ += 1'000'000}, {}}; }

  ResponseDecoder decoder_;
  std::int64_t now_ns_ = 100'000'000;
  int first_event_ = -1;
};

Response Read(const ConformanceStream& stream, const std::vector<std::string_view>& pieces) {
  Reading reading(stream);
  for (const std::string_view piece : pieces) reading.Feed(piece);
  return reading.End();
}

// nothing: the client itself has to end it, which takes a clock
std::optional<EndKind> EndOf(const ConformanceStream& stream, const Response& response) {
  switch (stream.end) {
    case StreamEnd::kWhole:
      return EndKind::kClean;
    case StreamEnd::kCut:
      return EndKind::kCutShort;
    case StreamEnd::kReset:
      return EndKind::kReset;
    case StreamEnd::kOpen:
      break;
  }
  return response.done_marker ? std::optional(EndKind::kClean) : std::nullopt;
}

class ConformanceStreamTest : public testing::TestWithParam<ConformanceStream> {};

TEST_P(ConformanceStreamTest, Shows) {
  const ConformanceStream& stream = GetParam();
  const StreamTruth& truth = stream.truth;
  std::vector<std::string_view> pieces;
  for (const StreamPiece& piece : stream.pieces) pieces.push_back(piece.bytes);
  const Response r = Read(stream, pieces);
  EXPECT_EQ(r.streamed, truth.streamed);
  EXPECT_EQ(r.deltas.size(), static_cast<std::size_t>(truth.text_events));
  EXPECT_EQ(r.content, truth.visible);
  EXPECT_EQ(r.finish_reason.value_or(""), truth.finish);
  const std::optional<TokenCount> count = OutputTokensOf(r);
  EXPECT_EQ(count ? count->tokens : -1, truth.tokens);
  EXPECT_EQ(count ? TokenSourceName(count->source) : "", truth.source);
  const std::optional<EndKind> end = EndOf(stream, r);
  if (!end) return;
  const Outcome outcome = Conclude(DialectProfile{}, r, EndOfRequest{*end, {}, {}, {}});
  EXPECT_EQ(OutcomeName(outcome), truth.outcome) << DescribeOutcome(outcome);
  EXPECT_THAT(DescribeOutcome(outcome), HasSubstr(truth.detail));
}

TEST_P(ConformanceStreamTest, IsTheSameInAnyPieces) {
  const ConformanceStream& stream = GetParam();
  const std::string body = WholeBody(stream);
  const std::string_view bytes = body;
  const std::string want = DescribeAll(Read(stream, {bytes}));
  const std::size_t step = body.size() <= kLongBytes ? 1 : body.size() / 16 + 1;
  for (std::size_t i = 0; i < body.size(); i += step) {
    ASSERT_EQ(DescribeAll(Read(stream, {bytes.substr(0, i), bytes.substr(i)})), want) << "split at " << i;
  }
  if (body.size() > kLongBytes) return;
  Reading single(stream);
  for (const char& byte : body) single.Feed({&byte, 1});
  if (stream.truth.streamed) {
    EXPECT_EQ(single.first_event(), stream.truth.first_event);
  }
  EXPECT_EQ(DescribeAll(single.End()), want);
}

INSTANTIATE_TEST_SUITE_P(Streams, ConformanceStreamTest, testing::ValuesIn(ConformanceStreams()),
                         [](const auto& row) { return TestNameOf(row.param); });

Delta DeltaOf(std::uint16_t tokens) {
  Delta delta;
  delta.text_bytes = 4;
  delta.tokens = tokens;
  return delta;
}

TEST(UsageDisagreement, IsNamedWhereTheServerContradictsItself) {
  const auto of = [](std::string_view name) {
    const ConformanceStream* stream = FindConformanceStream(name);
    return UsageDisagreement(Read(*stream, {WholeBody(*stream)}), kAskedFor).value_or("");
  };
  EXPECT_EQ(of("beyond-max-tokens"), "usage counts 12 output tokens, 6 were asked for");
  EXPECT_EQ(of("duplicate-chunk"), "usage counts 6 output tokens, 8 events came with text");
}

TEST(UsageDisagreement, IsInNoStreamThatSucceedsBesides) {
  for (const ConformanceStream& stream : ConformanceStreams()) {
    if (stream.truth.outcome != "completed" || stream.name == "beyond-max-tokens" || stream.name == "duplicate-chunk") {
      continue;
    }
    EXPECT_EQ(UsageDisagreement(Read(stream, {WholeBody(stream)}), kAskedFor), std::nullopt) << stream.name;
  }
}

TEST(UsageDisagreement, ComparesWithWhatTheEventsTold) {
  Response response;
  response.streamed = true;
  response.usage = Usage{9, 10, {}};
  for (int i = 0; i < 2; ++i) response.deltas.push_back(DeltaOf(4));
  EXPECT_EQ(UsageDisagreement(response, 16), "usage counts 10 output tokens, its events told 8");
  response.usage->output_tokens = 9;
  EXPECT_EQ(UsageDisagreement(response, 16), std::nullopt) << "the last token has no text";
}

TEST(TokenCount, TakesTheBestSourceThereIs) {
  Response response;
  response.streamed = true;
  response.deltas = {DeltaOf(0), DeltaOf(0)};
  EXPECT_EQ(TokenSourceName(OutputTokensOf(response)->source), "estimate");
  response.tokenized = 3;
  EXPECT_EQ(OutputTokensOf(response)->tokens, 3);
  EXPECT_EQ(TokenSourceName(OutputTokensOf(response)->source), "tokenize");
  for (Delta& delta : response.deltas) delta.tokens = 2;
  EXPECT_EQ(OutputTokensOf(response)->tokens, 4);
  EXPECT_EQ(TokenSourceName(OutputTokensOf(response)->source), "token_ids");
  response.usage = Usage{9, 5, {}};
  EXPECT_EQ(OutputTokensOf(response)->tokens, 5);
  EXPECT_EQ(TokenSourceName(OutputTokensOf(response)->source), "usage");
}

}  // namespace
}  // namespace inferproof
