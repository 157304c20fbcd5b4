#pragma once

#include <optional>
#include <string>

#include "harness/record/record.h"
#include "harness/workload/cache_use.h"

namespace inferproof {

// What the cached tokens of a run say of the cache mode that its scenario names (docs/cache-and-prompts.md).
struct CacheFinding {
  std::optional<std::string> invalid;  // the mode was promised and did not hold
  std::optional<std::string> note;     // what is odd
  bool not_offered = false;            // the server tells no cached tokens, so that nothing of this is known
};

CacheFinding CheckCache(const RunLog& log, CacheMode mode, CacheMeans means);

}  // namespace inferproof
