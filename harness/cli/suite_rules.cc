#include "harness/cli/suite_rules.h"

#include <utility>

#include "harness/import/import.h"

namespace inferproof {
namespace {

SuiteRules Known(Suite suite, const ResultFile& result) {
  std::string said;
  if (suite.digest != result.suite_digest)
    said = suite.path + " has changed since this was measured: its gate rules of today count";
  return {std::move(suite), std::move(said)};
}

}  // namespace

Result<SuiteRules> RulesFor(RealWorld& world, const std::optional<std::string>& path, const ResultFile& result) {
  if (path) {
    ASSIGN_OR_RETURN(Suite suite, LoadSuite(world.files, *path));
    if (IsImported(result)) return SuiteRules{std::move(suite), ""};
    if (suite.name != result.suite_name) {
      return MakeError(ErrorCode::kUsage, *path,
                       "is the suite " + suite.name + ", and the result is one of " + result.suite_name);
    }
    return Known(std::move(suite), result);
  }
  if (IsImported(result)) {
    Suite defaults;
    defaults.name = result.suite_name;
    defaults.path = result.suite_path;  // findings point at the file that was read
    return SuiteRules{std::move(defaults), "default rules: a file of another tool names no suite (--suite names one)"};
  }
  if (!result.suite_path.empty()) {
    Result<Suite> suite = LoadSuite(world.files, result.suite_path);
    if (suite.ok() && suite->name == result.suite_name) return Known(std::move(suite).value(), result);
  }
  Suite defaults;
  defaults.name = result.suite_name;
  return SuiteRules{std::move(defaults),
                    "default rules: the suite of the result cannot be read here (--suite names it)"};
}

}  // namespace inferproof
