#include "harness/cli/app.h"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/exit_code.h"
#include "harness/os/process.h"
#include "harness/report/neutralise.h"

namespace inferproof {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 nothing bad established, 1 a regression established, 2 usage or configuration, 3 could not "
    "measure,\n"
    "            4 incomparable (or new under --require-baseline), 5 inconclusive under --strict, 130 interrupted.";

int Parse(CLI::App& app, int argc, char** argv, const Action& action) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    // Help and the version come as "errors" too. The library's own codes (100 and above) are not ours.
    if (problem.get_exit_code() == 0) return app.exit(problem);
    // Echoes what was typed, which in CI may come from a pull request.
    const std::string what = NeutraliseForLog(problem.what(), 2000);
    std::fprintf(stderr, "inferproof: error: %s\nRun with --help for more information.\n", what.c_str());
    return kExitUsage;
  }
  return action();
}

}  // namespace

const char* Version() { return INFERPROOF_VERSION; }

int RunCommandLine(int argc, char** argv) {
  CatchInterrupts();
  std::vector<std::string> command_line = {"inferproof"};
  for (int i = 1; i < argc; ++i) command_line.emplace_back(argv[i]);
  CLI::App app("inferproof keeps LLM inference from getting slower or worse unnoticed.", "inferproof");
  app.set_version_flag("--version", std::string("inferproof ") + Version());
  app.require_subcommand(1);
  app.footer(kFooter);
  Action action;
  AddGateCommand(app, command_line, &action);
  AddRunCommand(app, command_line, &action);
  AddCompareCommand(app, &action);
  AddBaselineCommand(app, command_line, &action);
  AddDoctorCommand(app, &action);
  AddServeCommand(app, &action);
  AddInitCommand(app, &action);
  return Parse(app, argc, argv, action);
}

}  // namespace inferproof
