#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/result.h"
#include "harness/protocol/dialect.h"

namespace inferproof {

inline constexpr std::string_view kTokenizePath = "/tokenize";

// The body of a question for the tokens of `text`, without what a model's tokeniser puts around a prompt. kConfig for a
// dialect without a tokeniser.
Result<std::string> TokenizeBody(const DialectProfile& dialect, const std::string& model, const std::string& text);

// The count in an answer: "count", or how many tokens it lists. Nothing when it is none of the known forms.
std::optional<std::int64_t> TokensIn(std::string_view answer);

}  // namespace inferproof
