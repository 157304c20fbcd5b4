// Any body is either refused with an error object, or read into a request that can be answered.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "harness/refserver/chunk.h"
#include "harness/refserver/request.h"
#include "harness/refserver/text_model.h"
#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

void CheckError(const ApiError& error) {
  Require(error.status == 400 || error.status == 404);
  Require(Json::parse(error.Body())["error"]["message"].is_string());
}

void CheckRequest(GenerationRequest request) {
  Require(request.prompt_tokens >= 0 && request.max_tokens >= 1);
  Require(request.prompt_tokens + request.max_tokens <= kContextTokens);
  request.max_tokens = std::min<std::int64_t>(request.max_tokens, 64);  // the length is not what is tried here
  const TableAnswer known{.text = request.question, .wrong_text = ""};  // hostile text as an answer
  for (const auto& table : {std::optional<TableAnswer>(), std::optional<TableAnswer>(known)}) {
    const Answer answer = MakeAnswer(request, table, false);
    Require(answer.tokens.size() <= static_cast<std::size_t>(request.max_tokens));
    Require(CountTokens(answer.Text()) == static_cast<std::int64_t>(answer.tokens.size()));
    const ChunkFormat chunks(
        AnswerIdentity{.api = request.api, .id = "x", .created = 1, .model = "m", .system_fingerprint = "f"});
    for (const std::string& token : answer.tokens) Require(Json::accept(chunks.Text(token).substr(6)));
  }
}

void CheckBody(Api api, std::string_view body) {
  const auto parsed = ParseGenerationRequest(api, body, "m");
  if (const auto* error = std::get_if<ApiError>(&parsed)) return CheckError(*error);
  CheckRequest(std::get<GenerationRequest>(parsed));
}

}  // namespace
}  // namespace inferproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inferproof;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  CheckBody(Api::kChat, body);
  CheckBody(Api::kCompletions, body);
  const auto tokenized = ParseTokenizeRequest(body);
  if (const auto* error = std::get_if<ApiError>(&tokenized)) CheckError(*error);
  std::int64_t count = 0;
  for (const std::string_view token : Tokenize(body)) count += token.empty() ? 0 : 1;
  Require(count == CountTokens(body));
  return 0;
}
