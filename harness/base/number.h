#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inferproof {

// The whole of `text` as a finite number in C notation, locale-free; nothing on trailing bytes, overflow, "nan" or
// "inf".
std::optional<double> ParseDouble(std::string_view text);
std::optional<std::int64_t> ParseInt(std::string_view text);

// Shortest text that reads back to the same double. `value` is finite.
std::string FormatShortest(double value);

// Fixed number of decimals, for people: FormatFixed(12.345, 1) == "12.3".
std::string FormatFixed(double value, int decimals);

// "+4.2 %" from 0.042: a relative change with its sign, one decimal.
std::string FormatPercent(double ratio_minus_one, int decimals = 1);

}  // namespace inferproof
