#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/quality/decimal.h"

namespace inferproof {

// How numbers are written. The locale decides the decimal mark; it is never guessed: "1,234" is 1234 in kEnglish and
// 1.234 in kEuropean.
enum class NumberLocale {
  kEnglish,   // 1,234.5
  kEuropean,  // 1.234,5
  kChinese,   // as English, and Han numerals
  kJapanese,  // likewise
};

struct NumberStyle {
  NumberLocale locale = NumberLocale::kEnglish;
  bool parentheses = false;  // "(5)" is -5, as accountants write it
};

struct FoundNumber {
  Ratio value;
  bool percent = false;   // a percent sign stands behind it
  std::size_t begin = 0;  // in scalars of the scanned text
  std::size_t end = 0;    // past the percent sign
};

struct NumberScan {
  std::u32string text;  // as scanned: without \$ \, {,} ** and backticks
  std::vector<FoundNumber> numbers;
};

// Every number in `text`, in order: sign, digits of ASCII, full-width or Arabic-Indic, well-formed groups of 3 (or
// Indian 2 and 3), decimals, an exponent (e5 or x10^5), a/b, a percent sign. Digits inside a word ("K7Q2") are none,
// and neither is a dot that ends a sentence. A number beyond Decimal's bounds is left out.
NumberScan ScanNumbers(std::string_view text, const NumberStyle& style);

}  // namespace inferproof
