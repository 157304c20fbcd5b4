#pragma once

namespace inferproof {

// Parses the command line, runs the subcommand and answers its exit code (docs/getting-started.md has the
// table).
int RunCommandLine(int argc, char** argv);

// Of this build, such as "0.1.0".
const char* Version();

}  // namespace inferproof
