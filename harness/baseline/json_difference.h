#pragma once

#include <string>
#include <vector>

#include "harness/baseline/check.h"
#include "harness/json/document.h"

namespace inferproof {

// Every place at which two values differ, by path ("sessions[0].values.single.output_tps[2]"), in the order of keys.
std::vector<FileDifference> JsonDifferences(const Json& committed, const Json& would_be);

}  // namespace inferproof
