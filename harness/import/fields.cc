#include "harness/import/fields.h"

#include <cmath>

#include "harness/base/text.h"

namespace inferproof {
namespace {

constexpr double kLargestCount = 9007199254740992.0;  // beyond 2^53 a double is no count any more

}  // namespace

Fields::Fields(Node node) : node_(node) {
  if (!node_.json().is_object()) error_ = node_.Fail("must be an object, got " + DescribeJson(node_.json()));
}

const Json* Fields::Find(const std::string& key) const {
  if (error_ || !node_.json().is_object()) return nullptr;
  const auto found = node_.json().find(key);
  return found == node_.json().end() || found->is_null() ? nullptr : &*found;
}

bool Fields::Expect(const std::string& key, bool holds, const char* wanted) {
  if (!holds) Fail(key, std::string("must be ") + wanted + ", got " + DescribeJson(node_.json().at(key)));
  return holds;
}

bool Fields::Has(const std::string& key) const { return Find(key) != nullptr; }

std::optional<double> Fields::Number(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !Expect(key, value->is_number(), "a number")) return std::nullopt;
  return value->get<double>();
}

std::optional<double> Fields::Positive(const std::string& key) {
  const std::optional<double> value = Number(key);
  if (value && !Expect(key, *value > 0, "a number > 0")) return std::nullopt;
  return value;
}

std::optional<std::int64_t> Fields::Count(const std::string& key) {
  const std::optional<double> value = Number(key);
  if (!value) return std::nullopt;
  const bool whole = *value >= 0 && *value <= kLargestCount && std::floor(*value) == *value;
  if (!Expect(key, whole, "a whole number >= 0")) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<std::string> Fields::Text(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !Expect(key, value->is_string(), "a string")) return std::nullopt;
  return Truncate(value->get<std::string>(), kMostForeignText);
}

std::optional<bool> Fields::Bool(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !Expect(key, value->is_boolean(), "true or false")) return std::nullopt;
  return value->get<bool>();
}

std::optional<Node> Fields::Object(const std::string& key) {
  const Json* value = Find(key);
  if (value == nullptr || !Expect(key, value->is_object(), "an object")) return std::nullopt;
  return node_.Member(key);
}

std::vector<Node> Fields::Array(const std::string& key) {
  std::vector<Node> elements;
  const Json* value = Find(key);
  if (value == nullptr || !Expect(key, value->is_array(), "an array")) return elements;
  const Node array = node_.Member(key);
  for (std::size_t i = 0; i < value->size(); ++i) elements.push_back(array.Element(i));
  return elements;
}

std::vector<double> Fields::Numbers(const std::string& key) {
  std::vector<double> numbers;
  for (const Node& element : Array(key)) {
    if (!element.json().is_number()) {
      if (!error_) error_ = element.Fail("must be a number, got " + DescribeJson(element.json()));
      return {};
    }
    numbers.push_back(element.json().get<double>());
  }
  return numbers;
}

std::int64_t Fields::RequiredCount(const std::string& key) {
  if (!Has(key)) Fail(key, "is missing");
  return Count(key).value_or(0);
}

double Fields::RequiredNumber(const std::string& key) {
  if (!Has(key)) Fail(key, "is missing");
  return Number(key).value_or(0);
}

std::string Fields::RequiredText(const std::string& key) {
  if (!Has(key)) Fail(key, "is missing");
  return Text(key).value_or("");
}

void Fields::Fail(const std::string& key, std::string what, std::string hint) {
  if (error_) return;
  const bool there = node_.json().is_object() && node_.json().contains(key);
  const Node place = there ? node_.Member(key) : node_;
  error_ = place.Fail(there ? std::move(what) : "\"" + key + "\" " + what, std::move(hint));
}

Status Fields::status() const {
  if (error_) return *error_;
  return {};
}

}  // namespace inferproof
