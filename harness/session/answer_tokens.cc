#include "harness/session/answer_tokens.h"

#include "harness/base/text.h"
#include "harness/protocol/token_count.h"

namespace inferproof {
namespace {

bool IsGuessed(const RequestRecord& record) {
  if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) return false;
  if (!record.response.tool_calls.empty() || record.response.other_choices > 0) return false;
  const std::optional<TokenCount> count = OutputTokensOf(record.response);
  return !count || count->estimated();
}

}  // namespace

void CountAnswerTokens(const TokenizeAt& at, RunLog& log) {
  for (RequestRecord& record : log.records) {
    if (!IsGuessed(record)) continue;
    const Response& response = record.response;
    const std::string text = RepairUtf8(response.reasoning + response.content + response.refusal);
    const Result<std::optional<std::int64_t>> count = AskTokenizer(at, text);
    if (!count.ok() || !*count) return;
    record.response.tokenized = *count;
  }
}

}  // namespace inferproof
