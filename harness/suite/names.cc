#include "harness/suite/names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/base/text.h"

namespace inferproof {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMostStops = 4;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsLetter(char c) { return IsLower(c) || (c >= 'A' && c <= 'Z'); }

std::string CheckedName(ObjectReader& reader, const std::string& key, std::string name) {
  if (!reader.failed() && !IsPlainName(name)) {
    reader.Fail(key,
                "must be a name of lower-case letters, digits, '.', '_' and '-' that starts with a letter or "
                "digit, at most 64 characters, got " +
                    DescribeJson(name));
  }
  return name;
}

}  // namespace

bool IsPlainName(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || !(IsLower(name[0]) || IsDigit(name[0]))) return false;
  return std::ranges::all_of(name, [](char c) { return IsLower(c) || IsDigit(c) || c == '.' || c == '_' || c == '-'; });
}

bool IsMetricName(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return IsLetter(c) || IsDigit(c) || c == '_' || c == '.'; });
}

bool IsVariableName(std::string_view name) {
  return !name.empty() && !IsDigit(name[0]) &&
         std::ranges::all_of(name, [](char c) { return IsLetter(c) || IsDigit(c) || c == '_'; });
}

bool SoundsSecret(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kWords = {"key",    "apikey", "token",         "secret", "password",
                                                             "passwd", "bearer", "authorization", "cookie"};
  const std::string lower = ToLowerAscii(name);
  const std::size_t separator = lower.find_last_of("-_. ");
  const std::string_view last = std::string_view(lower).substr(separator == std::string::npos ? 0 : separator + 1);
  return std::ranges::find(kWords, last) != kWords.end();
}

bool AnyWordSoundsSecret(std::string_view name) {
  for (std::size_t end = name.size(); end > 0;) {
    const std::string_view head = name.substr(0, end);
    if (SoundsSecret(head)) return true;
    const std::size_t separator = head.find_last_of("-_. ");
    end = separator == std::string_view::npos ? 0 : separator;
  }
  return false;
}

std::string ReadPlainName(ObjectReader& reader, const std::string& key) {
  return CheckedName(reader, key, reader.String(key));
}

std::string ReadPlainName(ObjectReader& reader, const std::string& key, std::string fallback) {
  return CheckedName(reader, key, reader.String(key, std::move(fallback)));
}

std::vector<std::string> ReadStop(ObjectReader& reader) {
  std::vector<std::string> stop = reader.Strings("stop");
  if (stop.size() > kMostStops) {
    reader.Fail("stop",
                "must have at most " + std::to_string(kMostStops) + " sequences, got " + std::to_string(stop.size()));
  }
  if (std::ranges::any_of(stop, &std::string::empty)) reader.Fail("stop", "must not hold an empty sequence");
  return stop;
}

}  // namespace inferproof
