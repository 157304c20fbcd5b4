#pragma once

#include <string>
#include <string_view>

#include "harness/json/document.h"

namespace inferproof {

// Larger files are refused before they are parsed.
inline constexpr std::size_t kMaxJsonLinesBytes = std::size_t{64} << 20;

// Calls use(Node, line number) -> Status for each line of `text` that is not blank, and stops at the first error. A
// node's place is that in the file: "cases.jsonl:3:14".
template <typename Use>
Status ForEachJsonLine(std::string_view text, const std::string& name, Use use) {
  if (text.size() > kMaxJsonLinesBytes) return MakeError(ErrorCode::kConfig, name, "larger than 64 MiB");
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    const std::string_view content = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (content.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    ASSIGN_OR_RETURN(const Document document, Document::Parse(content, name, line));
    RETURN_IF_ERROR(use(Node(document), line));
  }
  return {};
}

}  // namespace inferproof
