#pragma once

#include <cstdint>
#include <optional>
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
  std::int64_t chars = 0;                   // Unicode scalar values; checked against the text
  std::optional<std::int64_t> tokens = {};  // of the text alone, by one tokeniser; checked against the server's usage
};

// Prompts that are made when a session begins (docs/cache-and-prompts.md).
struct SyntheticPrompts {
  int tokens = 0;  // of each
  int count = 0;
};

// JSONL, one {"id","text","chars"} a line, and where it is known "prompt_tokens"; blank lines are allowed, ids are
// unique. Or a set that is made: then path and digest are empty, and prompts until it is made.
struct PromptSet {
  std::string path;    // as the suite names it
  std::string digest;  // ShortDigest of the file's bytes
  std::vector<Prompt> prompts;
  std::optional<SyntheticPrompts> synthetic = {};
};

// Unicode scalar values in well-formed UTF-8.
std::int64_t CountScalars(std::string_view text);

Result<PromptSet> ParsePromptSet(std::string_view text, const std::string& path);

}  // namespace inferproof
