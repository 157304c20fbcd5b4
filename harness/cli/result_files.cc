#include "harness/cli/result_files.h"

#include "harness/json/canonical.h"

namespace inferproof {

Status WriteResult(FileSystem& files, const Redactor& redactor, const std::string& directory,
                   const ResultFile& result) {
  ASSIGN_OR_RETURN(const std::string text, WriteCanonical(ResultToJson(result)));
  return files.WriteAtomic(JoinPath(directory, "result.json"), redactor.Clean(text));
}

Status WriteReports(FileSystem& files, const Redactor& redactor, const std::string& directory, const Report& report) {
  if (report.verdict) {
    ASSIGN_OR_RETURN(const std::string text, WriteCanonical(VerdictToJson(*report.verdict, report.exit_code)));
    RETURN_IF_ERROR(files.WriteAtomic(JoinPath(directory, "verdict.json"), redactor.Clean(text)));
  }
  return files.WriteAtomic(JoinPath(directory, "report.md"), redactor.Clean(RenderMarkdown(report)));
}

}  // namespace inferproof
