#include "harness/protocol/dialect.h"

#include <array>
#include <utility>

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

// What each engine's source or documentation says of the two OpenAI routes. All of them end a successful stream with
// [DONE]. A path that an older server does not have answers 404, which means "not stated".
const std::array<DialectProfile, 7>& Dialects() {
  static const std::array<DialectProfile, 7> kDialects = {{
      // An endpoint that is asked to tokenise and cannot answers 404.
      {.name = "openai-compatible",
       .version_path = "/version",
       .metrics_path = "/metrics",
       .tokenize = TokenizeForm::kPrompt},
      // Refuses unknown fields with 400, and o-series models refuse max_tokens.
      {.name = "openai", .max_tokens_field = "max_completion_tokens"},
      // Its cache is emptied only with VLLM_SERVER_DEV_MODE=1.
      {.name = "vllm",
       .knows_ignore_eos = true,
       .knows_cache_salt = true,
       .version_path = "/version",
       .metrics_path = "/metrics",
       .tokenize = TokenizeForm::kPrompt,
       .flush_path = "/reset_prefix_cache",
       .flush_answer = FlushAnswer::kSuccessTrue},
      {.name = "sglang",
       .knows_ignore_eos = true,
       .knows_cache_salt = true,
       .version_path = "/server_info",
       .properties_path = "/server_info",
       .metrics_path = "/metrics",
       .tokenize = TokenizeForm::kPrompt,
       .flush_path = "/flush_cache",
       .flush_answer = FlushAnswer::kFlushedText},
      // The build is told by /props as "build_info". cache_prompt is on by default.
      {.name = "llamacpp",
       .knows_ignore_eos = true,
       .knows_cache_prompt = true,
       .version_path = "/props",
       .properties_path = "/props",
       .metrics_path = "/metrics",
       .tokenize = TokenizeForm::kContent},
      {.name = "tgi",
       .version_path = "/info",
       .properties_path = "/info",
       .metrics_path = "/metrics",
       .tokenize = TokenizeForm::kInputs},
      // Reads max_tokens only: with max_completion_tokens alone the output would be unbounded.
      {.name = "ollama", .version_path = "/api/version"},
  }};
  return kDialects;
}

std::string Listed(const std::vector<std::string>& names) { return Join(names, ", "); }

std::string DialectsThatKnowIgnoreEos() {
  std::vector<std::string> names;
  for (const DialectProfile& dialect : Dialects()) {
    if (dialect.knows_ignore_eos) names.push_back(dialect.name);
  }
  return Listed(names);
}

Status SetPrompt(const RequestSpec& spec, Json& body) {
  if (spec.endpoint == Endpoint::kCompletions) {
    if (spec.messages.size() != 1) {
      return MakeError(ErrorCode::kConfig, "endpoint completions",
                       "takes exactly one prompt, got " + std::to_string(spec.messages.size()) + " messages",
                       "Use the chat endpoint for conversations");
    }
    body["prompt"] = spec.messages.front().content;
    return {};
  }
  Json messages = Json::array();
  for (const Message& message : spec.messages) {
    messages.push_back({{"role", message.role}, {"content", message.content}});
  }
  body["messages"] = std::move(messages);
  return {};
}

Status SetGeneration(const DialectProfile& dialect, const Generation& generation, Json& body) {
  if (generation.ignore_eos && !dialect.knows_ignore_eos) {
    return MakeError(ErrorCode::kConfig, "dialect " + dialect.name,
                     "cannot be asked for ignore_eos: it would be refused or silently ignored",
                     "Remove ignore_eos from the scenario, or name the target's engine as its dialect (" +
                         DialectsThatKnowIgnoreEos() + " know it)");
  }
  body[dialect.max_tokens_field] = generation.max_tokens;
  body["temperature"] = generation.temperature;
  if (generation.seed && dialect.sends_seed) body["seed"] = *generation.seed;
  if (!generation.stop.empty()) body["stop"] = generation.stop;
  if (generation.ignore_eos) body["ignore_eos"] = true;
  return {};
}

}  // namespace

std::vector<std::string> DialectNames() {
  std::vector<std::string> names;
  for (const DialectProfile& dialect : Dialects()) names.push_back(dialect.name);
  return names;
}

Result<DialectProfile> FindDialect(std::string_view name) {
  for (const DialectProfile& dialect : Dialects()) {
    if (dialect.name == name) return dialect;
  }
  const std::vector<std::string> names = DialectNames();
  const std::optional<std::string> nearest = NearestWord(name, names);
  return MakeError(ErrorCode::kConfig, "", "unknown dialect \"" + Truncate(RepairUtf8(name), 60) + "\"",
                   nearest ? "Did you mean \"" + *nearest + "\"?" : "Known: " + Listed(names));
}

Result<std::string> EncodeRequest(const DialectProfile& dialect, const RequestSpec& spec) {
  Json body = {{"model", spec.model}, {"stream", spec.stream}};
  RETURN_IF_ERROR(SetPrompt(spec, body));
  RETURN_IF_ERROR(SetGeneration(dialect, spec.generation, body));
  // vLLM answers 400 to stream_options without a stream.
  if (spec.stream) body["stream_options"] = {{"include_usage", true}};
  if (spec.bypass_cache && dialect.knows_cache_prompt) body["cache_prompt"] = false;
  if (!spec.cache_salt.empty() && dialect.knows_cache_salt) body["cache_salt"] = spec.cache_salt;
  return WriteCompact(body);
}

std::string_view EndpointPath(Endpoint endpoint) {
  return endpoint == Endpoint::kChat ? "/v1/chat/completions" : "/v1/completions";
}

}  // namespace inferproof
