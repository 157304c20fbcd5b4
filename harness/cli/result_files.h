#pragma once

#include <string>

#include "harness/base/secret.h"
#include "harness/os/file_system.h"
#include "harness/report/report.h"

namespace inferproof {

// result.json: before anything is judged, and never changed after.
Status WriteResult(FileSystem& files, const Redactor& redactor, const std::string& directory, const ResultFile& result);

// verdict.json (when there is a verdict) and report.md.
Status WriteReports(FileSystem& files, const Redactor& redactor, const std::string& directory, const Report& report);

}  // namespace inferproof
