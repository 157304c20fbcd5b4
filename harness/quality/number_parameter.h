#pragma once

#include <optional>
#include <string>

#include "harness/json/object_reader.h"
#include "harness/quality/decimal.h"

namespace inferproof {

// A member that is a JSON number or a string that holds one, as text without loss; absent is nothing. A JSON number
// with more digits than a double keeps is refused.
std::optional<std::string> ReadNumberText(ObjectReader& parameters, const std::string& key);

// Likewise, not negative; absent is 0.
Decimal ReadTolerance(ObjectReader& parameters, const std::string& key);

}  // namespace inferproof
