#include "harness/json/canonical.h"

#include <cmath>
#include <utility>

#include "harness/base/number.h"

namespace inferproof {
namespace {

bool AllNumbersFinite(const Json& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  for (const Json& child : value) {
    if (!AllNumbersFinite(child)) return false;
  }
  return true;
}

bool HoldsOnlyScalars(const Json& value) {
  for (const Json& child : value) {
    if (child.is_structured()) return false;
  }
  return true;
}

void AppendScalar(const Json& value, std::string& out) {
  // Ill-formed text must not stop a result from being written: it becomes U+FFFD.
  if (value.is_number_float()) {
    out += FormatShortest(value.get<double>());
  } else {
    out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

void AppendInline(const Json& value, std::string& out, bool spaced) {
  if (!value.is_structured()) return AppendScalar(value, out);
  const bool object = value.is_object();
  out += object ? '{' : '[';
  bool first = true;
  for (const auto& [key, child] : value.items()) {
    if (!first) out += spaced ? ", " : ",";
    first = false;
    if (object) {
      AppendScalar(Json(key), out);
      out += spaced ? ": " : ":";
    }
    AppendInline(child, out, spaced);
  }
  out += object ? '}' : ']';
}

void AppendPretty(const Json& value, std::size_t depth, std::size_t inline_limit, std::string& out) {
  if (!value.is_structured()) return AppendScalar(value, out);
  if (HoldsOnlyScalars(value)) {
    std::string line;
    AppendInline(value, line, true);
    if (line.size() <= inline_limit) {
      out += line;
      return;
    }
  }
  const bool object = value.is_object();
  out += object ? "{\n" : "[\n";
  bool first = true;
  for (const auto& [key, child] : value.items()) {
    if (!first) out += ",\n";
    first = false;
    out.append(2 * (depth + 1), ' ');
    if (object) {
      AppendScalar(Json(key), out);
      out += ": ";
    }
    AppendPretty(child, depth + 1, inline_limit, out);
  }
  out += '\n';
  out.append(2 * depth, ' ');
  out += object ? '}' : ']';
}

Status RefuseNaN(const Json& value) {
  if (AllNumbersFinite(value)) return {};
  return MakeError(ErrorCode::kInternal, "", "a number that is not finite was about to be written as JSON");
}

}  // namespace

Result<std::string> WriteCanonical(const Json& value, std::size_t inline_limit) {
  RETURN_IF_ERROR(RefuseNaN(value));
  std::string out;
  AppendPretty(value, 0, inline_limit, out);
  out += '\n';
  return out;
}

Result<std::string> WriteCompact(const Json& value) {
  RETURN_IF_ERROR(RefuseNaN(value));
  std::string out;
  AppendInline(value, out, false);
  return out;
}

}  // namespace inferproof
