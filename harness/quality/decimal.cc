#include "harness/quality/decimal.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/base/number.h"

namespace inferproof {
namespace {

bool AllDigits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

char DigitChar(int value) { return static_cast<char>('0' + value); }

// Digit strings of equal length, most significant first.
std::string SumOf(const std::string& a, const std::string& b) {
  std::string sum(a.size() + 1, '0');
  int carry = 0;
  for (std::size_t i = a.size(); i > 0; --i) {
    const int total = (a[i - 1] - '0') + (b[i - 1] - '0') + carry;
    sum[i] = DigitChar(total % 10);
    carry = total / 10;
  }
  sum[0] = DigitChar(carry);
  return sum;
}

// a >= b.
std::string DifferenceOf(const std::string& a, const std::string& b) {
  std::string difference(a.size(), '0');
  int borrow = 0;
  for (std::size_t i = a.size(); i > 0; --i) {
    int total = (a[i - 1] - '0') - (b[i - 1] - '0') - borrow;
    borrow = total < 0 ? 1 : 0;
    if (total < 0) total += 10;
    difference[i - 1] = DigitChar(total);
  }
  return difference;
}

// Both digit strings at the smaller exponent and of equal length.
std::int64_t Align(std::string& a, std::int64_t a_exponent, std::string& b, std::int64_t b_exponent) {
  const std::int64_t exponent = std::min(a_exponent, b_exponent);
  a.append(static_cast<std::size_t>(a_exponent - exponent), '0');
  b.append(static_cast<std::size_t>(b_exponent - exponent), '0');
  const std::size_t length = std::max(a.size(), b.size());
  a.insert(0, length - a.size(), '0');
  b.insert(0, length - b.size(), '0');
  return exponent;
}

std::optional<std::int64_t> ParseExponent(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || !AllDigits(text)) return std::nullopt;
  const std::optional<std::int64_t> value = ParseInt(text);
  if (!value || *value > Decimal::kMaxExponent) return std::nullopt;
  return negative ? -*value : *value;
}

}  // namespace

Decimal::Decimal(bool negative, std::string digits, std::int64_t exponent)
    : negative_(negative), digits_(std::move(digits)), exponent_(exponent) {
  digits_.erase(0, std::min(digits_.find_first_not_of('0'), digits_.size()));
  while (!digits_.empty() && digits_.back() == '0') {
    digits_.pop_back();
    ++exponent_;
  }
  if (!digits_.empty()) return;
  negative_ = false;
  exponent_ = 0;
}

// The text carries the most negative value too, whose negation does not exist.
Decimal::Decimal(std::int64_t value) : Decimal(*Parse(std::to_string(value))) {}

std::optional<Decimal> Decimal::Parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t exponent = 0;
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    const std::optional<std::int64_t> power = ParseExponent(text.substr(e + 1));
    if (!power) return std::nullopt;
    exponent = *power;
    text = text.substr(0, e);
  }
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  if (!AllDigits(whole) || !AllDigits(fraction) || (dot == std::string_view::npos ? whole : fraction).empty()) {
    return std::nullopt;
  }
  if (whole.size() + fraction.size() > kMaxDigits) return std::nullopt;
  return Decimal(negative, std::string(whole) + std::string(fraction),
                 exponent - static_cast<std::int64_t>(fraction.size()));
}

Decimal Decimal::Negated() const { return Decimal(!negative_, digits_, exponent_); }

Decimal Decimal::Absolute() const { return Decimal(false, digits_, exponent_); }

Decimal Decimal::ScaledByPowerOfTen(std::int64_t power) const { return Decimal(negative_, digits_, exponent_ + power); }

std::string Decimal::Text() const {
  constexpr std::int64_t kPlainDigits = 40;
  if (is_zero()) return "0";
  const std::string sign = negative_ ? "-" : "";
  const auto length = static_cast<std::int64_t>(digits_.size());
  if (exponent_ >= 0 && length + exponent_ <= kPlainDigits) {
    return sign + digits_ + std::string(static_cast<std::size_t>(exponent_), '0');
  }
  if (exponent_ < 0 && -exponent_ <= kPlainDigits) {
    std::string padded = digits_;
    if (length <= -exponent_) padded.insert(0, static_cast<std::size_t>(-exponent_ - length + 1), '0');
    return sign + padded.insert(padded.size() - static_cast<std::size_t>(-exponent_), ".");
  }
  std::string mantissa = digits_;
  if (length > 1) mantissa.insert(1, ".");
  return sign + mantissa + "e" + std::to_string(exponent_ + length - 1);
}

Decimal operator+(const Decimal& a, const Decimal& b) {
  std::string left = a.digits_;
  std::string right = b.digits_;
  const std::int64_t exponent = Align(left, a.exponent_, right, b.exponent_);
  if (a.negative_ == b.negative_) return Decimal(a.negative_, SumOf(left, right), exponent);
  if (left >= right) return Decimal(a.negative_, DifferenceOf(left, right), exponent);
  return Decimal(b.negative_, DifferenceOf(right, left), exponent);
}

Decimal operator-(const Decimal& a, const Decimal& b) { return a + b.Negated(); }

Decimal operator*(const Decimal& a, const Decimal& b) {
  std::vector<int> cells(a.digits_.size() + b.digits_.size(), 0);
  for (std::size_t i = a.digits_.size(); i > 0; --i) {
    int carry = 0;
    for (std::size_t j = b.digits_.size(); j > 0; --j) {
      const int total = cells[i + j - 1] + (a.digits_[i - 1] - '0') * (b.digits_[j - 1] - '0') + carry;
      cells[i + j - 1] = total % 10;
      carry = total / 10;
    }
    cells[i - 1] += carry;
  }
  std::string digits;
  for (const int cell : cells) digits += DigitChar(cell);
  return Decimal(a.negative_ != b.negative_, std::move(digits), a.exponent_ + b.exponent_);
}

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  const Decimal difference = a - b;
  if (difference.is_zero()) return std::strong_ordering::equal;
  return difference.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
}

std::optional<Ratio> ParseRatio(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<Decimal> numerator = Decimal::Parse(text.substr(0, slash));
  if (!numerator) return std::nullopt;
  if (slash == std::string_view::npos) return Ratio{*numerator};
  const std::optional<Decimal> denominator = Decimal::Parse(text.substr(slash + 1));
  if (!denominator || denominator->is_zero()) return std::nullopt;
  return Ratio{*numerator, *denominator};
}

bool WithinTolerance(const Ratio& got, const Ratio& wanted, const Decimal& absolute, const Decimal& relative) {
  // Multiplied through by both denominators, so that nothing is divided.
  const Decimal left = got.numerator * wanted.denominator;
  const Decimal right = wanted.numerator * got.denominator;
  const Decimal error = (left - right).Absolute();
  const Decimal allowed_absolute = absolute * (got.denominator * wanted.denominator).Absolute();
  const Decimal allowed_relative = relative * right.Absolute();
  return error <= allowed_absolute || error <= allowed_relative;
}

}  // namespace inferproof
