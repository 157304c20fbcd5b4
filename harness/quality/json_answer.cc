#include "harness/quality/json_answer.h"

#include <cmath>
#include <optional>
#include <utility>

#include "harness/base/text.h"
#include "harness/quality/normalize.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxJsonBytes = 64 * 1024;
constexpr std::string_view kFence = "```";

std::optional<std::string_view> InFence(std::string_view answer) {
  const std::size_t open = answer.find(kFence);
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t line_end = answer.find('\n', open);
  if (line_end == std::string_view::npos) return std::nullopt;
  const std::size_t close = answer.find(kFence, line_end);
  if (close == std::string_view::npos) return std::nullopt;
  return answer.substr(line_end + 1, close - line_end - 1);
}

// From the first bracket to its partner, brackets inside strings not counted; to the end when it has none.
std::optional<std::string_view> FirstObject(std::string_view answer) {
  const std::size_t start = answer.find_first_of("{[");
  if (start == std::string_view::npos) return std::nullopt;
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = start; i < answer.size(); ++i) {
    const char c = answer[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return answer.substr(start, i - start + 1);
    }
  }
  return answer.substr(start);
}

Error NotJson(std::string what) { return MakeError(ErrorCode::kInvalid, "", std::move(what)); }

Result<std::string_view> TextAt(std::string_view answer, JsonPlace place) {
  if (place == JsonPlace::kFirstObject) {
    const std::optional<std::string_view> object = FirstObject(answer);
    if (!object) return NotJson("holds no object or array");
    return *object;
  }
  if (place == JsonPlace::kFenced) return InFence(answer).value_or(answer);
  return answer;
}

std::size_t OffsetOf(std::string_view text, Position position) {
  std::size_t line_start = 0;
  for (int line = 1; line < position.line; ++line) line_start = text.find('\n', line_start) + 1;
  return line_start + static_cast<std::size_t>(position.column) - 1;
}

}  // namespace

JsonPlace ReadJsonPlace(ObjectReader& parameters) {
  const std::string name = parameters.Choice("extract", {"raw", "fenced", "first_object"}, "raw");
  if (name == "fenced") return JsonPlace::kFenced;
  return name == "first_object" ? JsonPlace::kFirstObject : JsonPlace::kRaw;
}

Result<JsonAnswer> ReadJsonAnswer(std::string_view answer, JsonPlace place) {
  ASSIGN_OR_RETURN(const std::string_view found, TextAt(answer, place));
  const std::string_view text = TrimAscii(found);
  if (text.size() > kMaxJsonBytes) return NotJson("longer than 64 KiB");
  // RFC 8259, section 8.1: a writer must not add one. The library would skip it.
  if (text.starts_with("\xEF\xBB\xBF")) return NotJson("starts with a byte order mark");
  Result<Document> document = Document::Parse(text, "answer");
  if (!document.ok()) return NotJson(document.error().where + ": " + document.error().what);
  return JsonAnswer{std::string(text), std::move(document).value()};
}

std::string WrittenNumber(const JsonAnswer& answer, const std::string& pointer) {
  const std::string_view from =
      std::string_view(answer.text).substr(OffsetOf(answer.text, answer.document.At(pointer)));
  return std::string(from.substr(0, from.find_first_not_of("+-.eE0123456789")));
}

Json Comparable(const Json& value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (value.is_string()) return ToNfc(value.get_ref<const std::string&>());
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    if (std::abs(number) > kExactIntegers || number != std::floor(number)) return value;
    return static_cast<std::int64_t>(number);
  }
  if (!value.is_structured()) return value;
  Json result = value.is_object() ? Json::object() : Json::array();
  for (const auto& [key, child] : value.items()) {
    if (value.is_object()) {
      result[ToNfc(key)] = Comparable(child);
    } else {
      result.push_back(Comparable(child));
    }
  }
  return result;
}

}  // namespace inferproof
