#pragma once

#include <memory>
#include <string>

#include "harness/base/result.h"

namespace re2 {
class RE2;
}

namespace inferproof {

// A pattern of the user, compiled in bounded memory and without log lines; matching is linear in the text.
Result<std::shared_ptr<const re2::RE2>> CompileRegex(const std::string& pattern);

}  // namespace inferproof
