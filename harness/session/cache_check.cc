#include "harness/session/cache_check.h"

#include <cstdint>

#include "harness/metrics/cache_figures.h"
#include "harness/metrics/request_figures.h"

namespace inferproof {
namespace {

// Cached tokens of the measured requests.
struct Cached {
  std::int64_t requests = 0;
  std::int64_t told = 0;  // of the requests
  std::int64_t hits = 0;
  std::int64_t cached = 0;
  std::int64_t prompt = 0;
};

// A nonce stands behind the chat template, which may be shared; the engine's own means do not.
bool IsHit(std::int64_t cached, std::int64_t prompt, bool template_may_be_shared) {
  return template_may_be_shared ? IsWarm(cached, prompt) : cached > 0;
}

Cached Count(const RunLog& log, bool template_may_be_shared) {
  Cached counts;
  for (const RequestRecord& record : log.records) {
    if (record.phase != Phase::kMeasured || !IsCompleted(record.outcome)) continue;
    ++counts.requests;
    const std::optional<std::int64_t> cached = CachedTokensOf(record.response);
    if (!cached) continue;
    const std::int64_t prompt = PromptTokensOf(record.response).value_or(0);
    ++counts.told;
    counts.cached += *cached;
    counts.prompt += prompt;
    counts.hits += IsHit(*cached, prompt, template_may_be_shared) ? 1 : 0;
  }
  return counts;
}

std::string HitsInWords(const Cached& counts) {
  return std::to_string(counts.hits) + " of " + std::to_string(counts.requests) + " measured requests took " +
         std::to_string(counts.cached) + " of " + std::to_string(counts.prompt) +
         " prompt tokens from the server's cache";
}

}  // namespace

CacheFinding CheckCache(const RunLog& log, CacheMode mode, CacheMeans means) {
  if (mode == CacheMode::kAsIs) return {};
  const Cached counts = Count(log, mode == CacheMode::kBust && means == CacheMeans::kNonce);
  if (counts.requests == 0) return {};
  CacheFinding finding;
  if (counts.told == 0) {
    finding.not_offered = true;
  } else if (mode == CacheMode::kBust && counts.hits > 0) {
    finding.invalid = "cache hits under \"bust\": " + HitsInWords(counts) +
                      "; it holds what an earlier session sent, or one server is both sides: restart it between "
                      "sessions, or set flush in the target";
  } else if (mode == CacheMode::kSharedPrefix && counts.hits == 0) {
    finding.note = "no cache hit under \"shared_prefix\": " + HitsInWords(counts) +
                   "; its prefix cache is off or the prefix is shorter than a block, and everything was measured cold";
  }
  return finding;
}

}  // namespace inferproof
