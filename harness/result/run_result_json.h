#pragma once

#include "harness/base/result.h"
#include "harness/json/document.h"
#include "harness/result/result_file.h"

namespace inferproof {

// The element of "runs" in a result file.
Json RunResultToJson(const RunResult& run);
Result<RunResult> RunResultFromJson(const Node& node);

}  // namespace inferproof
