#pragma once

#include <cstdint>

#include "harness/metrics/run_metrics.h"

namespace inferproof {

// Whether so many cached tokens are more than any two prompts share anyway: what a chat template puts before every
// prompt. Templates of today's models take up to some 40 tokens, and of a short prompt they are a good part.
bool IsWarm(std::int64_t cached_tokens, std::int64_t prompt_tokens);

// What the server's prompt cache did to a run, where it tells cached tokens: the share of prompt tokens that came from
// it, and where a run has requests of both kinds, the time to first token of cold and of warm ones apart. Warm ones are
// measured requests; cold ones too, or, where all of those are warm, the warm-up requests that primed the cache.
void AddCacheFigures(const RunLog& log, RunMetrics& metrics);

}  // namespace inferproof
