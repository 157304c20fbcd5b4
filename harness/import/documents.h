#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// The JSON values of a file: one, or one a line. The NaN and Infinity that some writers put there are no JSON and
// become null, which every reader takes for "not there". Errors: a file that is cut off, above kMostForeignBytes or not
// JSON.
using Documents = std::vector<std::unique_ptr<Document>>;
Result<Documents> ParseDocuments(std::string_view text, const std::string& name);

inline constexpr std::size_t kMostForeignBytes = std::size_t{64} << 20;

// `text` with each bare NaN, Infinity and -Infinity outside of strings as null.
std::string WithoutNonFinite(std::string_view text);

}  // namespace inferproof
