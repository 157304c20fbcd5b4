#include "harness/json/schema_bounds.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {
namespace {

Error Refused(std::string what) { return MakeError(ErrorCode::kConfig, "schema", std::move(what)); }

// Walks a schema as a checker would, every reference followed.
class Walk {
 public:
  explicit Walk(const Json& root) : root_(root) {}

  Status Visit(const Json& node) {
    if (++visited_ > kMostSchemaNodes) {
      return Refused("following its references visits more than " + std::to_string(kMostSchemaNodes) + " nodes");
    }
    if (!node.is_structured()) return {};
    if (node.is_object() && node.contains("$ref") && node.at("$ref").is_string()) {
      RETURN_IF_ERROR(Follow(node.at("$ref").get<std::string>()));
    }
    for (const auto& [key, child] : node.items()) {
      // Definitions are visited where they are referred to.
      if (node.is_object() && (key == "definitions" || key == "$defs" || key == "enum" || key == "const")) continue;
      RETURN_IF_ERROR(Visit(child));
    }
    return {};
  }

 private:
  Status Follow(const std::string& reference) {
    const std::string shown = "$ref \"" + Truncate(reference, 80) + "\"";
    if (!reference.starts_with('#') || reference.find('%') != std::string::npos) {
      return Refused(shown + ": only references into the schema itself, written without percent signs, are followed");
    }
    if (std::find(under_way_.begin(), under_way_.end(), reference) != under_way_.end()) {
      return Refused(shown + " leads back to itself");
    }
    const Json* target = Resolve(reference.substr(1));
    if (target == nullptr) return Refused(shown + " points nowhere");
    under_way_.push_back(reference);
    Status visited = Visit(*target);
    under_way_.pop_back();
    return visited;
  }

  const Json* Resolve(const std::string& pointer) const {
    try {
      return &root_.at(Json::json_pointer(pointer));
    } catch (const Json::exception&) {
      return nullptr;
    }
  }

  const Json& root_;
  std::vector<std::string> under_way_;
  int visited_ = 0;
};

}  // namespace

Status CheckSchemaBounds(const Json& schema) { return Walk(schema).Visit(schema); }

}  // namespace inferproof
