#include "harness/session/tokenizer.h"

#include "harness/protocol/tokenize.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kQuestionTimeout = std::chrono::seconds(30);

}  // namespace

Result<std::optional<std::int64_t>> AskTokenizer(const TokenizeAt& at, const std::string& text) {
  ASSIGN_OR_RETURN(const std::string body, TokenizeBody(at.dialect, at.model, text));
  HttpRequest request;
  request.url = at.base_url + std::string(kTokenizePath);
  request.headers = at.headers;
  request.headers.emplace_back("content-type", "application/json");
  request.body = body;
  ASSIGN_OR_RETURN(const Fetched answer, Fetch(at.transport, at.clock, request, kQuestionTimeout));
  return answer.status == 200 ? TokensIn(answer.body) : std::nullopt;
}

}  // namespace inferproof
