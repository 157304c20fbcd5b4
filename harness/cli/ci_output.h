#pragma once

#include <string>

#include "harness/cli/real_world.h"
#include "harness/report/report.h"

namespace inferproof {

// "github" or "none"; "auto" looks at the environment.
std::string DetectCi(const Environment& environment, const std::string& asked);

// Annotations on standard output and the job summary, for the CI system named. A summary that cannot be written is said
// and changes no exit code.
void PrintForCi(RealWorld& world, const std::string& ci, const Report& report);
// The same for an error that left nothing to judge.
void PrintErrorForCi(RealWorld& world, const std::string& ci, const Error& error);

// Annotation files relative to the repository root, and none where the file lies outside of it.
void AnchorInRepository(RealWorld& world, Verdict& verdict);

}  // namespace inferproof
