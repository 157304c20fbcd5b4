#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "harness/quality/decimal.h"

namespace inferproof {

struct HanNumeral {
  Decimal value;
  std::size_t end = 0;  // in scalars of the text
};

// The numeral that starts at `begin`, taken as far as it goes: 〇 to 九 with 十百千 and 万億兆 (三百零五, 一億二千万),
// digits in a row (二〇二四), decimals behind 点. Nothing for spoken short forms whose last digit has no written place
// (三百五), and for what no numeral is.
std::optional<HanNumeral> ParseHanNumeral(std::u32string_view text, std::size_t begin);

// 4 for 万, 8 for 億, 12 for 兆; 0 for any other character.
int HanUnitPower(char32_t scalar);

}  // namespace inferproof
