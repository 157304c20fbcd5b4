#include "harness/json/object_reader.h"

#include <cmath>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

std::string RangeText(IntRange range) {
  const bool low = range.min != std::numeric_limits<std::int64_t>::min();
  const bool high = range.max != std::numeric_limits<std::int64_t>::max();
  if (low && high) return "must be from " + std::to_string(range.min) + " to " + std::to_string(range.max);
  if (low) return "must be >= " + std::to_string(range.min);
  return "must be <= " + std::to_string(range.max);
}

std::string RangeText(NumberRange range) {
  const std::string low = (range.above_min ? "> " : ">= ") + FormatShortest(range.min);
  if (std::isfinite(range.min) && std::isfinite(range.max))
    return "must be " + low + " and <= " + FormatShortest(range.max);
  if (std::isfinite(range.min)) return "must be " + low;
  return "must be <= " + FormatShortest(range.max);
}

bool Inside(double value, NumberRange range) {
  return (range.above_min ? value > range.min : value >= range.min) && value <= range.max;
}

}  // namespace

ObjectReader::ObjectReader(Node node) : node_(std::move(node)) {
  if (!node_.json().is_object()) Fail(node_.Fail("must be an object, got " + DescribeJson(node_.json())));
}

const Json* ObjectReader::Find(const std::string& key, bool required) {
  asked_.insert(key);
  if (!node_.json().is_object()) return nullptr;
  const auto found = node_.json().find(key);
  if (found != node_.json().end() && !found->is_null()) return &*found;
  if (required) Fail(node_.Fail("needs the key \"" + key + "\""));
  return nullptr;
}

bool ObjectReader::Expect(const Node& node, bool holds, std::string_view wanted) {
  if (!holds) Fail(node.Fail("must be " + std::string(wanted) + ", got " + DescribeJson(node.json())));
  return holds;
}

bool ObjectReader::Has(const std::string& key) { return Find(key, false) != nullptr; }

std::string ObjectReader::String(const std::string& key) {
  const Json* value = Find(key, true);
  if (value == nullptr ||
      !Expect(node_.Member(key), value->is_string() && !value->get_ref<const std::string&>().empty(),
              "a string that is not empty")) {
    return {};
  }
  return value->get<std::string>();
}

std::string ObjectReader::String(const std::string& key, std::string fallback) {
  return OptionalString(key).value_or(std::move(fallback));
}

std::optional<std::string> ObjectReader::OptionalString(const std::string& key) {
  const Json* value = Find(key, false);
  if (value == nullptr || !Expect(node_.Member(key), value->is_string(), "a string")) return std::nullopt;
  return value->get<std::string>();
}

std::optional<std::int64_t> ObjectReader::OptionalInteger(const std::string& key, IntRange range) {
  const Json* value = Find(key, false);
  if (value == nullptr) return std::nullopt;
  const Node node = node_.Member(key);
  const bool whole =
      value->is_number_integer() &&
      !(value->is_number_unsigned() &&
        value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!Expect(node, whole, "a whole number")) return std::nullopt;
  const auto number = value->get<std::int64_t>();
  if (number < range.min || number > range.max) {
    Fail(node.Fail(RangeText(range) + ", got " + DescribeJson(*value)));
    return std::nullopt;
  }
  return number;
}

std::int64_t ObjectReader::Integer(const std::string& key, IntRange range) {
  Find(key, true);
  return OptionalInteger(key, range).value_or(range.min);
}

std::int64_t ObjectReader::Integer(const std::string& key, IntRange range, std::int64_t fallback) {
  return OptionalInteger(key, range).value_or(fallback);
}

std::optional<double> ObjectReader::OptionalNumber(const std::string& key, NumberRange range) {
  const Json* value = Find(key, false);
  if (value == nullptr) return std::nullopt;
  const Node node = node_.Member(key);
  if (!Expect(node, value->is_number(), "a number")) return std::nullopt;
  const auto number = value->get<double>();
  if (!Inside(number, range)) {
    Fail(node.Fail(RangeText(range) + ", got " + DescribeJson(*value)));
    return std::nullopt;
  }
  return number;
}

double ObjectReader::Number(const std::string& key, NumberRange range) {
  Find(key, true);
  return OptionalNumber(key, range).value_or(0);
}

double ObjectReader::Number(const std::string& key, NumberRange range, double fallback) {
  return OptionalNumber(key, range).value_or(fallback);
}

bool ObjectReader::Bool(const std::string& key, bool fallback) {
  const Json* value = Find(key, false);
  if (value == nullptr || !Expect(node_.Member(key), value->is_boolean(), "true or false")) return fallback;
  return value->get<bool>();
}

std::vector<std::string> ObjectReader::Strings(const std::string& key) {
  std::vector<std::string> strings;
  for (const Node& element : Elements(key)) {
    if (!Expect(element, element.json().is_string(), "a string")) return {};
    strings.push_back(element.json().get<std::string>());
  }
  return strings;
}

std::string ObjectReader::Choice(const std::string& key, const std::vector<std::string>& choices,
                                 std::string fallback) {
  const Json* value = Find(key, fallback.empty());
  if (value == nullptr) return fallback;
  const Node node = node_.Member(key);
  if (value->is_string()) {
    const auto& word = value->get_ref<const std::string&>();
    for (const std::string& choice : choices) {
      if (word == choice) return word;
    }
    const std::optional<std::string> nearest = NearestWord(word, choices);
    Fail(node.Fail("must be one of " + Join(choices, ", ") + ", got " + DescribeJson(*value),
                   nearest ? "Did you mean \"" + *nearest + "\"?" : ""));
  } else {
    Expect(node, false, "one of " + Join(choices, ", "));
  }
  return choices.front();
}

std::optional<Node> ObjectReader::Required(const std::string& key) {
  if (Find(key, true) == nullptr) return std::nullopt;
  return node_.Member(key);
}

std::optional<Node> ObjectReader::Optional(const std::string& key) {
  if (Find(key, false) == nullptr) return std::nullopt;
  return node_.Member(key);
}

std::vector<Node> ObjectReader::Elements(const std::string& key, bool required) {
  const Json* value = Find(key, required);
  if (value == nullptr) return {};
  const Node array = node_.Member(key);
  if (!Expect(array, value->is_array(), "an array")) return {};
  if (required && value->empty()) {
    Fail(array.Fail("must have at least one element"));
    return {};
  }
  std::vector<Node> elements;
  for (std::size_t i = 0; i < value->size(); ++i) elements.push_back(array.Element(i));
  return elements;
}

void ObjectReader::Schema(std::string_view kind) {
  const std::string wanted = "inferproof." + std::string(kind) + "/1";
  const std::string got = String("schema");
  if (!failed() && got != wanted) Fail("schema", "must be \"" + wanted + "\", got \"" + Truncate(got, 60) + "\"");
}

void ObjectReader::Fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void ObjectReader::Fail(const std::string& key, std::string what, std::string hint) {
  const bool present = node_.json().is_object() && node_.json().contains(key);
  Fail((present ? node_.Member(key) : node_).Fail(std::move(what), std::move(hint)));
}

void ObjectReader::Absorb(Status status) {
  if (!status.ok()) Fail(std::move(status).error());
}

Status ObjectReader::Finish() {
  if (error_) return *error_;
  for (const auto& [key, value] : node_.json().items()) {
    if (asked_.contains(key)) continue;
    const std::optional<std::string> nearest = NearestWord(key, asked());
    return node_.Member(key).Fail(
        "unknown key", nearest ? "Did you mean \"" + *nearest + "\"?" : "Known keys here: " + Join(asked(), ", "));
  }
  return {};
}

}  // namespace inferproof
