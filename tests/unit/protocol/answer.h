#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/protocol/decoder.h"

namespace inferproof {

// One HTTP answer, as a test writes it.
struct Answer {
  std::string bytes;
  Endpoint endpoint = Endpoint::kChat;
  std::string content_type = "text/event-stream";
  int status = 200;
};

inline Answer ChatStream(std::string bytes) { return {std::move(bytes)}; }
inline Answer CompletionStream(std::string bytes) { return {std::move(bytes), Endpoint::kCompletions}; }
inline Answer JsonBody(std::string bytes, int status = 200) {
  return {std::move(bytes), Endpoint::kChat, "application/json; charset=utf-8", status};
}

// Each piece in a call of its own, 1 ms apart from 100 ms on.
inline Response DecodeInPieces(const Answer& answer, const std::vector<std::string_view>& pieces) {
  ResponseDecoder decoder(answer.endpoint);
  std::int64_t now_ns = 100'000'000;
  decoder.OnHeaders(answer.status, answer.content_type, Stamp{MonoTime{now_ns}, {}});
  for (const std::string_view piece : pieces) {
    now_ns += 1'000'000;
    // A copy that dies after the call: nothing may be kept by reference.
    decoder.OnBytes(std::string(piece), Stamp{MonoTime{now_ns}, {}});
  }
  decoder.OnEnd();
  return decoder.Take();
}

// "content 2 (3 tokens)": everything of a delta but its stamps.
inline std::string DescribeDelta(const Delta& delta) {
  static constexpr const char* kKinds[] = {"content", "reasoning", "refusal", "arguments", "text"};
  std::string text = kKinds[static_cast<int>(delta.kind)];
  text += " " + std::to_string(delta.text_bytes);
  if (delta.tokens > 0) text += " (" + std::to_string(delta.tokens) + " tokens)";
  return text;
}

inline std::vector<std::string> DescribeDeltas(const Response& response) {
  std::vector<std::string> all;
  for (const Delta& delta : response.deltas) all.push_back(DescribeDelta(delta));
  return all;
}

// "5 + 12 (4 cached)": prompt and output tokens; "-" for what is not told.
inline std::string DescribeUsage(const Response& response) {
  if (!response.usage) return "none";
  const auto count = [](const std::optional<std::int64_t>& n) { return n ? std::to_string(*n) : std::string("-"); };
  std::string text = count(response.usage->prompt_tokens) + " + " + count(response.usage->output_tokens);
  if (response.usage->cached_tokens) text += " (" + count(response.usage->cached_tokens) + " cached)";
  return text;
}

// All that does not depend on when the bytes came.
inline std::string DescribeAll(const Response& r) {
  std::string text = std::to_string(r.http_status) + (r.streamed ? " stream" : " body") + "\ncontent: " + r.content +
                     "\nreasoning: " + r.reasoning + "\nrefusal: " + r.refusal + "\n";
  for (const ToolCall& call : r.tool_calls) text += "call " + call.id + " " + call.name + " " + call.arguments + "\n";
  for (const std::string& delta : DescribeDeltas(r)) text += delta + ", ";
  text += "\nvisible from " + (r.first_visible ? std::to_string(*r.first_visible) : "nowhere");
  text += "\nusage " + DescribeUsage(r) + "\nfinish " + r.finish_reason.value_or("none");
  text += r.done_marker ? "\n[DONE]" : "\nno [DONE]";
  text += "\nerror " + r.error.value_or("none") + "\nmalformed " + r.malformed.value_or("none");
  text += "\nmodel " + r.model + " " + r.system_fingerprint;
  text += "\nevents " + std::to_string(r.events) + " comments " + std::to_string(r.comments) + " bytes " +
          std::to_string(r.body_bytes) + " other choices " + std::to_string(r.other_choices);
  if (r.timings) text += "\nprompt_ms " + std::to_string(r.timings->prompt_ms.value_or(-1));
  return text;
}

}  // namespace inferproof
