#pragma once

#include <optional>
#include <string>

#include "harness/cli/real_world.h"
#include "harness/suite/suite.h"

namespace inferproof {

// The suite whose rules a measured result is held to, and what is to be said of it.
struct SuiteRules {
  Suite suite;       // without a file: no rules, so that the defaults count
  std::string said;  // empty: the rules are those of the suite that was measured
};

// The suite that `path` names, else the one that the result names if it can be read here, else the defaults. An error
// only for a suite that was named and cannot be read, or is another suite.
Result<SuiteRules> RulesFor(RealWorld& world, const std::optional<std::string>& path, const ResultFile& result);

}  // namespace inferproof
