#include "harness/session/prompt_length.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "harness/metrics/request_figures.h"

namespace inferproof {
namespace {

struct Length {
  std::string prompt_id;
  std::int64_t recorded = 0;
  std::int64_t counted = 0;

  std::int64_t more() const { return counted - recorded; }
};

std::vector<Length> LengthsIn(const RequestPlan& plan, const RunLog& log) {
  std::vector<Length> lengths;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome) || record.id >= plan.requests.size()) continue;
    const std::optional<std::int64_t> recorded = plan.requests[record.id].prompt_tokens;
    const std::optional<std::int64_t> counted = PromptTokensOf(record.response);
    if (recorded && counted) lengths.push_back({record.prompt_id, *recorded, *counted});
  }
  return lengths;
}

// The difference that most have; of two equally frequent ones the smaller.
std::int64_t UsualDifference(const std::vector<Length>& lengths) {
  std::map<std::int64_t, int> counts;
  for (const Length& length : lengths) ++counts[length.more()];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::string InWords(const Length& length) {
  return "\"" + length.prompt_id + "\" is recorded with " + std::to_string(length.recorded) +
         " tokens, the server counts " + std::to_string(length.counted);
}

}  // namespace

std::optional<std::string> PromptLengthProblem(const RequestPlan& plan, const RunLog& log) {
  const std::vector<Length> lengths = LengthsIn(plan, log);
  if (lengths.empty()) return std::nullopt;
  const std::int64_t usual = UsualDifference(lengths);
  if (usual < 0) {
    return "prompts are shorter than recorded: " + InWords(lengths.front()) +
           "; the server cut them, or they were recorded by another tokeniser";
  }
  const auto differs = [&](const Length& length) { return length.more() != usual; };
  const auto count = std::count_if(lengths.begin(), lengths.end(), differs);
  if (count == 0) return std::nullopt;
  const Length& first = *std::find_if(lengths.begin(), lengths.end(), differs);
  return std::to_string(count) + " of " + std::to_string(lengths.size()) +
         " prompts are not as long as recorded: " + InWords(first) + ", where the others count " +
         std::to_string(usual) + " more than recorded";
}

}  // namespace inferproof
