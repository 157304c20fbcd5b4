#pragma once

#include <string>
#include <vector>

#include "harness/cli/ci_system.h"
#include "harness/cli/real_world.h"
#include "harness/report/annotations.h"

namespace inferproof {

// What the CI system at hand gets: lines on standard output, files in the result directory, a job summary, step
// outputs. Whatever of it cannot be written is said and changes no exit code. No secret is printed to have it masked
// (`::add-mask::`, `task.setsecret`): our own text holds none, and the command itself would put the value into every
// copy of the log that is not the runner's.
class CiOutput {
 public:
  CiOutput(RealWorld& world, CiSystem ci);

  // Files relative to the root of the checkout, and no place where that is no file of it.
  void Anchor(Verdict& verdict) const;
  // `path` relative to that root; empty when it lies outside or does not exist.
  std::string Placed(const std::string& path) const;

  // The files of this system, into the result directory; before report.md, which lists them.
  void WriteFiles(const Report& report) const;
  void WriteFiles(const FailureReport& failure) const;
  // Everything else, after the files.
  void Print(const Report& report) const;
  void Print(const FailureReport& failure) const;

 private:
  std::vector<Finding> Findings(const Report& report) const;
  std::vector<Finding> Findings(const FailureReport& failure) const;
  void WriteFindings(const std::string& directory, const std::string& fallback_file,
                     const std::vector<Finding>& findings) const;
  void PrintFindings(const std::vector<Finding>& findings, const std::string& directory,
                     const std::string& context) const;
  void PrintOutputs(const std::string& verdict, int exit_code, const std::string& directory) const;
  void AppendTo(const std::string& variable, const std::string& text, std::size_t most) const;
  void Write(const std::string& path, const Result<std::string>& text) const;

  RealWorld& world_;
  CiSystem ci_;
  std::string root_;  // canonical; empty when it cannot be told
};

}  // namespace inferproof
