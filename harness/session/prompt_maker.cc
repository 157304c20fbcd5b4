#include "harness/session/prompt_maker.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/tokenize.h"
#include "harness/session/plan_requests.h"
#include "harness/session/session_head.h"
#include "harness/session/tokenizer.h"

namespace inferproof {
namespace {

Result<std::int64_t> CountWith(const TokenizeAt& tokenizer, const std::string& text) {
  ASSIGN_OR_RETURN(const std::optional<std::int64_t> count, AskTokenizer(tokenizer, text));
  if (count) return *count;
  return MakeError(ErrorCode::kUnreachable, "POST " + std::string(kTokenizePath),
                   "did not count the tokens of a text of " + std::to_string(text.size()) +
                       " bytes, though it counted a shorter one",
                   "Ask for shorter synthetic prompts");
}

}  // namespace

Result<TokenCounter> TokenizerOf(World& world, Transport& transport, const MeasuredSide& side,
                                 const RunningTarget& server) {
  if (side.plan.dialect.tokenize == TokenizeForm::kNone) return TokenCounter();
  const TokenizeAt tokenizer{transport,        world.clock, server.base_url(), side.headers, side.plan.target.model,
                             side.plan.dialect};
  ASSIGN_OR_RETURN(const std::optional<std::int64_t> offered, AskTokenizer(tokenizer, "one two"));
  if (!offered || *offered <= 0) return TokenCounter();
  return TokenCounter([tokenizer](const std::string& text) { return CountWith(tokenizer, text); });
}

Status MakePrompts(World& world, Transport& transport, const MeasuredSide& side, const RunningTarget& server,
                   SessionPlan& plan, ResultFile& result) {
  ASSIGN_OR_RETURN(const TokenCounter counter, TokenizerOf(world, transport, side, server));
  ASSIGN_OR_RETURN(std::vector<std::string> made, MakeSynthetic(plan.suite, counter));
  RETURN_IF_ERROR(PlanRequests(plan.suite, plan.candidate));
  if (plan.base) RETURN_IF_ERROR(PlanRequests(plan.suite, *plan.base));
  SummariseScenarios(plan, result);
  for (std::string& line : made) result.evidence.notes.push_back(std::move(line));
  return {};
}

}  // namespace inferproof
