#include "harness/quality/number_parameter.h"

#include "harness/base/number.h"
#include "harness/quality/unicode.h"

namespace inferproof {

std::optional<std::string> ReadNumberText(ObjectReader& parameters, const std::string& key) {
  // What stood in the file before it became a double is lost beyond this many digits.
  constexpr std::size_t kExactDigits = 15;
  const std::optional<Node> node = parameters.Optional(key);
  if (!node) return std::nullopt;
  const Json& value = node->json();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  if (!value.is_number()) {
    parameters.Fail(key, "must be a number, or a string that holds one, got " + DescribeJson(value));
    return std::nullopt;
  }
  const std::string text = FormatShortest(value.get<double>());
  const std::optional<Decimal> exact = Decimal::Parse(text);
  if (!exact || exact->significant_digits() > kExactDigits) {
    parameters.Fail(key, "has more digits than a JSON number keeps", "Write it as a string");
  }
  return text;
}

Decimal ReadTolerance(ObjectReader& parameters, const std::string& key) {
  const std::optional<std::string> text = ReadNumberText(parameters, key);
  if (!text) return Decimal();
  const std::optional<Decimal> value = Decimal::Parse(*text);
  if (value && !value->is_negative()) return *value;
  parameters.Fail(key, "must be a number >= 0, got " + Shown(*text, 40));
  return Decimal();
}

}  // namespace inferproof
