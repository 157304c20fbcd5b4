// Bodies of a llama.cpp server (b10587), as it sent them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/unit/protocol/decoding.h"

namespace inferproof {
namespace {

std::string File(const std::string& name) {
  std::ifstream file(std::string(INFERPROOF_SOURCE_DIR) + "/tests/unit/protocol/files/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(LlamaCppServer, StreamsAChat) {
  const Response r = Decode(ChatStream(File("llamacpp_chat_stream.txt")));
  EXPECT_EQ(r.content, ", there was a little girl named Lily. She");
  EXPECT_EQ(r.deltas.size(), 12u);  // 12 tokens; the role, the finish and the usage have events of their own
  EXPECT_EQ(r.events, 16u);
  EXPECT_EQ(DescribeUsage(r), "5 + 12 (4 cached)");
  EXPECT_EQ(r.finish_reason, "length");
  EXPECT_EQ(r.model, "tiny-f32.gguf");
  EXPECT_EQ(r.system_fingerprint, "b10587-3f545becc");
  EXPECT_EQ(r.timings->prompt_ms, 0.582);
  EXPECT_EQ(r.timings->predicted_ms, 3.339);
  EXPECT_EQ(r.timings->cached_tokens, 4);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(LlamaCppServer, HoldsBytesBackUntilACharacterIsWhole) {
  const Response r = Decode(CompletionStream(File("llamacpp_held_characters.txt")));
  EXPECT_EQ(r.content, "é😀x😀");
  EXPECT_EQ(r.events, 7u);
  EXPECT_EQ(r.deltas.size(), 4u);
  EXPECT_EQ(DescribeUsage(r), "2 + 11 (1 cached)");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(LlamaCppServer, SendsEmptyEventsWhileAStopStringMayBeginAndThenALump) {
  const Response r = Decode(CompletionStream(File("llamacpp_held_stop_string.txt")));
  EXPECT_EQ(DescribeDelta(r.deltas.at(0)), "text 1");
  EXPECT_EQ(DescribeDelta(r.deltas.at(1)), "text 21");
  EXPECT_EQ(r.deltas.size(), 9u);
  EXPECT_EQ(DescribeUsage(r), "5 + 24 (2 cached)");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(LlamaCppServer, InterleavesTwoChoices) {
  const Response r = Decode(ChatStream(File("llamacpp_two_choices.txt")));
  EXPECT_EQ(r.content, ", there was a");
  EXPECT_EQ(r.deltas.size(), 4u);
  EXPECT_EQ(r.other_choices, 6u);
  EXPECT_EQ(DescribeUsage(r), "5 + 4 (4 cached)");
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(LlamaCppServer, AnswersWithoutAStream) {
  const Response r = Decode(JsonBody(File("llamacpp_chat_body.json")));
  EXPECT_EQ(r.content, ", there was a little girl named Lily. She loved to play outside in the p");
  EXPECT_EQ(DescribeUsage(r), "5 + 24 (4 cached)");
  EXPECT_EQ(r.timings->predicted_ms, 12.485);
  EXPECT_EQ(Concluded(r), "completed");
}

TEST(LlamaCppServer, RefusesAPromptThatIsTooLong) {
  const Response r = Decode(JsonBody(
      R"({"error":{"code":400,"message":"request (722 tokens) exceeds the available context size (512 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":722,"n_ctx":512}})",
      400));
  EXPECT_EQ(Concluded(r),
            "http_error: HTTP 400: request (722 tokens) exceeds the available context size (512 tokens), try "
            "increasing it");
}

}  // namespace
}  // namespace inferproof
