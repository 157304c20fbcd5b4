#include "harness/cli/attempt.h"

#include <utility>

#include "harness/cli/app.h"
#include "harness/cli/ci_output.h"
#include "harness/cli/exit_code.h"
#include "harness/cli/result_files.h"

namespace inferproof {

Attempt BeginAttempt(RealWorld& world, const MeasureOptions& options, const std::vector<std::string>& command_line) {
  Attempt attempt{options.suite, options.out.value_or(""), command_line};
  if (options.dry_run || HoldsResult(world.files, attempt.directory)) attempt.directory.clear();
  return attempt;
}

void ReportFailure(RealWorld& world, CiSystem ci, const Attempt& attempt, const Error& error) {
  FailureReport failure{error, ExitCodeFor(error.code), Version(), attempt.suite, attempt.directory, {}, {}};
  for (const std::string& word : attempt.command_line) failure.command_line.push_back(world.redactor.Clean(word));
  const CiOutput output(world, ci);
  if (!failure.result_directory.empty() && world.files.MakeDirectories(failure.result_directory).ok()) {
    output.WriteFiles(failure);
    const Status written = WriteReports(world.files, world.redactor, failure);
    if (!written.ok()) world.console.PrintError(written.error());
  } else {
    failure.result_directory.clear();
  }
  output.Print(failure);
}

}  // namespace inferproof
