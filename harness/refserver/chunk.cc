#include "harness/refserver/chunk.h"

namespace inferproof {
namespace {

std::string ObjectName(Api api, bool stream) {
  if (api == Api::kCompletions) return "text_completion";
  return stream ? "chat.completion.chunk" : "chat.completion";
}

Json Identity(const AnswerIdentity& identity, bool stream) {
  return {{"id", identity.id},
          {"object", ObjectName(identity.api, stream)},
          {"created", identity.created},
          {"model", identity.model},
          {"system_fingerprint", identity.system_fingerprint}};
}

Json UsageObject(const UsageCounts& usage) {
  Json object = {{"prompt_tokens", usage.prompt_tokens},
                 {"completion_tokens", usage.output_tokens},
                 {"total_tokens", usage.prompt_tokens + usage.output_tokens}};
  if (usage.cached_tokens) object["prompt_tokens_details"] = {{"cached_tokens", *usage.cached_tokens}};
  return object;
}

}  // namespace

ChunkFormat::ChunkFormat(const AnswerIdentity& identity) : api_(identity.api) {
  head_ = "data: " + JsonText(Identity(identity, true));
  head_.back() = ',';  // the object goes on with its choices
}

std::string ChunkFormat::Event(std::string_view rest) const {
  std::string event;
  event.reserve(head_.size() + rest.size() + 3);
  return event.append(head_).append(rest).append("}\n\n");
}

std::string ChunkFormat::Role() const {
  if (api_ == Api::kCompletions) return "";
  return Event(R"("choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}])");
}

std::string ChunkFormat::Text(std::string_view text) const {
  const std::string quoted = JsonText(text);
  if (api_ == Api::kCompletions) {
    return Event(R"("choices":[{"index":0,"text":)" + quoted + R"(,"logprobs":null,"finish_reason":null}])");
  }
  return Event(R"("choices":[{"index":0,"delta":{"content":)" + quoted + R"(},"finish_reason":null}])");
}

std::string ChunkFormat::Finish(std::string_view reason) const {
  const std::string quoted = JsonText(reason);
  if (api_ == Api::kCompletions) {
    return Event(R"("choices":[{"index":0,"text":"","logprobs":null,"finish_reason":)" + quoted + "}]");
  }
  return Event(R"("choices":[{"index":0,"delta":{},"finish_reason":)" + quoted + "}]");
}

std::string ChunkFormat::Usage(const UsageCounts& usage) const {
  return Event(R"("choices":[],"usage":)" + JsonText(UsageObject(usage)));
}

std::string AnswerBody(const AnswerIdentity& identity, const std::string& text, const std::string& finish_reason,
                       const UsageCounts& usage) {
  Json choice = {{"index", 0}, {"finish_reason", finish_reason}, {"logprobs", nullptr}};
  if (identity.api == Api::kChat) {
    choice["message"] = {{"role", "assistant"}, {"content", text}};
  } else {
    choice["text"] = text;
  }
  Json body = Identity(identity, false);
  body["choices"] = Json::array({choice});
  body["usage"] = UsageObject(usage);
  return JsonText(body);
}

}  // namespace inferproof
