#pragma once

#include <optional>
#include <string>

#include "harness/base/result.h"

namespace inferproof {

// What of a shipped target is the user's own.
struct TargetNames {
  std::optional<std::string> model = {};
  std::optional<std::string> endpoint = {};
  std::optional<std::string> dialect = {};
  std::optional<std::string> api_key_env = {};
};

// A shipped target's text with the user's names in it. A key variable of the shipped file goes unless the user names
// one.
Result<std::string> AdjustTarget(const std::string& text, const std::string& path, const TargetNames& names);

// A shipped suite's text that names the target at `target`, relative to the suite.
Result<std::string> AdjustSuite(const std::string& text, const std::string& target);

// A workflow of this repository for another one: inferproof's source is checked out beside the user's from
// "OWNER/NAME@COMMIT", or, when `source` is empty, from where the variables INFERPROOF_REPOSITORY and INFERPROOF_COMMIT
// of the user's repository say.
Result<std::string> AdjustWorkflow(const std::string& text, const std::string& source);

// `existing` with each of the lines it lacks behind it.
std::string WithLines(const std::string& existing, const std::string& heading,
                      std::initializer_list<const char*> lines);

}  // namespace inferproof
