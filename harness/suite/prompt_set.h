#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// One prompt of our own writing, with its recorded length.
struct Prompt {
  std::string id;
  std::string text;
  std::int64_t chars = 0;  // Unicode scalar values; checked against the text
};

// JSONL, one {"id","text","chars"} a line; blank lines are allowed, ids are unique.
struct PromptSet {
  std::string path;    // as the suite names it
  std::string digest;  // ShortDigest of the file's bytes
  std::vector<Prompt> prompts;
};

// Unicode scalar values in well-formed UTF-8.
std::int64_t CountScalars(std::string_view text);

Result<PromptSet> ParsePromptSet(std::string_view text, const std::string& path);

}  // namespace inferproof
