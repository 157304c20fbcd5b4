#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/outcome.h"
#include "tests/unit/protocol/answer.h"

namespace inferproof {

// The answer read whole, which must be what it is byte by byte and at every two-way split.
inline Response Decode(const Answer& answer) {
  const std::string_view bytes = answer.bytes;
  Response whole = DecodeInPieces(answer, {bytes});
  const std::string want = DescribeAll(whole);
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    single.push_back(bytes.substr(i, 1));
    EXPECT_EQ(DescribeAll(DecodeInPieces(answer, {bytes.substr(0, i), bytes.substr(i)})), want) << "split at " << i;
    if (::testing::Test::HasFailure()) return whole;
  }
  EXPECT_EQ(DescribeAll(DecodeInPieces(answer, single)), want) << "byte by byte";
  return whole;
}

// What the answer comes to when the connection ends in order: "completed", "truncated: ended after ...".
inline std::string Concluded(const Response& response) {
  const Outcome outcome = Conclude(DialectProfile{}, response, EndOfRequest{EndKind::kClean, {}, {}, {}});
  return IsCompleted(outcome) ? "completed" : OutcomeName(outcome) + ": " + DescribeOutcome(outcome);
}

// Events of a chat stream.
inline std::string Event(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }
inline std::string Chunk(std::string_view delta, std::string_view more = {}) {
  return Event(
      "{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" +
      std::string(delta) + ",\"finish_reason\":null}]" + std::string(more) + "}");
}
inline std::string RoleChunk() { return Chunk(R"({"role":"assistant","content":""})"); }
inline std::string Text(std::string_view text, std::string_view more = {}) {
  return Chunk("{\"content\":\"" + std::string(text) + "\"}", more);
}
inline std::string UsageMember(int prompt, int output) {
  return ",\"usage\":{\"prompt_tokens\":" + std::to_string(prompt) +
         ",\"completion_tokens\":" + std::to_string(output) + ",\"total_tokens\":" + std::to_string(prompt + output) +
         "}";
}
inline std::string Finish(std::string_view reason = "stop") {
  return Event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + std::string(reason) + "\"}]}");
}
inline std::string Done() { return "data: [DONE]\n\n"; }

}  // namespace inferproof
