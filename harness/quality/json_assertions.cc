#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/json/schema.h"
#include "harness/quality/json_answer.h"
#include "harness/quality/makers.h"
#include "harness/quality/number_parameter.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

std::string Text(const Json& value) {
  const Result<std::string> text = WriteCompact(value);
  return Truncate(text.ok() ? *text : std::string("?"), 120);
}

Observation NotJsonFinding(const Error& error, const std::string& answer) {
  return Failed("expected JSON, got " + Shown(answer) + " (" + error.what + ")");
}

// True when some object in `schema`, at any depth, has a member that `is_meant` names.
template <typename IsMeant>
bool HasMember(const Json& schema, IsMeant is_meant) {
  if (!schema.is_structured()) return false;
  for (const auto& [key, child] : schema.items()) {
    if ((schema.is_object() && is_meant(key, child)) || HasMember(child, is_meant)) return true;
  }
  return false;
}

// The library matches "pattern" by std::regex, which needs exponential time and deep recursion for some texts. A
// property of that name has a schema, and not a text, as its value.
bool UsesPatterns(const Json& schema) {
  return HasMember(schema, [](const std::string& key, const Json& child) {
    return (key == "pattern" && child.is_string()) || (key == "patternProperties" && child.is_object());
  });
}

bool UsesUniqueItems(const Json& schema) {
  return HasMember(schema,
                   [](const std::string& key, const Json& child) { return key == "uniqueItems" && child == true; });
}

std::size_t LongestArray(const Json& value) {
  std::size_t longest = value.is_array() ? value.size() : 0;
  if (!value.is_structured()) return longest;
  for (const Json& child : value) longest = std::max(longest, LongestArray(child));
  return longest;
}

// Objects whose members the schema lists take no others.
void RefuseOtherMembers(Json& schema) {
  if (!schema.is_object()) return;
  const auto properties = schema.find("properties");
  if (properties != schema.end() && properties->is_object()) {
    for (Json& child : *properties) RefuseOtherMembers(child);
    if (!schema.contains("additionalProperties")) schema["additionalProperties"] = false;
  }
  for (const char* key : {"items", "definitions", "$defs"}) {
    const auto child = schema.find(key);
    if (child == schema.end()) continue;
    if (std::string_view(key) == "items") RefuseOtherMembers(*child);
    if (std::string_view(key) == "items" || !child->is_object()) continue;
    for (Json& definition : *child) RefuseOtherMembers(definition);
  }
}

Json ReadSchema(ObjectReader& parameters) {
  const std::optional<Node> node = parameters.Required("schema");
  const bool additional = parameters.Bool("additional", true);
  if (!node) return Json::object();
  Json schema = node->json();
  if (!schema.is_object()) {
    parameters.Fail("schema", "must be an object, got " + DescribeJson(schema));
    return Json::object();
  }
  if (UsesPatterns(schema)) {
    parameters.Fail("schema", "\"pattern\" and \"patternProperties\" are not supported", "Add a regex assertion");
  }
  if (!additional) RefuseOtherMembers(schema);
  const Result<std::vector<std::string>> usable = CheckSchema(schema, Json());
  if (!usable.ok()) parameters.Fail("schema", usable.error().what);
  return schema;
}

struct PathWanted {
  std::string pointer;
  std::optional<Json> value;    // any JSON
  std::optional<Ratio> number;  // when a number is wanted
  std::string shown;
  Decimal tolerance;
  JsonPlace place = JsonPlace::kRaw;
};

void ReadWantedValue(ObjectReader& parameters, PathWanted& wanted) {
  // null is a value here, and not an absent parameter.
  const Json& object = parameters.node().json();
  const bool has_value = object.is_object() && object.contains("value");
  parameters.Has("value");
  const std::optional<std::string> number =
      parameters.Has("number") ? ReadNumberText(parameters, "number") : std::nullopt;
  if (has_value == number.has_value()) {
    parameters.Fail("value", "needs either \"value\" or \"number\"",
                    "A number of more than 15 digits is a string in \"number\"");
    return;
  }
  if (number || object["value"].is_number()) {
    wanted.shown = number ? *number : ReadNumberText(parameters, "value").value_or("0");
    wanted.number = ParseRatio(wanted.shown);
    if (!wanted.number) parameters.Fail("number", "must be a number, got " + Shown(wanted.shown, 40));
    return;
  }
  wanted.value = Comparable(object["value"]);
  wanted.shown = Text(object["value"]);
}

PathWanted ReadPath(ObjectReader& parameters) {
  PathWanted wanted;
  wanted.pointer = parameters.String("pointer", "");
  wanted.place = ReadJsonPlace(parameters);
  ReadWantedValue(parameters, wanted);
  wanted.tolerance = ReadTolerance(parameters, "tol");
  try {
    static_cast<void>(Json::json_pointer(wanted.pointer));
  } catch (const Json::exception&) {
    parameters.Fail("pointer", "must be a JSON pointer such as \"/items/0/name\", got " + Shown(wanted.pointer, 40));
    wanted.pointer.clear();
  }
  return wanted;
}

const Json* At(const Json& root, const std::string& pointer) {
  const Json::json_pointer path(pointer);
  return root.contains(path) ? &root.at(path) : nullptr;
}

Observation JudgePath(const PathWanted& wanted, const std::string& answer) {
  const Result<JsonAnswer> json = ReadJsonAnswer(answer, wanted.place);
  if (!json.ok()) return NotJsonFinding(json.error(), answer);
  const std::string expected = "expected " + wanted.shown + " at \"" + wanted.pointer + "\", ";
  const Json* found = At(json->document.root(), wanted.pointer);
  if (found == nullptr) return Failed(expected + "got no such member in " + Text(json->document.root()));
  const std::string got = "got " + Text(*found);
  if (!wanted.number) {
    if (Comparable(*found) == *wanted.value) return Passed(got + " at \"" + wanted.pointer + "\"");
    return Failed(expected + got);
  }
  if (!found->is_number()) return Failed(expected + got);
  const std::string written = WrittenNumber(*json, wanted.pointer);
  const std::optional<Ratio> number = ParseRatio(written);
  if (number && WithinTolerance(*number, *wanted.number, wanted.tolerance, Decimal())) {
    return Passed("got " + written + " at \"" + wanted.pointer + "\"");
  }
  return Failed(expected + "got " + written);
}

}  // namespace

Check MakeJsonValid(ObjectReader& parameters) {
  return OnAnswer([place = ReadJsonPlace(parameters)](const std::string& answer) {
    const Result<JsonAnswer> json = ReadJsonAnswer(answer, place);
    return json.ok() ? Passed("is JSON") : NotJsonFinding(json.error(), answer);
  });
}

Check MakeJsonSchema(ObjectReader& parameters) {
  // The library compares each pair of elements and keeps a message for each equal one.
  constexpr std::size_t kMaxUniqueItems = 512;
  const JsonPlace place = ReadJsonPlace(parameters);
  const Json schema = ReadSchema(parameters);
  const std::size_t max_items = UsesUniqueItems(schema) ? kMaxUniqueItems : std::numeric_limits<std::size_t>::max();
  return OnAnswer([place, schema, max_items](const std::string& answer) {
    const Result<JsonAnswer> json = ReadJsonAnswer(answer, place);
    if (!json.ok()) return NotJsonFinding(json.error(), answer);
    if (LongestArray(json->document.root()) > max_items) {
      return Failed("an array of more than " + std::to_string(max_items) + " elements is not checked for uniqueItems");
    }
    const Result<std::vector<std::string>> problems = CheckSchema(schema, Comparable(json->document.root()));
    if (!problems.ok()) return NoVerdict(problems.error().what);
    if (problems->empty()) return Passed("fits the schema");
    const std::string more = problems->size() > 1 ? " (and " + std::to_string(problems->size() - 1) + " more)" : "";
    return Failed(Truncate(problems->front(), 200) + more + " in " + Shown(answer));
  });
}

Check MakeJsonPathEquals(ObjectReader& parameters) {
  return OnAnswer([wanted = ReadPath(parameters)](const std::string& answer) { return JudgePath(wanted, answer); });
}

}  // namespace inferproof
