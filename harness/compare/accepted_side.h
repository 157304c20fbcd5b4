#pragma once

#include "harness/baseline/baseline.h"
#include "harness/result/result_file.h"

namespace inferproof {

// An accepted baseline as a candidate: its run values, sessions pooled, and its cases. A baseline holds complete runs
// only and forgets how many requests each had; that, the load and the support of quantiles are those of `measured`, the
// result that it is held against.
ResultFile AcceptedAsCandidate(const Baseline& baseline, const ResultFile& measured);

}  // namespace inferproof
