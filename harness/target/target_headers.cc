#include <algorithm>

#include "harness/target/managed_target.h"

namespace inferproof {
namespace {

// A line break in a key, as `echo` leaves one, would end the header and begin another.
bool IsHeaderSafe(const std::string& value) {
  return std::none_of(value.begin(), value.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F;
  });
}

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> TargetHeaders(const Target& target,
                                                                       const Environment& environment,
                                                                       Redactor& redactor) {
  std::vector<std::pair<std::string, std::string>> headers(target.headers.begin(), target.headers.end());
  if (!target.api_key_env) return headers;
  const std::string where = target.path.empty() ? "api_key_env" : target.path + ": api_key_env";
  const std::optional<std::string> key = environment.Get(*target.api_key_env);
  if (!key || key->empty()) {
    return MakeError(ErrorCode::kConfig, where,
                     "the variable " + *target.api_key_env + " is " + (key ? "empty" : "not set"),
                     "Export it, or put it into .env");
  }
  // Masking a word such as "true" would eat the results, and not masking it would show a key.
  constexpr std::size_t kShortestKey = 8;
  if (key->size() < kShortestKey) {
    return MakeError(ErrorCode::kConfig, where,
                     "the value of " + *target.api_key_env + " is shorter than " + std::to_string(kShortestKey) +
                         " characters, too short for a key",
                     "Set it to the whole key");
  }
  redactor.Remember(*key);
  if (!IsHeaderSafe(*key)) {
    return MakeError(ErrorCode::kConfig, where,
                     "the value of " + *target.api_key_env + " holds a blank, a line break or a control character",
                     "Set it to the key alone");
  }
  headers.emplace_back("authorization", "Bearer " + *key);
  return headers;
}

}  // namespace inferproof
