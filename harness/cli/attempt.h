#pragma once

#include <string>
#include <vector>

#include "harness/cli/ci_system.h"
#include "harness/cli/measure_options.h"
#include "harness/cli/real_world.h"

namespace inferproof {

// What a command that measures has set out to do: what the report of an error needs when nothing else is left.
struct Attempt {
  std::string suite;
  std::string directory;  // for the result; empty while there is none, or when an older result is in it
  std::vector<std::string> command_line;
};

// The result directory is known before anything is read when the flags name one.
Attempt BeginAttempt(RealWorld& world, const MeasureOptions& options, const std::vector<std::string>& command_line);

// report.md, junit.xml and what the CI system wants, for an error that left nothing to judge.
void ReportFailure(RealWorld& world, CiSystem ci, const Attempt& attempt, const Error& error);

}  // namespace inferproof
