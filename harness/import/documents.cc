#include "harness/import/documents.h"

#include <array>
#include <utility>

#include "harness/base/text.h"

namespace inferproof {
namespace {

constexpr std::array<std::string_view, 3> kNonFinite = {"-Infinity", "Infinity", "NaN"};

// A file of several values has a whole object on its first line and more after it.
bool IsOneALine(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view first = TrimAscii(text.substr(0, end));
  return first.starts_with('{') && first.ends_with('}') && !TrimAscii(text.substr(end)).empty();
}

Error CutOff(Error error) {
  error.hint = "If the file is cut off or still being written, nothing of it counts: measure again";
  return error;
}

Status AddDocument(std::string_view text, const std::string& name, int line, Documents& documents) {
  Result<Document> document = Document::Parse(text, name, line);
  if (!document.ok()) return CutOff(std::move(document).error());
  documents.push_back(std::make_unique<Document>(std::move(document).value()));
  return {};
}

}  // namespace

std::string WithoutNonFinite(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (in_string && c == '\\' && i + 1 < text.size()) {
      result.append(text.substr(i, 2));
      i += 2;
      continue;
    }
    if (c == '"') in_string = !in_string;
    std::size_t taken = 0;
    for (const std::string_view word : kNonFinite) {
      if (!in_string && taken == 0 && text.substr(i).starts_with(word)) taken = word.size();
    }
    result.append(taken > 0 ? std::string_view("null") : text.substr(i, 1));
    i += taken > 0 ? taken : 1;
  }
  return result;
}

Result<Documents> ParseDocuments(std::string_view text, const std::string& name) {
  if (text.size() > kMostForeignBytes)
    return MakeError(ErrorCode::kConfig, name, "is larger than 64 MiB", "Export the summary instead of every token");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string clean = WithoutNonFinite(text);
  Documents documents;
  if (!IsOneALine(TrimAscii(clean))) {
    RETURN_IF_ERROR(AddDocument(clean, name, 1, documents));
    return documents;
  }
  int number = 0;
  for (const std::string& line : Split(clean, '\n')) {
    ++number;
    if (TrimAscii(line).empty()) continue;
    RETURN_IF_ERROR(AddDocument(line, name, number, documents));
  }
  return documents;
}

}  // namespace inferproof
