#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace inferproof {

// Each adds a subcommand. Reading arguments opens nothing: parsing sets *action, and the caller runs it; it answers the
// exit code.
using Action = std::function<int()>;
void AddGateCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action);
void AddRunCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action);
void AddCompareCommand(CLI::App& app, Action* action);
void AddBaselineCommand(CLI::App& app, const std::vector<std::string>& command_line, Action* action);
void AddDoctorCommand(CLI::App& app, Action* action);
void AddServeCommand(CLI::App& app, Action* action);
void AddInitCommand(CLI::App& app, Action* action);

}  // namespace inferproof
