#include "harness/session/answer_tokens.h"

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/json/document.h"
#include "harness/protocol/token_count.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kQuestionTimeout = std::chrono::seconds(5);
constexpr std::int64_t kMostTokens = 1'000'000'000;

bool IsGuessed(const RequestRecord& record) {
  if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) return false;
  if (!record.response.tool_calls.empty() || record.response.other_choices > 0) return false;
  const std::optional<TokenCount> count = OutputTokensOf(record.response);
  return !count || count->estimated();
}

// One question in the words of every engine that has the path; each skips the names that it does not know.
Result<std::string> Question(const std::string& model, const std::string& text) {
  const Json question = {
      {"model", model},      {"prompt", text}, {"content", text}, {"inputs", text}, {"add_special_tokens", false},
      {"add_special", false}};
  return WriteCompact(question);
}

std::optional<std::int64_t> AskTokeniser(const TokenizeAt& at, const std::string& text) {
  const Result<std::string> body = Question(at.model, text);
  if (!body.ok()) return std::nullopt;
  HttpRequest request;
  request.url = at.base_url + "/tokenize";
  request.headers = at.headers;
  request.headers.emplace_back("content-type", "application/json");
  request.body = *body;
  const Result<Fetched> answer = Fetch(at.transport, at.clock, request, kQuestionTimeout);
  if (!answer.ok() || answer->status != 200) return std::nullopt;
  return CountInTokenized(answer->body);
}

}  // namespace

std::optional<std::int64_t> CountInTokenized(std::string_view body) {
  const Result<Document> document = Document::Parse(body, "tokenize");
  if (!document.ok()) return std::nullopt;
  const Json& root = document->root();
  if (root.is_array()) return static_cast<std::int64_t>(root.size());
  if (!root.is_object()) return std::nullopt;
  const auto count = root.find("count");
  if (count != root.end() && count->is_number_integer() && *count >= 0 && *count <= kMostTokens) {
    return count->get<std::int64_t>();
  }
  const auto tokens = root.find("tokens");
  if (tokens == root.end() || !tokens->is_array()) return std::nullopt;
  return static_cast<std::int64_t>(tokens->size());
}

void CountAnswerTokens(const TokenizeAt& at, RunLog& log) {
  for (RequestRecord& record : log.records) {
    if (!IsGuessed(record)) continue;
    const Response& response = record.response;
    const std::string text = RepairUtf8(response.reasoning + response.content + response.refusal);
    record.response.tokenized = AskTokeniser(at, text);
    if (!record.response.tokenized) return;
  }
}

}  // namespace inferproof
