#include "harness/protocol/models.h"

#include <algorithm>
#include <optional>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

constexpr std::size_t kMessageBytes = 300;

// One line for people: control characters become spaces, ill-formed text U+FFFD.
std::string OneLine(std::string_view text) {
  // More than four times the limit cannot survive the cut: no need to repair a large body.
  std::string line = RepairUtf8(TrimAscii(text.substr(0, 4 * kMessageBytes)));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return Truncate(line, kMessageBytes);
}

std::string TextOf(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool SaysSomething(const Json& object, const char* key) {
  const auto member = object.find(key);
  return member != object.end() && !member->is_null() && *member != "" && *member != false;
}

// The value that holds the message, or nothing.
std::optional<std::string> MessageIn(const Json& root) {
  if (!root.is_object()) return std::nullopt;
  if (SaysSomething(root, "error")) {
    const Json& error = root["error"];
    if (error.is_object() && SaysSomething(error, "message")) return TextOf(error["message"]);
    return TextOf(error);
  }
  for (const char* key : {"detail", "message"}) {
    if (SaysSomething(root, key)) return TextOf(root[key]);
  }
  return std::nullopt;
}

Error NotAModelList(const std::string& url, std::string what) {
  return MakeError(ErrorCode::kUnreachable, url, "expected a list of models, got " + std::move(what),
                   "Check that the URL is that of an OpenAI-compatible server");
}

}  // namespace

std::optional<std::string> ProcessStartIn(std::string_view metrics) {
  constexpr std::string_view kName = "process_start_time_seconds ";
  constexpr std::size_t kMostDigits = 40;
  for (std::size_t line = 0; line < metrics.size();) {
    const std::size_t end = std::min(metrics.find('\n', line), metrics.size());
    const std::string_view text = metrics.substr(line, end - line);
    line = end + 1;
    if (!text.starts_with(kName)) continue;
    const std::string_view number = TrimAscii(text.substr(kName.size()));
    const std::optional<double> seconds = number.size() <= kMostDigits ? ParseDouble(number) : std::nullopt;
    return seconds && *seconds > 0 ? std::optional(std::string(number)) : std::nullopt;
  }
  return std::nullopt;
}

std::string ErrorMessageOf(std::string_view body) {
  const Result<Document> document = Document::Parse(body, "body");
  if (document.ok()) {
    if (const std::optional<std::string> message = MessageIn(document->root())) return OneLine(*message);
  }
  return TrimAscii(body).empty() ? "an empty body" : OneLine(body);
}

Result<std::vector<std::string>> ParseModels(std::string_view body, const std::string& url) {
  const Result<Document> document = Document::Parse(body, url);
  if (!document.ok()) return NotAModelList(url, "\"" + Truncate(OneLine(body), 80) + "\"");
  const Json& root = document->root();
  if (!root.is_object() || !root.contains("data") || !root["data"].is_array()) {
    return NotAModelList(url, DescribeJson(root) + " without \"data\"");
  }
  std::vector<std::string> ids;
  for (const Json& model : root["data"]) {
    if (!model.is_object() || !model.contains("id") || !model["id"].is_string()) {
      return NotAModelList(url, "an entry without \"id\"");
    }
    ids.push_back(model["id"].get<std::string>());
  }
  return ids;
}

}  // namespace inferproof
