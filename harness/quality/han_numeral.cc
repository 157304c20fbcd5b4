#include "harness/quality/han_numeral.h"

#include <string>

namespace inferproof {
namespace {

// Longer runs are no numeral that anyone writes.
constexpr std::size_t kMaxLength = 64;

std::optional<int> HanDigit(char32_t c) {
  constexpr std::u32string_view kDigits = U"〇一二三四五六七八九";
  if (c == U'零') return 0;
  if (c == U'两' || c == U'兩') return 2;
  const std::size_t at = kDigits.find(c);
  if (at == std::u32string_view::npos) return std::nullopt;
  return static_cast<int>(at);
}

int SmallUnitPower(char32_t c) {
  if (c == U'十') return 1;
  if (c == U'百') return 2;
  if (c == U'千') return 3;
  return 0;
}

bool IsHanPoint(char32_t c) { return c == U'点' || c == U'點'; }

std::optional<Decimal> Positional(std::u32string_view run) {
  std::string digits;
  for (const char32_t c : run) {
    const std::optional<int> digit = HanDigit(c);
    if (!digit) return std::nullopt;
    digits += static_cast<char>('0' + *digit);
  }
  return Decimal::Parse(digits);
}

// Reads a run of digits and units from left to right.
class UnitReader {
 public:
  bool Take(char32_t c) {
    if (const std::optional<int> digit = HanDigit(c)) return TakeDigit(*digit);
    if (const int power = SmallUnitPower(c)) return TakeSmallUnit(power);
    return TakeBigUnit(HanUnitPower(c));
  }

  // Nothing when the last digit's place was left unsaid.
  std::optional<Decimal> Value() const {
    if (digit_ > 0 && last_power_ > 1 && !zero_before_digit_) return std::nullopt;
    return total_ + section_ + Decimal(digit_ > 0 ? digit_ : 0);
  }

 private:
  bool TakeDigit(int digit) {
    if (digit_ > 0) return false;
    zero_before_digit_ = digit > 0 && digit_ == 0;
    digit_ = digit;
    return true;
  }
  bool TakeSmallUnit(int power) {
    if (section_power_ != 0 && power >= section_power_) return false;
    // A unit without a digit counts one: 十五.
    section_ = section_ + Decimal(digit_ > 0 ? digit_ : 1).ScaledByPowerOfTen(power);
    section_power_ = power;
    return Took(power);
  }
  bool TakeBigUnit(int power) {
    const Decimal section = section_ + Decimal(digit_ > 0 ? digit_ : 0);
    if (power == 0 || (section.is_zero() && total_.is_zero())) return false;
    // 一億二千万 adds; 一万億 multiplies.
    if (big_power_ != 0 && power < big_power_) {
      total_ = total_ + section.ScaledByPowerOfTen(power);
    } else {
      total_ = (total_ + section).ScaledByPowerOfTen(power);
    }
    big_power_ = power;
    section_ = Decimal();
    section_power_ = 0;
    return Took(power);
  }
  bool Took(int power) {
    digit_ = -1;
    zero_before_digit_ = false;
    last_power_ = power;
    return true;
  }

  Decimal total_;
  Decimal section_;
  int digit_ = -1;  // -1: none since the last unit
  int section_power_ = 0;
  int big_power_ = 0;
  int last_power_ = 0;
  bool zero_before_digit_ = false;
};

std::optional<Decimal> WithUnits(std::u32string_view run) {
  UnitReader reader;
  for (const char32_t c : run) {
    if (!reader.Take(c)) return std::nullopt;
  }
  return reader.Value();
}

}  // namespace

int HanUnitPower(char32_t scalar) {
  if (scalar == U'万' || scalar == U'萬') return 4;
  if (scalar == U'亿' || scalar == U'億') return 8;
  if (scalar == U'兆') return 12;
  return 0;
}

std::optional<HanNumeral> ParseHanNumeral(std::u32string_view text, std::size_t begin) {
  const auto part_of_numeral = [](char32_t c) { return HanDigit(c) || SmallUnitPower(c) != 0 || HanUnitPower(c) != 0; };
  std::size_t end = begin;
  while (end < text.size() && end - begin <= kMaxLength && part_of_numeral(text[end])) ++end;
  if (end == begin || end - begin > kMaxLength) return std::nullopt;
  const std::u32string_view run = text.substr(begin, end - begin);
  std::optional<Decimal> value = Positional(run);
  if (!value) value = WithUnits(run);
  if (!value) return std::nullopt;
  if (end + 1 >= text.size() || !IsHanPoint(text[end]) || !HanDigit(text[end + 1])) return HanNumeral{*value, end};
  std::size_t decimals_end = end + 1;
  while (decimals_end < text.size() && decimals_end - end <= kMaxLength + 1 && HanDigit(text[decimals_end])) {
    ++decimals_end;
  }
  const std::u32string_view decimals = text.substr(end + 1, decimals_end - end - 1);
  const std::optional<Decimal> fraction = Positional(decimals);
  if (!fraction || decimals.size() > kMaxLength) return std::nullopt;
  return HanNumeral{*value + fraction->ScaledByPowerOfTen(-static_cast<std::int64_t>(decimals.size())), decimals_end};
}

}  // namespace inferproof
