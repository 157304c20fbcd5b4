#pragma once

#include <string_view>

#include "harness/base/result.h"
#include "harness/import/documents.h"
#include "harness/import/foreign.h"

namespace inferproof {

// One importer a file of source. Each is given what Recognise found to be of its format.
Result<ForeignFile> ReadVllm(const Documents& documents);
Result<ForeignFile> ReadSglang(const Documents& documents);
Result<ForeignFile> ReadAiperf(const Documents& documents);
Result<ForeignFile> ReadAiperfRecords(const Documents& documents);
Result<ForeignFile> ReadGuidellm(const Documents& documents);
Result<ForeignFile> ReadLlamaBench(const Documents& documents);
Result<ForeignFile> ReadGoogleBenchmark(const Documents& documents);
Result<ForeignFile> ReadBenchmarkAction(const Documents& documents);
Result<ForeignFile> ReadCsv(std::string_view text, const std::string& name);

}  // namespace inferproof
