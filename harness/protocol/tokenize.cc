#include "harness/protocol/tokenize.h"

#include "harness/json/canonical.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

constexpr std::uint64_t kMostTokens = 1'000'000'000;

}  // namespace

Result<std::string> TokenizeBody(const DialectProfile& dialect, const std::string& model, const std::string& text) {
  switch (dialect.tokenize) {
    case TokenizeForm::kContent:
      return WriteCompact({{"content", text}, {"add_special", false}});
    case TokenizeForm::kInputs:
      return WriteCompact({{"inputs", text}, {"add_special_tokens", false}});
    case TokenizeForm::kPrompt:
      return WriteCompact({{"model", model}, {"prompt", text}, {"add_special_tokens", false}});
    case TokenizeForm::kNone:
      break;
  }
  return MakeError(ErrorCode::kConfig, "dialect " + dialect.name, "has no tokeniser that can be asked");
}

std::optional<std::int64_t> TokensIn(std::string_view answer) {
  const Result<Document> document = Document::Parse(answer, "tokenize");
  if (!document.ok()) return std::nullopt;
  const Json& root = document->root();
  if (root.is_array()) return static_cast<std::int64_t>(root.size());
  if (!root.is_object()) return std::nullopt;
  const auto count = root.find("count");
  if (count != root.end() && count->is_number_unsigned() && *count <= kMostTokens) return count->get<std::int64_t>();
  const auto tokens = root.find("tokens");
  if (tokens == root.end() || !tokens->is_array()) return std::nullopt;
  return static_cast<std::int64_t>(tokens->size());
}

}  // namespace inferproof
