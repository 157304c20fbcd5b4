#include "harness/refserver/api_error.h"

namespace inferproof {
namespace {

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

std::string ApiError::Body() const {
  return JsonText(
      {{"error", {{"message", message}, {"type", type}, {"param", TextOrNull(param)}, {"code", TextOrNull(code)}}}});
}

std::string JsonText(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace inferproof
