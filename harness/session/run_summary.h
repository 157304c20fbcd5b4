#pragma once

#include "harness/record/record.h"
#include "harness/result/result_file.h"

namespace inferproof {

// What the result keeps of a run's requests: metrics, counts, failures, and why it cannot be trusted.
void FillRun(const RunLog& log, RunResult& run);

}  // namespace inferproof
