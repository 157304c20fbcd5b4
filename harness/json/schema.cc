#include "harness/json/schema.h"

#include <exception>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "harness/base/text.h"
#include "harness/json/schema_bounds.h"

namespace inferproof {
namespace {

std::string PointerOf(const std::vector<std::string>& context) {
  std::string pointer;
  for (const std::string& segment : context) {
    if (segment == "<root>") continue;
    // The library writes "[items]" and "[1]".
    pointer += "/" + (segment.size() > 2 ? segment.substr(1, segment.size() - 2) : segment);
  }
  return pointer.empty() ? "/" : pointer;
}

// The library reports the leaf and then each of its ancestors, the latter in these words.
bool RepeatsAChild(const std::string& description) { return description.starts_with("Failed to validate"); }

}  // namespace

Result<std::vector<std::string>> CheckSchema(const Json& schema, const Json& value) {
  RETURN_IF_ERROR(CheckSchemaBounds(schema));
  valijson::Schema compiled;
  try {
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    const valijson::adapters::NlohmannJsonAdapter adapter(schema);
    parser.populateSchema(adapter, compiled);
  } catch (const std::exception& problem) {
    return MakeError(ErrorCode::kConfig, "schema", "unusable JSON Schema: " + Truncate(problem.what(), 200));
  }
  std::vector<std::string> problems;
  try {
    valijson::Validator validator;
    valijson::ValidationResults results;
    const valijson::adapters::NlohmannJsonAdapter adapter(value);
    if (validator.validate(compiled, adapter, &results)) return problems;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      if (!RepeatsAChild(error.description)) problems.push_back(PointerOf(error.context) + ": " + error.description);
    }
  } catch (const std::exception& problem) {
    return MakeError(ErrorCode::kConfig, "schema", "cannot be applied: " + Truncate(problem.what(), 200));
  }
  if (problems.empty()) problems.emplace_back("/: does not fit the schema");
  return problems;
}

}  // namespace inferproof
