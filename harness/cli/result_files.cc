#include "harness/cli/result_files.h"

#include "harness/json/canonical.h"
#include "harness/json/redact.h"

namespace inferproof {

Status WriteResult(FileSystem& files, const Redactor& redactor, const std::string& directory,
                   const ResultFile& result) {
  ASSIGN_OR_RETURN(const std::string text, WriteCanonical(Redacted(ResultToJson(result), redactor)));
  return files.WriteAtomic(JoinPath(directory, "result.json"), text);
}

Status WriteReports(FileSystem& files, const Redactor& redactor, const std::string& directory, const Report& report) {
  if (report.verdict) {
    ASSIGN_OR_RETURN(const std::string text,
                     WriteCanonical(Redacted(VerdictToJson(*report.verdict, report.exit_code), redactor)));
    RETURN_IF_ERROR(files.WriteAtomic(JoinPath(directory, "verdict.json"), text));
  }
  return files.WriteAtomic(JoinPath(directory, "report.md"), redactor.Clean(RenderMarkdown(report)));
}

}  // namespace inferproof
