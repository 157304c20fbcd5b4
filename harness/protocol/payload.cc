#include "harness/protocol/payload.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "harness/protocol/models.h"

namespace inferproof {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::int64_t kMaxTokens = 1'000'000'000;
constexpr std::size_t kMaxNameBytes = 256;
constexpr std::size_t kMaxToolCalls = 128;

// simdjson throws; so do we, in this file only. A payload that throws is the last one that matters of its request.
struct Refused {
  std::string what;
};

bool IsNull(ondemand::value& value) {
  if (value.type() != ondemand::json_type::null) return false;  // decided by the first letter alone
  if (!value.is_null()) throw Refused{"invalid JSON"};
  return true;
}

std::string_view StringOf(ondemand::value& value, const char* name) {
  if (value.type() != ondemand::json_type::string) throw Refused{std::string(name) + " is not a string"};
  return value.get_string();
}

ondemand::object ObjectOf(ondemand::value& value, const char* name) {
  if (value.type() != ondemand::json_type::object) throw Refused{std::string(name) + " is not an object"};
  return value.get_object();
}

ondemand::array ArrayOf(ondemand::value& value, const char* name) {
  if (value.type() != ondemand::json_type::array) throw Refused{std::string(name) + " is not an array"};
  return value.get_array();
}

std::int64_t CountOf(ondemand::value& value, const char* name) {
  std::int64_t count = 0;
  if (value.type() != ondemand::json_type::number || value.get_int64().get(count) != simdjson::SUCCESS || count < 0 ||
      count > kMaxTokens) {
    throw Refused{std::string(name) + " is not a plausible count"};
  }
  return count;
}

// The value of `index` wherever it stands in the object, `fallback` without one. The object is at its start again.
std::size_t IndexOf(ondemand::object& object, std::size_t fallback) {
  ondemand::value value;
  const simdjson::error_code found = object.find_field_unordered("index").get(value);
  if (found != simdjson::SUCCESS && found != simdjson::NO_SUCH_FIELD) throw simdjson::simdjson_error(found);
  std::size_t index = fallback;
  if (found == simdjson::SUCCESS && !IsNull(value)) index = static_cast<std::size_t>(CountOf(value, "index"));
  if (object.reset().error() != simdjson::SUCCESS) throw Refused{"invalid JSON"};
  return index;
}

// One payload on its way into a Response.
class Walk {
 public:
  Walk(Endpoint endpoint, PayloadShape shape, std::string_view json, Response& response, PayloadNews& news)
      : endpoint_(endpoint), shape_(shape), json_(json), response_(response), news_(news) {}

  void Root(ondemand::object root) {
    for (auto field : root) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (IsNull(value)) continue;
      if (key == "choices") {
        Choices(ArrayOf(value, "choices"));
      } else if (key == "usage") {
        ReadUsage(ObjectOf(value, "usage"));
      } else if (key == "error") {
        if (IsTruthy(value)) SetError();
      } else if (key == "object") {
        if (StringOf(value, "object") == "error") SetError();
      } else if (key == "model") {
        KeepName(value, "model", response_.model);
      } else if (key == "system_fingerprint") {
        KeepName(value, "system_fingerprint", response_.system_fingerprint);
      } else if (key == "timings") {
        ReadTimings(value);
      }
    }
  }

  // After Root. `last_completion` is what the usage of earlier events said.
  void CountTokens(std::int64_t& last_completion) {
    // Growth belongs to this event when earlier events told theirs, or when there were none: usage that comes once,
    // with the last text, counts the whole answer.
    std::int64_t grown = 0;
    if (completion_ && *completion_ > last_completion) {
      if (last_completion > 0 || response_.deltas.empty()) grown = *completion_ - last_completion;
      last_completion = *completion_;
    }
    const bool usage_only = news_.choices == 0;
    news_.generated = news_.text_bytes > 0 || token_ids_ > 0 || (grown > 0 && !usage_only);
    const std::int64_t tokens = token_ids_ > 0 ? static_cast<std::int64_t>(token_ids_) : grown;
    news_.tokens =
        static_cast<std::uint16_t>(std::min<std::int64_t>(tokens, std::numeric_limits<std::uint16_t>::max()));
  }

 private:
  // What is no error in the value of "error": false, 0 and "".
  static bool IsTruthy(ondemand::value& value) {
    switch (value.type()) {
      case ondemand::json_type::boolean:
        return value.get_bool();
      case ondemand::json_type::string:
        return !std::string_view(value.get_string()).empty();
      case ondemand::json_type::number:
        return double(value.get_double()) != 0;
      default:
        return true;
    }
  }

  void SetError() {
    if (!response_.error) response_.error = ErrorMessageOf(json_);
  }

  static void KeepName(ondemand::value& value, const char* name, std::string& kept) {
    if (kept.empty()) kept = StringOf(value, name).substr(0, kMaxNameBytes);
  }

  void Choices(ondemand::array choices) {
    for (auto element : choices) {
      ondemand::value value = element.value();
      ++news_.choices;
      ondemand::object choice = ObjectOf(value, "choices[]");
      // n > 1: only the first choice is kept.
      if (IndexOf(choice, 0) == 0) {
        Choice(choice);
      } else {
        ++response_.other_choices;
      }
    }
  }

  void Choice(ondemand::object choice) {
    const bool chat = endpoint_ == Endpoint::kChat;
    const char* holder = shape_ == PayloadShape::kEvent ? "delta" : "message";
    for (auto field : choice) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (IsNull(value)) continue;
      if (chat && key == holder) {
        MessagePart(ObjectOf(value, holder));
      } else if (!chat && key == "text") {
        Append(StringOf(value, "text"), TextKind::kText, response_.content);
      } else if (key == "finish_reason") {
        const std::string_view reason = StringOf(value, "finish_reason").substr(0, kMaxNameBytes);
        if (!reason.empty()) response_.finish_reason = reason;
      } else if (key == "token_ids" || key == "output_ids") {
        CountIds(value);
      }
    }
  }

  void MessagePart(ondemand::object part) {
    bool has_reasoning = false;
    for (auto field : part) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (IsNull(value)) continue;
      if (key == "content") {
        Append(StringOf(value, "content"), TextKind::kContent, response_.content);
      } else if (key == "reasoning_content" || key == "reasoning") {
        // Servers in between two spellings send the same text under both.
        const std::string_view text = StringOf(value, "reasoning");
        if (!has_reasoning) Append(text, TextKind::kReasoning, response_.reasoning);
        has_reasoning = has_reasoning || !text.empty();
      } else if (key == "refusal") {
        Append(StringOf(value, "refusal"), TextKind::kRefusal, response_.refusal);
      } else if (key == "tool_calls") {
        ToolCalls(ArrayOf(value, "tool_calls"));
      } else if (key == "token_ids") {
        CountIds(value);
      }
    }
  }

  void ToolCalls(ondemand::array calls) {
    std::size_t position = 0;
    for (auto element : calls) {
      ondemand::value value = element.value();
      ondemand::object call = ObjectOf(value, "tool_calls[]");
      const std::size_t index = IndexOf(call, position++);
      if (index >= kMaxToolCalls) throw Refused{"more than " + std::to_string(kMaxToolCalls) + " tool calls"};
      if (index >= response_.tool_calls.size()) response_.tool_calls.resize(index + 1);
      OneToolCall(call, response_.tool_calls[index]);
    }
  }

  void OneToolCall(ondemand::object fields, ToolCall& call) {
    for (auto field : fields) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (IsNull(value)) continue;
      if (key == "id") {
        KeepName(value, "tool call id", call.id);
      } else if (key == "function") {
        for (auto member : ObjectOf(value, "function")) {
          const ondemand::raw_json_string name = member.key();
          ondemand::value text = member.value();
          if (IsNull(text)) continue;
          if (name == "name") KeepName(text, "tool call name", call.name);
          if (name == "arguments") Append(StringOf(text, "arguments"), TextKind::kToolArguments, call.arguments);
        }
      }
    }
  }

  void CountIds(ondemand::value& value) {
    ondemand::array ids = ArrayOf(value, "token_ids");
    token_ids_ += ids.count_elements();
  }

  void Append(std::string_view text, TextKind kind, std::string& kept) {
    if (text.empty()) return;
    kept += text;
    const bool visible = kind == TextKind::kContent || kind == TextKind::kText || kind == TextKind::kRefusal;
    if (news_.text_bytes == 0 || (visible && !visible_)) news_.kind = kind;
    visible_ = visible_ || visible;
    news_.text_bytes += static_cast<std::uint32_t>(text.size());
  }

  void ReadUsage(ondemand::object fields) {
    Usage usage;
    for (auto field : fields) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (IsNull(value)) continue;
      if (key == "prompt_tokens") {
        usage.prompt_tokens = CountOf(value, "usage.prompt_tokens");
      } else if (key == "completion_tokens") {
        usage.output_tokens = CountOf(value, "usage.completion_tokens");
      } else if (key == "prompt_tokens_details") {
        usage.cached_tokens = CachedIn(ObjectOf(value, "usage.prompt_tokens_details"));
      }
    }
    completion_ = usage.output_tokens;
    // Cumulative figures: the last one counts. All zeros is what a server sends that does not know yet.
    if (usage.prompt_tokens.value_or(0) > 0 || usage.output_tokens.value_or(0) > 0) response_.usage = usage;
  }

  static std::optional<std::int64_t> CachedIn(ondemand::object details) {
    std::optional<std::int64_t> cached;
    for (auto field : details) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      if (key == "cached_tokens" && !IsNull(value)) cached = CountOf(value, "usage.cached_tokens");
    }
    return cached;
  }

  // For information only: what is not as llama.cpp has it is left out.
  void ReadTimings(ondemand::value& value) {
    if (value.type() != ondemand::json_type::object) return;
    ServerTimings timings;
    for (auto field : value.get_object()) {
      const ondemand::raw_json_string key = field.key();
      ondemand::value member = field.value();
      if (member.type() != ondemand::json_type::number) continue;
      if (key == "prompt_ms") timings.prompt_ms = double(member.get_double());
      if (key == "predicted_ms") timings.predicted_ms = double(member.get_double());
      if (key == "cache_n") timings.cached_tokens = CountOf(member, "timings.cache_n");
    }
    response_.timings = timings;
  }

  Endpoint endpoint_;
  PayloadShape shape_;
  std::string_view json_;
  Response& response_;
  PayloadNews& news_;
  std::optional<std::int64_t> completion_;
  std::size_t token_ids_ = 0;
  bool visible_ = false;
};

std::string Explain(simdjson::error_code code) {
  switch (code) {
    case simdjson::UTF8_ERROR:
      return "ill-formed UTF-8";
    case simdjson::STRING_ERROR:
      return "an ill-formed string in the JSON";
    default:
      return "invalid JSON";
  }
}

}  // namespace

struct PayloadReader::Engine {
  explicit Engine(Endpoint of) : endpoint(of) {}

  simdjson::padded_string_view Padded(std::string_view json) {
    const std::size_t needed = json.size() + simdjson::SIMDJSON_PADDING;
    if (buffer.size() < needed) buffer.resize(needed);
    std::memcpy(buffer.data(), json.data(), json.size());
    return simdjson::padded_string_view(buffer.data(), json.size(), buffer.size());
  }

  Endpoint endpoint;
  ondemand::parser parser;
  std::string buffer;
  std::int64_t last_completion = 0;
};

PayloadReader::PayloadReader(Endpoint endpoint) : engine_(std::make_unique<Engine>(endpoint)) {}
PayloadReader::~PayloadReader() = default;
PayloadReader::PayloadReader(PayloadReader&&) noexcept = default;
PayloadReader& PayloadReader::operator=(PayloadReader&&) noexcept = default;

std::optional<std::string> PayloadReader::Read(std::string_view json, PayloadShape shape, Response& response,
                                               PayloadNews& news) {
  if (!json.starts_with('{')) return "not a JSON object";
  try {
    ondemand::document document = engine_->parser.iterate(engine_->Padded(json));
    Walk walk(engine_->endpoint, shape, json, response, news);
    walk.Root(document.get_object());
    walk.CountTokens(engine_->last_completion);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return "bytes after the JSON object";
  } catch (const Refused& refused) {
    return refused.what;
  } catch (const simdjson::simdjson_error& error) {
    return Explain(error.error());
  }
  return std::nullopt;
}

}  // namespace inferproof
