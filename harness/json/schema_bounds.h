#pragma once

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// Refuses schemas whose checking might not end: valijson follows references without end and without a limit. Every
// "$ref" must be
// "#" or "#/..." into the schema itself, no reference may lead back to itself, and following all of them may visit at
// most kMostSchemaNodes nodes.
inline constexpr int kMostSchemaNodes = 20'000;
Status CheckSchemaBounds(const Json& schema);

}  // namespace inferproof
