#include "harness/refserver/request.h"

#include <limits>
#include <optional>

#include "harness/base/text.h"
#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxStops = 16;

// Reads fields of one object and keeps the first thing that was wrong; null counts as absent.
class FieldReader {
 public:
  explicit FieldReader(const Json& object) : object_(object) {}

  const Json* Find(const char* name) const {
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  void Fail(std::string message, std::string param, std::string code = {}, int status = 400) {
    if (error_) return;
    error_ =
        ApiError{.status = status, .message = std::move(message), .param = std::move(param), .code = std::move(code)};
  }
  void FailType(const char* name, const Json& value, const char* expected) {
    Fail("'" + std::string(name) + "' must be " + expected + ", got " + DescribeJson(value), name);
  }

  bool Bool(const char* name, bool otherwise = false) {
    const Json* value = Find(name);
    if (value == nullptr) return otherwise;
    if (!value->is_boolean()) FailType(name, *value, "true or false");
    return value->is_boolean() && value->get<bool>();
  }

  std::optional<std::int64_t> Positive(const char* name) {
    const Json* value = Find(name);
    if (value == nullptr) return std::nullopt;
    const bool fits = value->is_number_unsigned() && value->get<std::uint64_t>() >= 1 &&
                      value->get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
    if (!fits) FailType(name, *value, "an integer of at least 1");
    return fits ? std::optional(value->get<std::int64_t>()) : std::nullopt;
  }

  const std::optional<ApiError>& error() const { return error_; }

 private:
  const Json& object_;
  std::optional<ApiError> error_;
};

std::variant<Json, ApiError> ParseObject(std::string_view body) {
  Result<Document> document = Document::Parse(body, "body");
  if (!document.ok()) return ApiError{.message = "the body is not valid JSON: " + document.error().Text()};
  if (!document->root().is_object()) {
    return ApiError{.message = "the body must be a JSON object, got " + DescribeJson(document->root())};
  }
  return document->root();
}

// The text of a message: a string, or an array of text parts.
std::optional<std::string> ContentText(const Json& message) {
  const auto content = message.find("content");
  if (content == message.end() || content->is_null()) return "";  // an assistant's turn with tool calls alone
  if (content->is_string()) return content->get<std::string>();
  if (!content->is_array()) return std::nullopt;
  std::string text;
  for (const Json& part : *content) {
    const bool is_text = part.is_object() && part.value("type", Json()) == "text" && part.contains("text");
    if (!is_text || !part["text"].is_string()) return std::nullopt;
    text += part["text"].get<std::string>();
  }
  return text;
}

bool IsRole(const Json& role) {
  return role == "user" || role == "assistant" || role == "system" || role == "developer" || role == "tool";
}

void AppendTokens(std::string_view text, GenerationRequest& request) {
  for (const std::string_view token : Tokenize(text)) request.prompt.Append(token);
  request.prompt_tokens = static_cast<std::int64_t>(request.prompt.values().size());
}

void ReadMessage(const Json& message, const std::string& param, FieldReader& fields, GenerationRequest& request) {
  if (!message.is_object()) return fields.Fail("'" + param + "' must be an object", param);
  const Json role = message.value("role", Json());
  if (!IsRole(role)) {
    return fields.Fail("'" + param + ".role' must be system, developer, user, assistant or tool", param);
  }
  const std::optional<std::string> text = ContentText(message);
  if (!text) return fields.Fail("'" + param + ".content' must be a string or an array of text parts", param);
  // Role and length in front, so that no two conversations give one text.
  request.conversation += role.get<std::string>() + " " + std::to_string(text->size()) + "\n" + *text + "\n";
  for (std::int64_t i = 0; i < kTokensPerMessage; ++i) request.prompt.Append(role.get<std::string>());
  AppendTokens(*text, request);
  if (role == "user") request.question = *text;
}

void ReadMessages(FieldReader& fields, GenerationRequest& request) {
  const Json* messages = fields.Find("messages");
  if (messages == nullptr) return fields.Fail("'messages' is required", "messages");
  if (!messages->is_array()) return fields.FailType("messages", *messages, "an array");
  if (messages->empty()) return fields.Fail("'messages' must have at least one message", "messages");
  std::size_t index = 0;
  for (const Json& message : *messages) {
    ReadMessage(message, "messages[" + std::to_string(index++) + "]", fields, request);
  }
}

void ReadPrompt(FieldReader& fields, GenerationRequest& request) {
  const Json* prompt = fields.Find("prompt");
  if (prompt == nullptr) return fields.Fail("'prompt' is required", "prompt");
  if (!prompt->is_string()) return fields.FailType("prompt", *prompt, "a string");
  request.question = request.conversation = prompt->get<std::string>();
  AppendTokens(request.question, request);
}

void ReadStop(FieldReader& fields, GenerationRequest& request) {
  const Json* stop = fields.Find("stop");
  if (stop == nullptr) return;
  const Json list = stop->is_array() ? *stop : Json::array({*stop});
  if (list.size() > kMaxStops) return fields.Fail("'stop' may have at most 16 strings", "stop");
  for (const Json& item : list) {
    if (!item.is_string() || item.get_ref<const std::string&>().empty()) {
      return fields.Fail("'stop' must be a string or an array of strings, none of them empty", "stop");
    }
    request.stop.push_back(item.get<std::string>());
  }
}

void ReadModel(FieldReader& fields, std::string_view served) {
  const Json* model = fields.Find("model");
  if (model == nullptr) return;
  if (!model->is_string()) return fields.FailType("model", *model, "a string");
  if (model->get_ref<const std::string&>() == served) return;
  fields.Fail("the model '" + Truncate(model->get<std::string>(), 200) + "' does not exist; this server has '" +
                  std::string(served) + "'",
              "model", "model_not_found", 404);
}

// Pace and text don't follow these, but a client that sends nonsense should learn of it.
void CheckSampling(FieldReader& fields) {
  const Json* temperature = fields.Find("temperature");
  if (temperature != nullptr && !(temperature->is_number() && temperature->get<double>() >= 0)) {
    fields.FailType("temperature", *temperature, "a number of at least 0");
  }
  const Json* choices = fields.Find("n");
  if (choices != nullptr && *choices != 1) fields.Fail("'n' must be 1: one answer a request", "n");
}

void ReadStream(FieldReader& fields, GenerationRequest& request) {
  request.stream = fields.Bool("stream");
  const Json* options = fields.Find("stream_options");
  if (options == nullptr) return;
  if (!options->is_object()) return fields.FailType("stream_options", *options, "an object");
  if (!request.stream) return fields.Fail("'stream_options' needs 'stream': true", "stream_options");
  FieldReader inner(*options);
  request.include_usage = inner.Bool("include_usage");
  if (inner.error()) fields.Fail("'stream_options.include_usage' must be true or false", "stream_options");
}

// As the engines have it: llama.cpp's switch, and vLLM's salt, which may not be empty. Before the prompt is read.
void ReadCacheUse(FieldReader& fields, GenerationRequest& request) {
  request.cache_prompt = fields.Bool("cache_prompt", true);
  const Json* salt = fields.Find("cache_salt");
  if (salt == nullptr) return;
  if (!salt->is_string() || salt->get_ref<const std::string&>().empty()) {
    return fields.FailType("cache_salt", *salt, "a string that is not empty");
  }
  request.prompt.Salt(salt->get<std::string>());
}

void ReadLength(FieldReader& fields, GenerationRequest& request) {
  const std::optional<std::int64_t> old_name = fields.Positive("max_tokens");
  const std::optional<std::int64_t> new_name = fields.Positive("max_completion_tokens");
  const std::optional<std::int64_t> asked = new_name ? new_name : old_name;
  const std::int64_t room = kContextTokens - request.prompt_tokens;
  request.max_tokens = asked.value_or(std::min(kDefaultMaxTokens, room));
  if (request.max_tokens >= 1 && request.max_tokens <= room) return;
  fields.Fail("this model's context is " + std::to_string(kContextTokens) + " tokens; " +
                  std::to_string(request.prompt_tokens) + " of the prompt and " +
                  std::to_string(asked.value_or(kDefaultMaxTokens)) + " of the answer do not fit",
              asked ? "max_tokens" : "messages", "context_length_exceeded");
}

void ReadSeed(FieldReader& fields, GenerationRequest& request) {
  const Json* seed = fields.Find("seed");
  if (seed == nullptr) return;
  if (!seed->is_number_integer()) return fields.FailType("seed", *seed, "an integer");
  request.seed =
      seed->is_number_unsigned() ? seed->get<std::uint64_t>() : static_cast<std::uint64_t>(seed->get<std::int64_t>());
}

}  // namespace

std::variant<GenerationRequest, ApiError> ParseGenerationRequest(Api api, std::string_view body,
                                                                 std::string_view model) {
  std::variant<Json, ApiError> object = ParseObject(body);
  if (ApiError* error = std::get_if<ApiError>(&object)) return std::move(*error);
  FieldReader fields(std::get<Json>(object));
  GenerationRequest request;
  request.api = api;
  ReadModel(fields, model);
  ReadCacheUse(fields, request);
  api == Api::kChat ? ReadMessages(fields, request) : ReadPrompt(fields, request);
  ReadLength(fields, request);
  ReadStop(fields, request);
  ReadSeed(fields, request);
  CheckSampling(fields);
  ReadStream(fields, request);
  request.ignore_eos = fields.Bool("ignore_eos");
  if (fields.error()) return *fields.error();
  return request;
}

std::variant<std::string, ApiError> ParseTokenizeRequest(std::string_view body) {
  std::variant<Json, ApiError> object = ParseObject(body);
  if (ApiError* error = std::get_if<ApiError>(&object)) return std::move(*error);
  const FieldReader fields(std::get<Json>(object));
  for (const char* name : {"content", "prompt"}) {
    const Json* text = fields.Find(name);
    if (text == nullptr) continue;
    if (text->is_string()) return text->get<std::string>();
    return ApiError{.message = "'" + std::string(name) + "' must be a string, got " + DescribeJson(*text),
                    .param = name};
  }
  return ApiError{.message = "'content' or 'prompt' is required", .param = "content"};
}

}  // namespace inferproof
