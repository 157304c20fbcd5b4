#pragma once

#include <optional>
#include <string>

#include "harness/json/object_reader.h"
#include "harness/suite/repository.h"
#include "harness/suite/suite.h"

namespace inferproof {

// Where a scenario's prompts come from: a file, or made.
struct PromptSource {
  std::string path;  // resolved; empty: made
  std::optional<SyntheticPrompts> synthetic;
};

// What a scenario says of the server's prompt cache.
struct CacheSetting {
  CacheMode mode = CacheMode::kBust;
  std::optional<SharedPrefix> prefix;  // its text is still to be read, or made
};

// "prompts": a path, or {"synthetic": {"tokens": 512, "count": 8}}.
Result<PromptSource> ReadPromptSource(const Node& node, const PathResolver& paths);

// "cache": "bust", "shared_prefix" or "as_is", or {"shared_prefix": {"file": PATH}} or {"shared_prefix": {"tokens":
// N}}.
Result<CacheSetting> ReadCacheSetting(const Node& node, const PathResolver& paths);

// The text of a prefix's file.
Status ReadPrefixText(FileSystem& files, SharedPrefix& prefix);

}  // namespace inferproof
