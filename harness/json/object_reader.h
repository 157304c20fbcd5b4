#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json/document.h"

namespace inferproof {

struct IntRange {
  std::int64_t min = std::numeric_limits<std::int64_t>::min();
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
};

struct NumberRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool above_min = false;  // true: strictly greater than min
};

// Reads the members of one object, each once, and keeps the first thing that was wrong. Getters answer a default after
// an error, so a parser reads straight down and asks Finish() at the end, which also refuses keys that nobody asked
// for.
class ObjectReader {
 public:
  explicit ObjectReader(Node node);

  const Node& node() const { return node_; }
  bool Has(const std::string& key);  // present and not null; counts as asked for

  std::string String(const std::string& key);  // required and not empty
  std::string String(const std::string& key, std::string fallback);
  std::int64_t Integer(const std::string& key, IntRange range);
  std::int64_t Integer(const std::string& key, IntRange range, std::int64_t fallback);
  double Number(const std::string& key, NumberRange range);
  double Number(const std::string& key, NumberRange range, double fallback);
  bool Bool(const std::string& key, bool fallback);
  std::optional<std::string> OptionalString(const std::string& key);
  std::optional<std::int64_t> OptionalInteger(const std::string& key, IntRange range);
  std::optional<double> OptionalNumber(const std::string& key, NumberRange range);
  std::vector<std::string> Strings(const std::string& key);  // optional array of strings; absent is empty

  // One of `choices`; `fallback` when absent, required when `fallback` is empty.
  std::string Choice(const std::string& key, const std::vector<std::string>& choices, std::string fallback = {});

  // A member to be read by someone else. Required; an object or array of any content.
  std::optional<Node> Required(const std::string& key);
  std::optional<Node> Optional(const std::string& key);
  // The elements of an array member; absent is empty, unless `required` (then at least one).
  std::vector<Node> Elements(const std::string& key, bool required = false);
  // Calls use(name, node) for each member of an object-valued member, in the file's order of keys as sorted by name.
  template <typename Use>
  void Members(const std::string& key, Use use) {
    const std::optional<Node> object = Optional(key);
    if (!object || !Expect(*object, object->json().is_object(), "an object")) return;
    for (const auto& [name, value] : object->json().items()) use(name, object->Member(name));
  }

  // "schema" must be "inferproof.<kind>/1".
  void Schema(std::string_view kind);

  // Records an error found by the caller, or by a reader of a nested value; the first one stays.
  void Fail(Error error);
  void Fail(const std::string& key, std::string what, std::string hint = {});
  void Absorb(Status status);
  bool failed() const { return error_.has_value(); }

  // The first error, else an error for a key that was never asked for (with the nearest known one), else success.
  Status Finish();

 private:
  const Json* Find(const std::string& key, bool required);
  bool Expect(const Node& node, bool holds, std::string_view wanted);
  std::vector<std::string> asked() const { return {asked_.begin(), asked_.end()}; }

  Node node_;
  std::set<std::string> asked_;
  std::optional<Error> error_;
};

}  // namespace inferproof
