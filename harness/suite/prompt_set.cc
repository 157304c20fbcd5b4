#include "harness/suite/prompt_set.h"

#include <set>
#include <utility>

#include "harness/base/digest.h"
#include "harness/json/object_reader.h"
#include "harness/suite/json_lines.h"

namespace inferproof {

std::int64_t CountScalars(std::string_view text) {
  std::int64_t count = 0;
  for (const char c : text) {
    // Every byte but a continuation byte (10xxxxxx) starts a scalar value.
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

namespace {

constexpr std::int64_t kMostPromptTokens = 10'000'000;

Result<Prompt> ReadPrompt(const Node& node) {
  ObjectReader reader(node);
  Prompt prompt;
  prompt.id = reader.String("id");
  prompt.text = reader.String("text");
  prompt.chars = reader.Integer("chars", {.min = 1});
  prompt.tokens = reader.OptionalInteger("prompt_tokens", {.min = 1, .max = kMostPromptTokens});
  const std::int64_t counted = CountScalars(prompt.text);
  if (!reader.failed() && counted != prompt.chars) {
    reader.Fail("chars",
                "the text has " + std::to_string(counted) + " characters, recorded are " + std::to_string(prompt.chars),
                "A prompt that was edited needs its length recorded anew");
  }
  RETURN_IF_ERROR(reader.Finish());
  return prompt;
}

}  // namespace

Result<PromptSet> ParsePromptSet(std::string_view text, const std::string& path) {
  PromptSet set;
  set.path = path;
  set.digest = ShortDigest(text);
  std::set<std::string> ids;
  RETURN_IF_ERROR(ForEachJsonLine(text, path, [&](const Node& node, int) -> Status {
    ASSIGN_OR_RETURN(Prompt prompt, ReadPrompt(node));
    if (!ids.insert(prompt.id).second) {
      return node.Member("id").Fail("another prompt of this file has the id " + DescribeJson(prompt.id));
    }
    set.prompts.push_back(std::move(prompt));
    return {};
  }));
  if (set.prompts.empty()) return MakeError(ErrorCode::kConfig, path, "holds no prompt");
  return set;
}

}  // namespace inferproof
