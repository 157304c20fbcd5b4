#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/os/environment.h"

namespace inferproof {

enum class CiSystem { kNone, kPlain, kGithub, kGitlab, kAzure, kBuildkite, kTeamcity, kJenkins };

// `--ci` of a command: "auto" or a system by name.
void AddCiFlag(CLI::App& command, std::string* ci);

// The system that `asked` names. "auto" looks at the variables that each system sets; an unknown one that sets CI=true
// gets plain lines.
CiSystem DetectCi(const Environment& environment, const std::string& asked);

// The directory that the system's annotations count from, as its variable says; empty when it says nothing.
std::string CiWorkspace(const Environment& environment, CiSystem ci);

}  // namespace inferproof
