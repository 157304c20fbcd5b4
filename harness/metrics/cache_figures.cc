#include "harness/metrics/cache_figures.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/metrics/request_figures.h"

namespace inferproof {
namespace {

constexpr std::int64_t kLongestTemplate = 64;

struct CacheUseOfRun {
  std::int64_t told = 0;
  std::int64_t prompt_tokens = 0;
  std::int64_t cached_tokens = 0;
  std::vector<double> warm;
  std::vector<double> cold;
  std::vector<double> priming;  // cold ones of the warm-up
};

void Add(const RequestRecord& record, CacheUseOfRun& use) {
  const std::optional<std::int64_t> cached = CachedTokensOf(record.response);
  const std::optional<std::int64_t> prompt = PromptTokensOf(record.response);
  if (!cached || !prompt || *prompt == 0) return;
  const bool measured = record.phase == Phase::kMeasured;
  const bool cold = !IsWarm(*cached, *prompt);
  if (const std::optional<double> ttft = TtftOf(record)) {
    if (measured) (cold ? use.cold : use.warm).push_back(*ttft);
    if (!measured && cold) use.priming.push_back(*ttft);
  }
  if (!measured) return;
  ++use.told;
  use.prompt_tokens += *prompt;
  use.cached_tokens += *cached;
}

}  // namespace

bool IsWarm(std::int64_t cached_tokens, std::int64_t prompt_tokens) {
  return cached_tokens > kLongestTemplate || (prompt_tokens > 0 && 2 * cached_tokens > prompt_tokens);
}

void AddCacheFigures(const RunLog& log, RunMetrics& metrics) {
  CacheUseOfRun use;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kQuality && IsCompleted(record.outcome)) Add(record, use);
  }
  if (use.told == 0) return;
  metrics.values["cache_hit_share"] = {
      .value = static_cast<double>(use.cached_tokens) / static_cast<double>(use.prompt_tokens), .n = use.told};
  std::vector<double>& cold = use.cold.empty() ? use.priming : use.cold;
  if (use.warm.empty() || cold.empty()) return;
  Summarise("ttft_warm_ms", std::move(use.warm), false, metrics);
  Summarise("ttft_cold_ms", std::move(cold), false, metrics);
}

}  // namespace inferproof
