#include "harness/session/run_summary.h"

#include <algorithm>

#include "harness/protocol/token_count.h"
#include "harness/session/validity.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostFailureLines = 10;

// One line for each kind of failure of the measured phase, the most frequent first.
std::vector<std::string> FailureLines(const RunLog& log) {
  std::map<std::string, std::pair<int, std::string>> kinds;  // name -> count, the first description
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || IsCompleted(record.outcome)) continue;
    auto& [count, example] = kinds[OutcomeName(record.outcome)];
    if (count++ == 0) example = "request " + std::to_string(record.id) + ": " + DescribeOutcome(record.outcome);
  }
  std::vector<std::pair<int, std::string>> sorted;
  for (const auto& [name, kind] : kinds) {
    sorted.emplace_back(kind.first, std::to_string(kind.first) + " " + name + " (" + kind.second + ")");
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> lines;
  for (const auto& [count, line] : sorted) {
    if (lines.size() < kMostFailureLines) lines.push_back(line);
  }
  return lines;
}

}  // namespace

void FillRun(const RunLog& log, RunResult& run) {
  run.metrics = ReduceRun(log);
  run.conservation = CountOutcomes(log, Phase::kMeasured);
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
    ++run.finish_reasons[record.response.finish_reason.value_or("absent")];
    const std::optional<TokenCount> count = OutputTokensOf(record.response);
    ++run.token_sources[count ? std::string(TokenSourceName(count->source)) : "unknown"];
  }
  run.usage_disagrees = UsageDisagreements(log);
  run.failures = FailureLines(log);
  run.invalid = ValidityProblems(log);
  run.client = log.client;
  if (log.stopped_because && !run.server_died) run.server_died = log.stopped_because;
}

}  // namespace inferproof
