#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/result/result_file.h"

namespace inferproof {

// Results of several sessions as one: their candidate runs, the oldest session first and numbered through, and every
// ask of every case. kIncomparable when they do not measure the same, kUsage for a session given twice. One result
// stays as it is, less its base side.
Result<ResultFile> PoolSessions(std::vector<ResultFile> results);

// `candidate` with the candidate runs of `base` as its base side.
ResultFile BesideEachOther(const ResultFile& base, ResultFile candidate);

}  // namespace inferproof
