#include "harness/protocol/cache_flush.h"

#include "harness/base/text.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostQuoted = 120;

bool SaysSuccess(std::string_view body) {
  const Result<Document> document = Document::Parse(body, "flush");
  if (!document.ok() || !document->root().is_object()) return false;
  const auto success = document->root().find("success");
  return success != document->root().end() && success->is_boolean() && success->get<bool>();
}

bool Confirms(FlushAnswer wanted, std::string_view body) {
  if (wanted == FlushAnswer::kSuccessTrue) return SaysSuccess(body);
  return wanted == FlushAnswer::kFlushedText && body.find("flushed") != std::string_view::npos;
}

}  // namespace

std::optional<std::string> NotFlushedBecause(const DialectProfile& dialect, int status, std::string_view body) {
  const std::string said = body.empty() ? "nothing" : "\"" + Truncate(RepairUtf8(body), kMostQuoted) + "\"";
  if (status != 200) return "it answered HTTP " + std::to_string(status) + " and said " + said;
  if (Confirms(dialect.flush_answer, body)) return std::nullopt;
  const std::string wanted = dialect.flush_answer == FlushAnswer::kSuccessTrue ? "{\"success\": true}" : "\"flushed\"";
  return "it answered HTTP 200, but its body must say " + wanted + " and said " + said;
}

}  // namespace inferproof
