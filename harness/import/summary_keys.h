#pragma once

#include <cstdint>
#include <string>

#include "harness/import/fields.h"
#include "harness/import/foreign.h"

namespace inferproof {

// Reads "mean_ttft_ms", "median_ttft_ms", "p99_ttft_ms" ... of the family `theirs` into our family `ours`. Which
// percentiles are there depends on the flags of the tool.
void ReadSummaryKeys(Fields& fields, const std::string& theirs, const std::string& ours, const std::string& definition,
                     std::int64_t n, ForeignRun& run);

// A request rate that may be "inf": 0 then.
double ReadRate(Fields& fields, const std::string& key);

// Adds a stated value to what was asked, by its own name.
void AddWork(Fields& fields, const std::string& key, ForeignRun& run);

}  // namespace inferproof
