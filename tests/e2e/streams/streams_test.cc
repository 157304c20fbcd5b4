// Every conformance stream over a real socket: the built program measures the built reference engine, which answers
// with that stream, and its record of the request is the stream's truth.
#include "harness/refserver/streams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/json/document.h"
#include "tests/support/cli_process.h"
#include "tests/support/stream_names.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

class StreamDirectory : public GateDirectory {
 public:
  // One measured request for six tokens, after one that warms up.
  explicit StreamDirectory(const ConformanceStream& stream) {
    const bool silent = stream.truth.outcome == "timed_out";
    WriteTarget("awkward.json", {"--stream", stream.name});
    Write("suites/quick.json",
          R"({"schema": "inferproof.suite/1", "name": "awkward", "version": 1, "seed": 7,
  "target": "targets/awkward.json", "control_probe_s": 0,
  "defaults": {"endpoint": ")" +
              std::string(stream.completions ? "completions" : "chat") +
              R"(", "prompts": "prompts/short.jsonl", "generation": {"max_tokens": 6}, "warmup": {"requests": 1},
    "timeouts": {"idle_s": )" +
              (silent ? "1" : "20") + R"(}},
  "scenarios": [{"name": "one", "load": {"shape": "closed", "concurrency": 1, "requests": 1}}]})");
  }

  // The line of the measured request; null when there is none.
  Json Record() {
    outcome_ = Run({"run", "suites/quick.json", "--runs", "1", "--out", "out/awkward"});
    for (const std::string& line : Split(Text("out/awkward/samples.jsonl"), '\n')) {
      const Json record = Json::parse(line, nullptr, false);
      if (record.is_object() && record.value("phase", "") == "measured") return record;
    }
    return nullptr;
  }
  const std::string& output() const { return outcome_.output; }

 private:
  CliOutcome outcome_;
};

double Between(const Json& record, const char* from, const char* to) {
  return record.value(to, 0.0) - record.value(from, 0.0);
}

class StreamOverASocket : public testing::TestWithParam<ConformanceStream> {};

TEST_P(StreamOverASocket, Shows) {
  const StreamTruth& truth = GetParam().truth;
  StreamDirectory directory(GetParam());
  const Json record = directory.Record();
  ASSERT_TRUE(record.is_object()) << directory.output();
  EXPECT_EQ(record.value("outcome", ""), truth.outcome) << record;
  EXPECT_THAT(record.value("detail", ""), HasSubstr(truth.detail));
  EXPECT_EQ(record.value("deltas", -1), truth.text_events) << record;
  EXPECT_EQ(record.value("output_tokens", std::int64_t{-1}), truth.tokens) << record;
  EXPECT_EQ(record.value("token_source", ""), truth.source);
  EXPECT_EQ(record.value("finish_reason", ""), truth.finish);
  EXPECT_EQ(record.value("streamed", false), truth.streamed);
}

INSTANTIATE_TEST_SUITE_P(Streams, StreamOverASocket, testing::ValuesIn(ConformanceStreams()),
                         [](const auto& row) { return TestNameOf(row.param); });

Json RecordOf(const char* name) { return StreamDirectory(*FindConformanceStream(name)).Record(); }

TEST(StreamTimes, TheRoleChunkIsNoFirstToken) {
  EXPECT_GE(Between(RecordOf("role-first"), "sent_ms", "first_ms"), 200);
}

TEST(StreamTimes, SlowHeadersBelongToTheTimeToTheFirstToken) {
  const Json record = RecordOf("slow-headers");
  EXPECT_GE(Between(record, "sent_ms", "headers_ms"), 300);
  EXPECT_GE(Between(record, "sent_ms", "first_ms"), 300);
}

TEST(StreamTimes, ReasoningIsFirstAndNotYetVisible) {
  const Json record = RecordOf("reasoning");
  EXPECT_GT(Between(record, "first_ms", "first_visible_ms"), 0);
}

TEST(StreamTimes, AStallIsOneLongGap) {
  const Json record = RecordOf("stall");
  const auto gaps = record["gaps_ms"].get<std::vector<double>>();
  ASSERT_FALSE(gaps.empty());
  EXPECT_GE(*std::max_element(gaps.begin(), gaps.end()), 1990);
}

TEST(StreamTimes, AStreamThatStaysOpenHasEndedWithItsDone) {
  const Json record = RecordOf("keep-open");
  EXPECT_GE(Between(record, "last_ms", "ended_ms"), 0);
  EXPECT_LT(Between(record, "last_ms", "ended_ms"), 400) << "it was kept waiting for 500 ms, which is nobody's time";
}

TEST(StreamTimes, EventsThatShareAWriteShareTheirStamp) {
  EXPECT_GE(RecordOf("all-in-one-write").value("deltas_sharing_a_read", 0), 5);
}

// " three" is two of the reference engine's tokens.
TEST(TokenSource, IsTheTokeniserWhereTheServerTellsNoUsage) {
  StreamDirectory directory(*FindConformanceStream("no-usage"));
  ASSERT_TRUE(directory.Record().is_object());
  const Json run = Json::parse(directory.Text("out/awkward/result.json"))["runs"][0];
  EXPECT_EQ(run["token_sources"], Json({{"tokenize", 1}}));
  EXPECT_EQ(run["metrics"]["values"]["output_tokens.mean"]["value"], 7) << run["metrics"];
}

TEST(UnknownStream, IsRefusedWithTheNearestName) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run({"serve", "--stream", "keepopen"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("did you mean 'keep-open'?"));
}

}  // namespace
}  // namespace inferproof
