#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// JSON Schema, draft-07, by valijson. `format` is annotation only. Remote references are refused.
// What does not fit, leaf first, as "/items/1/w: expected a number greater than 0"; empty when `value` fits.
// An error when the schema itself is unusable.
Result<std::vector<std::string>> CheckSchema(const Json& schema, const Json& value);

}  // namespace inferproof
