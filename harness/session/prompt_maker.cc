#include "harness/session/prompt_maker.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/protocol/tokenize.h"
#include "harness/session/plan_requests.h"
#include "harness/session/session_head.h"
#include "harness/transport/fetch.h"

namespace inferproof {
namespace {

constexpr Nanos kTokenizeTimeout = std::chrono::seconds(30);

// One question; no count when the answer is none.
class Tokenizer {
 public:
  Tokenizer(World& world, Transport& transport, const MeasuredSide& side, const RunningTarget& server)
      : world_(world), transport_(transport), side_(side), url_(server.base_url() + std::string(kTokenizePath)) {}

  Result<std::optional<std::int64_t>> Ask(const std::string& text) const {
    ASSIGN_OR_RETURN(const std::string body, TokenizeBody(side_.plan.dialect, side_.plan.target.model, text));
    HttpRequest request;
    request.url = url_;
    request.headers = side_.headers;
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = body;
    ASSIGN_OR_RETURN(const Fetched answer, Fetch(transport_, world_.clock, request, kTokenizeTimeout));
    return answer.status == 200 ? TokensIn(answer.body) : std::nullopt;
  }

 private:
  World& world_;
  Transport& transport_;
  const MeasuredSide& side_;
  std::string url_;
};

Result<std::int64_t> CountWith(const Tokenizer& tokenizer, const std::string& text) {
  ASSIGN_OR_RETURN(const std::optional<std::int64_t> count, tokenizer.Ask(text));
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
  const auto tokenizer = std::make_shared<const Tokenizer>(world, transport, side, server);
  ASSIGN_OR_RETURN(const std::optional<std::int64_t> offered, tokenizer->Ask("one two"));
  if (!offered || *offered <= 0) return TokenCounter();
  return TokenCounter([tokenizer](const std::string& text) { return CountWith(*tokenizer, text); });
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
