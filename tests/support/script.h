#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/transport/transport.h"

namespace inferproof {

// One thing that happens to a request, `at` after it was started (kSent) or after the server took it up (the others).
struct ScriptStep {
  enum class Kind { kSent, kHeaders, kBytes, kEnd };
  Kind kind = Kind::kSent;
  Nanos at{0};
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string text;  // the bytes, or the detail of an end
  EndKind end = EndKind::kClean;
};

// What happens to one request, in order.
struct Script {
  std::vector<ScriptStep> steps;
  bool needs_slot = true;  // false: answered (or refused) without waiting for one of the server's slots

  Script& Sent(Nanos at = Nanos(0)) {
    steps.push_back({ScriptStep::Kind::kSent, at, 0, {}, {}, EndKind::kClean});
    return *this;
  }
  Script& Headers(Nanos at, int status = 200, std::string content_type = "text/event-stream") {
    steps.push_back({ScriptStep::Kind::kHeaders,
                     at,
                     status,
                     {{"content-type", std::move(content_type)}, {"server", "scripted"}},
                     {},
                     EndKind::kClean});
    return *this;
  }
  Script& Bytes(Nanos at, std::string bytes) {
    steps.push_back({ScriptStep::Kind::kBytes, at, 0, {}, std::move(bytes), EndKind::kClean});
    return *this;
  }
  Script& End(Nanos at, EndKind kind = EndKind::kClean, std::string detail = {}) {
    steps.push_back({ScriptStep::Kind::kEnd, at, 0, {}, std::move(detail), kind});
    return *this;
  }

  // Everything after `at` is dropped, and the request ends there.
  Script& CutAt(Nanos at, EndKind kind, std::string detail = {}) {
    std::erase_if(steps, [at](const ScriptStep& step) { return step.at >= at; });
    return End(at, kind, std::move(detail));
  }
  // Everything from `at` on comes `by` later.
  Script& Stall(Nanos at, Nanos by) {
    for (ScriptStep& step : steps) {
      if (step.at >= at && step.kind != ScriptStep::Kind::kSent) step.at += by;
    }
    return *this;
  }
  // The same bytes at the same moments, in pieces of at most `size` bytes.
  Script& SplitEvery(std::size_t size) {
    std::vector<ScriptStep> pieces;
    for (const ScriptStep& step : steps) {
      if (step.kind != ScriptStep::Kind::kBytes) {
        pieces.push_back(step);
        continue;
      }
      for (std::size_t from = 0; from < step.text.size(); from += size) {
        pieces.push_back(step);
        pieces.back().text = step.text.substr(from, size);
      }
    }
    steps = std::move(pieces);
    return *this;
  }
};

// A healthy OpenAI chat stream: a role event with the headers, then `tokens` content events of one token each.
struct StreamShape {
  Nanos headers{std::chrono::milliseconds(1)};
  Nanos ttft{std::chrono::milliseconds(50)};
  Nanos gap{std::chrono::milliseconds(10)};
  int tokens = 8;
  int prompt_tokens = 12;
  std::string word = "tok ";
  std::string finish_reason = "stop";  // empty: none is sent
  bool usage = true;
  bool done = true;
};

inline std::string SseEvent(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }

inline std::string ChatChunk(std::string_view delta, std::string_view finish_reason = {}) {
  const std::string finish = finish_reason.empty() ? "null" : "\"" + std::string(finish_reason) + "\"";
  return SseEvent(R"({"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"scripted","choices":[)"
                  R"({"index":0,"delta":)" +
                  std::string(delta) + R"(,"finish_reason":)" + finish + "}]}");
}

inline std::string UsageChunk(int prompt_tokens, int output_tokens) {
  return SseEvent(R"({"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"scripted","choices":[],)"
                  R"("usage":{"prompt_tokens":)" +
                  std::to_string(prompt_tokens) + R"(,"completion_tokens":)" + std::to_string(output_tokens) +
                  R"(,"total_tokens":)" + std::to_string(prompt_tokens + output_tokens) + "}}");
}

inline Script ChatStream(const StreamShape& shape = {}) {
  Script script;
  script.Sent().Headers(shape.headers).Bytes(shape.headers, ChatChunk(R"({"role":"assistant","content":""})"));
  Nanos at = shape.ttft;
  for (int token = 0; token < shape.tokens; ++token) {
    if (token > 0) at += shape.gap;
    script.Bytes(at, ChatChunk(R"({"content":")" + shape.word + R"("})"));
  }
  if (!shape.finish_reason.empty()) script.Bytes(at, ChatChunk("{}", shape.finish_reason));
  if (shape.usage) script.Bytes(at, UsageChunk(shape.prompt_tokens, shape.tokens));
  if (shape.done) script.Bytes(at, "data: [DONE]\n\n");
  return script.End(at);
}

// A plain answer with a JSON body (an error, or a completion that is not streamed).
inline Script JsonAnswer(Nanos at, int status, std::string body) {
  Script script;
  return script.Sent().Headers(at, status, "application/json").Bytes(at, std::move(body)).End(at);
}

inline Script ConnectRefused(Nanos at = Nanos(0)) {
  Script script;
  script.needs_slot = false;
  return script.End(at, EndKind::kConnectFailed, "Connection refused");
}

// Sent, and never answered.
inline Script NeverAnswers() { return Script().Sent(); }

// Tokens every `gap` and no end, for as long as `lasting`.
inline Script EndlessStream(Nanos gap, Nanos lasting) {
  Script script;
  script.Sent().Headers(gap);
  for (Nanos at = gap; at < lasting; at += gap) script.Bytes(at, ChatChunk(R"({"content":"tok "})"));
  return script;
}

// Headers and the first token, then only SSE comments every `every`, for as long as `lasting`.
inline Script SilentWithComments(Nanos every, Nanos lasting) {
  Script script;
  const Nanos first = std::chrono::milliseconds(1);
  script.Sent().Headers(first).Bytes(first, ChatChunk(R"({"content":"tok "})"));
  for (Nanos at = first + every; at < lasting; at += every) script.Bytes(at, ": keep-alive\n\n");
  return script;
}

}  // namespace inferproof
