#include "harness/quality/number_grammar.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/quality/han_numeral.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

// Typesetting that stands inside numbers.
std::string WithoutTypesetting(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\\$") || rest.starts_with("\\%")) {
      out += rest[1];
      i += 2;
    } else if (rest.starts_with("{,}")) {
      out += ',';
      i += 3;
    } else if (rest.starts_with("\\,") || rest.starts_with("\\!") || rest.starts_with("**")) {
      i += 2;
    } else if (rest[0] == '`') {
      i += 1;
    } else {
      out += rest[0];
      i += 1;
    }
  }
  return out;
}

bool IsMinus(char32_t c) { return c == '-' || c == 0x2212 || c == 0xFE63 || c == 0xFF0D; }
bool IsPlus(char32_t c) { return c == '+' || c == 0xFF0B; }
bool IsPercent(char32_t c) { return c == '%' || c == 0xFF05 || c == 0x066A; }

// A longer chain is a list; it is looked at again from each of its elements, so its length must be bounded.
constexpr std::size_t kMaxGroups = 64;

class Scanner {
 public:
  Scanner(std::u32string_view text, const NumberStyle& style) : text_(text), style_(style) {}

  std::vector<FoundNumber> Scan() {
    std::vector<FoundNumber> numbers;
    while (at_ < text_.size()) {
      std::optional<FoundNumber> number = NumberAt(at_);
      if (number) {
        at_ = number->end;
        numbers.push_back(std::move(*number));
      } else {
        at_ = std::max(at_ + 1, skip_to_);
      }
    }
    return numbers;
  }

 private:
  struct Magnitude {
    Decimal value;
    std::size_t end = 0;
  };

  char32_t At(std::size_t i) const { return i < text_.size() ? text_[i] : U'\0'; }
  bool IsDigitAt(std::size_t i) const { return i < text_.size() && DigitOf(text_[i]).has_value(); }
  bool uses_han() const { return style_.locale == NumberLocale::kChinese || style_.locale == NumberLocale::kJapanese; }

  bool IsDecimalMark(char32_t c) const {
    if (c == 0x066B) return true;
    if (style_.locale == NumberLocale::kEuropean) return c == ',' || c == 0xFF0C;
    return c == '.' || c == 0xFF0E;
  }

  bool IsGroupMark(char32_t c) const {
    if (c == '\'' || c == 0x2019 || c == '_' || c == 0xA0 || c == 0x202F || c == 0x2009 || c == 0x066C) return true;
    if (style_.locale == NumberLocale::kEuropean) return c == '.';
    return c == ',' || c == 0xFF0C;
  }

  // A word character before a digit makes the digits part of a name: "K7", "v2".
  bool ContinuesAWord(std::size_t i) const { return i > 0 && IsSpacedWordCharacter(text_[i - 1]); }

  // A sign behind a word, a digit or a closing bracket is a hyphen or a minus between two terms.
  bool MaySignStandAt(std::size_t i) const {
    return i == 0 || !(IsSpacedWordCharacter(text_[i - 1]) || text_[i - 1] == ')');
  }

  std::optional<FoundNumber> NumberAt(std::size_t begin) {
    std::size_t i = begin;
    bool negative = false;
    const bool bracket = style_.parentheses && At(i) == '(';
    if (bracket) ++i;
    if ((IsMinus(At(i)) || IsPlus(At(i))) && MaySignStandAt(i)) {
      negative = IsMinus(At(i));
      ++i;
      if (IsCurrency(At(i))) ++i;
    } else if (uses_han() && (At(i) == U'负' || At(i) == U'負')) {
      negative = true;
      ++i;
    } else if (bracket && IsCurrency(At(i))) {
      ++i;
    }
    const std::optional<Magnitude> magnitude = MagnitudeAt(i);
    if (!magnitude) return std::nullopt;
    FoundNumber number{Ratio{magnitude->value}, false, begin, magnitude->end};
    JoinFraction(number, i);
    TakePercent(number);
    if (bracket && At(number.end) != ')') {
      skip_to_ = 0;  // the digits stand on their own
      return std::nullopt;
    }
    if (bracket) ++number.end;
    if (negative || bracket) number.value.numerator = number.value.numerator.Negated();
    return number;
  }

  std::optional<Magnitude> MagnitudeAt(std::size_t i) {
    if (uses_han()) {
      if (const std::optional<HanNumeral> han = ParseHanNumeral(text_, i)) return Magnitude{han->value, han->end};
    }
    const bool bare_decimals = IsDecimalMark(At(i)) && IsDigitAt(i + 1) && !ContinuesAWord(i);
    if (!IsDigitAt(i) && !bare_decimals) return std::nullopt;
    std::size_t end = i;
    std::string digits;
    if (!bare_decimals) digits = GroupedDigits(end);
    if (IsDecimalMark(At(end)) && IsDigitAt(end + 1)) {
      digits += '.';
      ++end;
      TakeDigits(end, digits);
    }
    skip_to_ = end;
    if (ContinuesAWord(i)) return std::nullopt;
    digits += Exponent(end);
    const std::optional<Decimal> value = Decimal::Parse(digits);
    skip_to_ = end;
    if (!value) return std::nullopt;
    return WithHanUnits(*value, end);
  }

  void TakeDigits(std::size_t& i, std::string& digits) const {
    for (; IsDigitAt(i); ++i) digits += static_cast<char>('0' + *DigitOf(text_[i]));
  }

  std::size_t DigitRun(std::size_t i) const {
    std::size_t end = i;
    while (IsDigitAt(end)) ++end;
    return end - i;
  }

  // The integer part with its groups, if they are well-formed from the first to the last; else the first run alone.
  std::string GroupedDigits(std::size_t& i) const {
    std::string digits;
    TakeDigits(i, digits);
    const std::size_t first = digits.size();
    const char32_t mark = At(i);
    if (first > 3 || !IsGroupMark(mark)) return digits;
    std::string grouped = digits;
    std::vector<std::size_t> lengths;
    std::size_t end = i;
    while (At(end) == mark && IsDigitAt(end + 1)) {
      if (lengths.size() == kMaxGroups) return digits;
      lengths.push_back(DigitRun(++end));
      TakeDigits(end, grouped);
    }
    if (!AreWellFormedGroups(first, lengths)) return digits;
    i = end;
    return grouped;
  }

  static bool AreWellFormedGroups(std::size_t first, const std::vector<std::size_t>& lengths) {
    if (lengths.empty() || lengths.back() != 3) return false;
    const auto all_are = [&](std::size_t length) {
      return std::all_of(lengths.begin(), lengths.end() - 1, [&](std::size_t one) { return one == length; });
    };
    return all_are(3) || (first <= 2 && all_are(2));
  }

  void SkipSpace(std::size_t& i) const {
    while (i < text_.size() && IsSpace(text_[i])) ++i;
  }

  std::string SignedDigits(std::size_t& i) const {
    std::string text;
    std::size_t end = i;
    if (IsMinus(At(end))) text = "-";
    if (IsMinus(At(end)) || IsPlus(At(end))) ++end;
    if (!IsDigitAt(end)) return "";
    TakeDigits(end, text);
    i = end;
    return text;
  }

  // "e5" behind the digits, or "x10^5"; answers it in the first form.
  std::string Exponent(std::size_t& end) const {
    std::size_t i = end;
    if (At(i) == 'e' || At(i) == 'E') {
      const std::string power = SignedDigits(++i);
      if (power.empty() || IsLetter(At(i))) return "";
      end = i;
      return "e" + power;
    }
    SkipSpace(i);
    if (At(i) == 0xD7) {
      ++i;
    } else if (text_.substr(std::min(i, text_.size())).starts_with(U"\\times")) {
      i += 6;
    } else {
      return "";
    }
    SkipSpace(i);
    if (At(i) != '1' || At(i + 1) != '0' || At(i + 2) != '^') return "";
    i += 3;
    const bool braces = At(i) == '{';
    if (braces) ++i;
    const std::string power = SignedDigits(i);
    if (power.empty() || (braces && At(i) != '}')) return "";
    end = braces ? i + 1 : i;
    return "e" + power;
  }

  // "3万" and "12億3456万": digits before Han units, the units falling.
  std::optional<Magnitude> WithHanUnits(const Decimal& value, std::size_t end) const {
    if (!uses_han() || HanUnitPower(At(end)) == 0) return Magnitude{value, end};
    int power = HanUnitPower(At(end));
    Decimal total = value.ScaledByPowerOfTen(power);
    ++end;
    while (IsDigitAt(end)) {
      std::size_t i = end;
      std::string digits;
      TakeDigits(i, digits);
      const int next = HanUnitPower(At(i));
      const std::optional<Decimal> part = Decimal::Parse(digits);
      if (!part || next >= power) break;
      total = total + part->ScaledByPowerOfTen(next);
      end = next == 0 ? i : i + 1;
      power = next;
      if (next == 0) break;
    }
    return Magnitude{total, end};
  }

  // "a/b", unless it is part of a date or path.
  void JoinFraction(FoundNumber& number, std::size_t magnitude_begin) const {
    const auto is_slash = [&](std::size_t i) { return At(i) == '/' || At(i) == 0x2044; };
    if (!is_slash(number.end) || (magnitude_begin > 0 && is_slash(magnitude_begin - 1))) return;
    std::size_t end = number.end + 1;
    std::string digits;
    TakeDigits(end, digits);
    const bool goes_on =
        is_slash(end) || IsSpacedWordCharacter(At(end)) || (IsDecimalMark(At(end)) && IsDigitAt(end + 1));
    const std::optional<Decimal> denominator = Decimal::Parse(digits);
    if (goes_on || !denominator || denominator->is_zero()) return;
    number.value.denominator = *denominator;
    number.end = end;
  }

  void TakePercent(FoundNumber& number) const {
    std::size_t i = number.end;
    if (IsSpace(At(i))) ++i;
    if (!IsPercent(At(i))) return;
    number.percent = true;
    number.end = i + 1;
  }

  std::u32string_view text_;
  NumberStyle style_;
  std::size_t at_ = 0;
  std::size_t skip_to_ = 0;  // past digits that turned out to be no number
};

}  // namespace

NumberScan ScanNumbers(std::string_view text, const NumberStyle& style) {
  NumberScan scan{ToScalars(WithoutTypesetting(text)), {}};
  scan.numbers = Scanner(scan.text, style).Scan();
  return scan;
}

}  // namespace inferproof
