#include "harness/base/number.h"

#include <array>
#include <charconv>
#include <cmath>

namespace inferproof {
namespace {

template <typename T>
std::optional<T> ParseWhole(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> ParseDouble(std::string_view text) {
  const std::optional<double> value = ParseWhole<double>(text);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> ParseInt(std::string_view text) { return ParseWhole<std::int64_t>(text); }

std::string FormatShortest(double value) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), end);
}

std::string FormatFixed(double value, int decimals) {
  std::array<char, 400> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end);
  // "-0.0" reads as a loss where there is none.
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string FormatPercent(double ratio_minus_one, int decimals) {
  const std::string text = FormatFixed(ratio_minus_one * 100, decimals);
  return (text.starts_with('-') ? "" : "+") + text + " %";
}

}  // namespace inferproof
