#include <utility>

#include "harness/quality/decimal.h"
#include "harness/quality/extract.h"
#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/number_grammar.h"
#include "harness/quality/number_parameter.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct NumberWanted {
  std::string written;
  Ratio value;
  Decimal absolute;
  Decimal relative;
  NumberStyle style;
  ExtractRule extract;
  std::vector<std::string> units;
  bool percent_is_ratio = false;
};

NumberLocale ReadLocale(ObjectReader& parameters) {
  const std::string name = parameters.Choice("locale", {"en", "eu", "zh", "ja"}, "en");
  if (name == "eu") return NumberLocale::kEuropean;
  if (name == "zh") return NumberLocale::kChinese;
  return name == "ja" ? NumberLocale::kJapanese : NumberLocale::kEnglish;
}

NumberWanted ReadWanted(ObjectReader& parameters) {
  NumberWanted wanted;
  if (parameters.Required("equals")) {
    wanted.written = ReadNumberText(parameters, "equals").value_or("0");
    const std::optional<Ratio> value = ParseRatio(wanted.written);
    if (!value)
      parameters.Fail("equals", "must be a number such as \"-1234.5\" or \"1/3\", got " + Shown(wanted.written, 40));
    wanted.value = value.value_or(Ratio{});
  }
  wanted.absolute = ReadTolerance(parameters, "tol_abs");
  wanted.relative = ReadTolerance(parameters, "tol_rel");
  wanted.style.locale = ReadLocale(parameters);
  wanted.style.parentheses = parameters.Bool("parentheses", false);
  wanted.extract = ExtractRule::Read(parameters, ExtractRule::Kind::kAuto);
  for (const std::string& unit : ReadStringOrStrings(parameters, "unit")) wanted.units.push_back(ToCaseFolded(unit));
  wanted.percent_is_ratio = parameters.Choice("percent", {"face", "ratio"}, "face") == "ratio";
  return wanted;
}

bool IsNeutral(std::u32string_view text) {
  for (const char32_t c : text) {
    if (IsLetter(c) || DigitOf(c)) return false;
  }
  return true;
}

// True when beside the only number there is nothing but punctuation, currency and one of the units.
bool StandsAlone(const NumberScan& scan, const std::vector<std::string>& units) {
  const FoundNumber& number = scan.numbers.front();
  const std::u32string before = scan.text.substr(0, number.begin);
  const std::u32string after = scan.text.substr(number.end);
  if (IsNeutral(before) && IsNeutral(after)) return true;
  for (const std::string& unit : units) {
    std::string around = ToCaseFolded(ToUtf8(before) + " " + ToUtf8(after));
    const std::size_t at = around.find(unit);
    if (unit.empty() || at == std::string::npos) continue;
    if (IsNeutral(ToScalars(around.replace(at, unit.size(), " ")))) return true;
  }
  return false;
}

std::string ToleranceText(const NumberWanted& wanted) {
  std::string text;
  if (!wanted.absolute.is_zero()) text += " within " + wanted.absolute.Text();
  if (!wanted.relative.is_zero())
    text += std::string(text.empty() ? " within" : " or") + " a share of " + wanted.relative.Text();
  return text;
}

Observation Compare(const NumberWanted& wanted, const NumberScan& scan, const FoundNumber& number,
                    const std::string& rule) {
  Ratio value = number.value;
  if (number.percent && wanted.percent_is_ratio) value.numerator = value.numerator.ScaledByPowerOfTen(-2);
  const std::string got =
      Shown(ToUtf8(std::u32string_view(scan.text).substr(number.begin, number.end - number.begin)), 60) + " (" + rule +
      ")";
  if (WithinTolerance(value, wanted.value, wanted.absolute, wanted.relative)) return Passed("got " + got);
  return Failed("expected " + wanted.written + ToleranceText(wanted) + ", got " + got);
}

Observation JudgeNumber(const NumberWanted& wanted, const std::string& answer) {
  const std::string expected = "expected " + wanted.written + ToleranceText(wanted) + ", ";
  const std::optional<Extracted> extracted = Extract(answer, wanted.extract);
  if (!extracted)
    return Failed(expected + "but there is no marker " + Shown(wanted.extract.marker, 40) + " in " + Shown(answer));
  const NumberScan scan = ScanNumbers(extracted->text, wanted.style);
  const std::string source = Shown(extracted->text) + " (" + extracted->rule + ")";
  if (scan.numbers.empty()) return Failed(expected + "got no number in " + source);
  if (extracted->take == Take::kFirst) return Compare(wanted, scan, scan.numbers.front(), extracted->rule);
  if (extracted->take == Take::kLast) return Compare(wanted, scan, scan.numbers.back(), extracted->rule);
  if (scan.numbers.size() > 1) {
    return Failed(expected + "got " + std::to_string(scan.numbers.size()) + " numbers in " + source);
  }
  if (!StandsAlone(scan, wanted.units)) return Failed(expected + "got more than a number: " + source);
  return Compare(wanted, scan, scan.numbers.front(), extracted->rule);
}

}  // namespace

Check MakeNumber(ObjectReader& parameters) {
  return OnAnswer([wanted = ReadWanted(parameters)](const std::string& answer) { return JudgeNumber(wanted, answer); });
}

}  // namespace inferproof
