#include "harness/refserver/chunk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

AnswerIdentity Identity(Api api) {
  return {.api = api, .id = "x-1", .created = 1700000000, .model = "m\"7b", .system_fingerprint = "fp_1"};
}

// The payload of one event, without what all of them share.
Json Payload(const std::string& event, const std::string& object) {
  EXPECT_TRUE(event.starts_with("data: ") && event.ends_with("}\n\n")) << event;
  EXPECT_EQ(event.find('\n'), event.size() - 2) << "an event is one line of data";
  Json payload = Json::parse(event.substr(6));
  EXPECT_EQ(payload["id"], "x-1");
  EXPECT_EQ(payload["object"], object);
  EXPECT_EQ(payload["created"], 1700000000);
  EXPECT_EQ(payload["model"], "m\"7b");
  EXPECT_EQ(payload["system_fingerprint"], "fp_1");
  for (const char* shared : {"id", "object", "created", "model", "system_fingerprint"}) payload.erase(shared);
  return payload;
}

// The shapes are those of the OpenAI API reference and of vLLM.
TEST(ChunkFormat, WritesTheChunksOfAChat) {
  const ChunkFormat chunks(Identity(Api::kChat));
  const std::string object = "chat.completion.chunk";
  EXPECT_EQ(Payload(chunks.Role(), object),
            Json::parse(R"({"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]})"));
  EXPECT_EQ(Payload(chunks.Text("a\n\"é"), object),
            Json::parse(R"({"choices":[{"index":0,"delta":{"content":"a\n\"é"},"finish_reason":null}]})"));
  EXPECT_EQ(Payload(chunks.Finish("length"), object),
            Json::parse(R"({"choices":[{"index":0,"delta":{},"finish_reason":"length"}]})"));
  EXPECT_EQ(Payload(chunks.Usage({8, 12}), object),
            Json::parse(R"({"choices":[],"usage":{"prompt_tokens":8,"completion_tokens":12,"total_tokens":20}})"));
}

TEST(ChunkFormat, WritesTheChunksOfACompletion) {
  const ChunkFormat chunks(Identity(Api::kCompletions));
  EXPECT_EQ(chunks.Role(), "");
  EXPECT_EQ(Payload(chunks.Text("a"), "text_completion"),
            Json::parse(R"({"choices":[{"index":0,"text":"a","logprobs":null,"finish_reason":null}]})"));
  EXPECT_EQ(Payload(chunks.Finish("stop"), "text_completion"),
            Json::parse(R"({"choices":[{"index":0,"text":"","logprobs":null,"finish_reason":"stop"}]})"));
}

TEST(AnswerBody, HoldsAWholeChatAnswer) {
  EXPECT_EQ(Json::parse(AnswerBody(Identity(Api::kChat), "hi", "stop", {3, 1})), Json::parse(R"({
      "id":"x-1","object":"chat.completion","created":1700000000,"model":"m\"7b","system_fingerprint":"fp_1",
      "choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"logprobs":null,"finish_reason":"stop"}],
      "usage":{"prompt_tokens":3,"completion_tokens":1,"total_tokens":4}})"));
}

TEST(AnswerBody, HoldsAWholeCompletion) {
  const Json body = Json::parse(AnswerBody(Identity(Api::kCompletions), "hi", "length", {3, 1}));
  EXPECT_EQ(body["object"], "text_completion");
  EXPECT_EQ(body["choices"], Json::parse(R"([{"index":0,"text":"hi","logprobs":null,"finish_reason":"length"}])"));
}

}  // namespace
}  // namespace inferproof
