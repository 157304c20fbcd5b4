#include "harness/cli/result_files.h"

#include <utility>

#include "harness/json/canonical.h"
#include "harness/json/redact.h"

namespace inferproof {
namespace {

constexpr const char* kReport = "report.md";

std::vector<std::string> FilesBeside(FileSystem& files, const std::string& directory) {
  Result<std::vector<std::string>> names = files.List(directory);
  if (!names.ok()) return {};
  std::erase(*names, kReport);
  return std::move(names).value();
}

// Both kinds of report end with the same two files.
template <typename AnyReport>
Status WriteForReaders(FileSystem& files, const Redactor& redactor, AnyReport& report) {
  const std::string& directory = report.result_directory;
  RETURN_IF_ERROR(files.WriteAtomic(JoinPath(directory, "junit.xml"), redactor.Clean(RenderJunit(report))));
  report.files = FilesBeside(files, directory);
  return files.WriteAtomic(JoinPath(directory, kReport), redactor.Clean(RenderMarkdown(report)));
}

}  // namespace

bool HoldsResult(FileSystem& files, const std::string& directory) {
  return files.Exists(JoinPath(directory, "result.json")) || files.Exists(JoinPath(directory, "samples.jsonl"));
}

Status WriteResult(FileSystem& files, const Redactor& redactor, const std::string& directory,
                   const ResultFile& result) {
  ASSIGN_OR_RETURN(const std::string text, WriteCanonical(Redacted(ResultToJson(result), redactor)));
  return files.WriteAtomic(JoinPath(directory, "result.json"), text);
}

Status WriteReports(FileSystem& files, const Redactor& redactor, Report& report) {
  if (report.verdict) {
    ASSIGN_OR_RETURN(const std::string text,
                     WriteCanonical(Redacted(VerdictToJson(*report.verdict, report.exit_code), redactor)));
    RETURN_IF_ERROR(files.WriteAtomic(JoinPath(report.result_directory, "verdict.json"), text));
  }
  return WriteForReaders(files, redactor, report);
}

Status WriteReports(FileSystem& files, const Redactor& redactor, FailureReport& failure) {
  return WriteForReaders(files, redactor, failure);
}

Status ExportGoogleBenchmark(FileSystem& files, const Redactor& redactor, const std::string& path,
                             const Report& report) {
  ASSIGN_OR_RETURN(const std::string text, WriteCanonical(Redacted(GoogleBenchmarkJson(report), redactor)));
  return files.WriteAtomic(path, text);
}

Status ExportBenchmarkAction(FileSystem& files, const Redactor& redactor, const std::string& prefix,
                             const Report& report) {
  for (const auto& [better, name] :
       {std::pair(Better::kLower, "-smaller.json"), std::pair(Better::kHigher, "-bigger.json")}) {
    const Json rows = BenchmarkActionJson(report, better);
    if (rows.empty()) continue;
    ASSIGN_OR_RETURN(const std::string text, WriteCanonical(Redacted(rows, redactor)));
    RETURN_IF_ERROR(files.WriteAtomic(prefix + name, text));
  }
  return {};
}

}  // namespace inferproof
