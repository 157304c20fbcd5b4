#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/json/object_reader.h"
#include "harness/suite/prompt_source.h"
#include "harness/suite/repository.h"
#include "harness/suite/suite.h"

namespace inferproof {

// What `defaults` and each scenario may say; unset is "not said". A scenario's settings start as a copy of the defaults
// and are read over it, key by key.
struct ScenarioSettings {
  std::optional<Endpoint> endpoint;
  std::optional<bool> stream;
  std::optional<PromptSource> prompts;
  std::optional<CacheSetting> cache;
  std::optional<std::int64_t> max_tokens;
  std::optional<double> temperature;
  std::optional<std::int64_t> seed;
  std::optional<bool> ignore_eos;
  std::optional<std::vector<std::string>> stop;
  std::optional<std::int64_t> warmup_requests;
  Timeouts timeouts;
};

// Reads the keys of ScenarioSettings that `reader` has over `settings`. Errors stay in `reader`.
void ReadSettings(ObjectReader& reader, const PathResolver& paths, ScenarioSettings& settings);

std::string EndpointName(Endpoint endpoint);
std::string CacheModeName(CacheMode cache);

}  // namespace inferproof
