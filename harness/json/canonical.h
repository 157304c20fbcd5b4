#pragma once

#include <string>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// Canonical text: keys sorted, two-space indent, one value per line, shortest round-trip numbers, UTF-8 unescaped, a
// final newline. Arrays and objects that hold only scalars and fit in `inline_limit` bytes stay on one line. Equal
// values give equal bytes. NaN and infinity are refused (kInternal): "no value" is an absent key.
Result<std::string> WriteCanonical(const Json& value, std::size_t inline_limit = 100);

// The same rules on one line, for JSONL, request bodies and digests.
Result<std::string> WriteCompact(const Json& value);

}  // namespace inferproof
