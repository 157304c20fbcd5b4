#include "harness/suite/prompt_source.h"

#include <utility>

#include "harness/base/digest.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

// A made prompt of a million tokens is sent as some 4 MB.
constexpr std::int64_t kMostPromptTokens = 1'000'000;
constexpr std::int64_t kMostPrompts = 100'000;
constexpr std::size_t kLargestPrefixFile = std::size_t{4} << 20;

Result<SyntheticPrompts> ReadSynthetic(const Node& node) {
  ObjectReader reader(node);
  SyntheticPrompts synthetic;
  synthetic.tokens = static_cast<int>(reader.Integer("tokens", {1, kMostPromptTokens}));
  synthetic.count = static_cast<int>(reader.Integer("count", {2, kMostPrompts}));
  RETURN_IF_ERROR(reader.Finish());
  return synthetic;
}

Result<SharedPrefix> ReadPrefix(const Node& node, const PathResolver& paths) {
  ObjectReader reader(node);
  SharedPrefix prefix;
  const std::optional<Node> file = reader.Optional("file");
  const std::optional<std::int64_t> tokens = reader.OptionalInteger("tokens", {1, kMostPromptTokens});
  RETURN_IF_ERROR(reader.Finish());
  if (file.has_value() == tokens.has_value()) return node.Fail("needs exactly one of \"file\" and \"tokens\"");
  if (tokens) {
    prefix.synthetic_tokens = static_cast<int>(*tokens);
    return prefix;
  }
  ASSIGN_OR_RETURN(prefix.path, paths.Resolve(*file));
  return prefix;
}

}  // namespace

Result<PromptSource> ReadPromptSource(const Node& node, const PathResolver& paths) {
  PromptSource source;
  if (!node->is_object()) {
    ASSIGN_OR_RETURN(source.path, paths.Resolve(node));
    return source;
  }
  ObjectReader reader(node);
  const std::optional<Node> synthetic = reader.Required("synthetic");
  RETURN_IF_ERROR(reader.Finish());
  ASSIGN_OR_RETURN(source.synthetic, ReadSynthetic(*synthetic));
  return source;
}

Result<CacheSetting> ReadCacheSetting(const Node& node, const PathResolver& paths) {
  CacheSetting setting;
  ObjectReader reader(node);
  setting.mode = CacheMode::kSharedPrefix;
  const std::optional<Node> prefix = reader.Required("shared_prefix");
  RETURN_IF_ERROR(reader.Finish());
  ASSIGN_OR_RETURN(setting.prefix, ReadPrefix(*prefix, paths));
  return setting;
}

Status ReadPrefixText(FileSystem& files, SharedPrefix& prefix) {
  ASSIGN_OR_RETURN(prefix.text, files.Read(prefix.path));
  if (prefix.text.empty()) return MakeError(ErrorCode::kConfig, prefix.path, "is empty: it is no prefix");
  if (prefix.text.size() > kLargestPrefixFile) {
    return MakeError(ErrorCode::kConfig, prefix.path, "is larger than 4 MiB: no engine takes that as a prompt");
  }
  if (!IsValidUtf8(prefix.text)) return MakeError(ErrorCode::kConfig, prefix.path, "is not UTF-8 text");
  prefix.digest = ShortDigest(prefix.text);
  return {};
}

}  // namespace inferproof
