#pragma once

#include <string>

#include "harness/base/secret.h"
#include "harness/os/file_system.h"
#include "harness/report/report.h"

namespace inferproof {

// Whether a measurement has begun or ended in `directory`: it is never written over.
bool HoldsResult(FileSystem& files, const std::string& directory);

// result.json: before anything is judged, and never changed after.
Status WriteResult(FileSystem& files, const Redactor& redactor, const std::string& directory, const ResultFile& result);

// verdict.json (when there is a verdict), junit.xml and, last, report.md, which lists what is in the directory.
Status WriteReports(FileSystem& files, const Redactor& redactor, Report& report);
Status WriteReports(FileSystem& files, const Redactor& redactor, FailureReport& failure);

// The file of --export-google-benchmark.
Status ExportGoogleBenchmark(FileSystem& files, const Redactor& redactor, const std::string& path,
                             const Report& report);

// The two files of --export-github-action-benchmark: PREFIX-smaller.json and PREFIX-bigger.json. That action takes an
// empty list for an error, so that a direction without a metric has no file.
Status ExportBenchmarkAction(FileSystem& files, const Redactor& redactor, const std::string& prefix,
                             const Report& report);

}  // namespace inferproof
