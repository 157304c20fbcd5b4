#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inferproof {

// An exact decimal number: digits x 10^exponent. Never a double: 0.1 + 0.2 is 0.3, and 20 digits stay 20 digits.
class Decimal {
 public:
  // Bounds of what is read; sums and products may grow past them.
  static constexpr std::size_t kMaxDigits = 1000;
  static constexpr std::int64_t kMaxExponent = 1000;

  Decimal() = default;
  explicit Decimal(std::int64_t value);

  // [+-]digits[.digits][e[+-]digits] or [+-].digits, all ASCII, the whole of `text`.
  static std::optional<Decimal> Parse(std::string_view text);

  bool is_zero() const { return digits_.empty(); }
  bool is_negative() const { return negative_; }
  std::size_t significant_digits() const { return digits_.size(); }
  Decimal Negated() const;
  Decimal Absolute() const;
  Decimal ScaledByPowerOfTen(std::int64_t power) const;

  // Plain notation, "-12.5", while that is short, else "1e100".
  std::string Text() const;

  friend Decimal operator+(const Decimal& a, const Decimal& b);
  friend Decimal operator-(const Decimal& a, const Decimal& b);
  friend Decimal operator*(const Decimal& a, const Decimal& b);
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
  friend bool operator==(const Decimal& a, const Decimal& b) = default;

 private:
  Decimal(bool negative, std::string digits, std::int64_t exponent);

  // Without zeros at either end; empty is zero, which is not negative and has exponent 0. So equal values are equal
  // member by member.
  bool negative_ = false;
  std::string digits_;
  std::int64_t exponent_ = 0;
};

// A number as texts write them: a decimal, or a fraction a/b, whose denominator is not 0.
struct Ratio {
  Decimal numerator;
  Decimal denominator{1};
};

// "3", "-1.5e3" or "1/3"; nothing for anything else.
std::optional<Ratio> ParseRatio(std::string_view text);

// |got - wanted| <= max(absolute, relative * |wanted|), exactly.
bool WithinTolerance(const Ratio& got, const Ratio& wanted, const Decimal& absolute, const Decimal& relative);

}  // namespace inferproof
