#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {

// A workflow command as the runner of GitHub Actions reads it (docs/workflow commands; its ActionCommand parser): a
// line that starts, after spaces, with "::", or the older form "##[" anywhere in a line.
struct WorkflowCommand {
  std::string name;
  std::map<std::string, std::string> properties;
  std::string message;
};

inline std::string UnescapeWorkflow(std::string text, bool property) {
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("%0D", "\r");
  replace("%0A", "\n");
  if (property) replace("%3A", ":");
  if (property) replace("%2C", ",");
  replace("%25", "%");
  return text;
}

inline std::optional<WorkflowCommand> ParseWorkflowCommand(std::string_view line) {
  const std::size_t start = line.find_first_not_of(' ');
  const std::string_view text = line.substr(std::min(start, line.size()));
  if (text.starts_with("::")) {
    const std::size_t end = text.find("::", 2);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view head = text.substr(2, end - 2);
    const std::size_t space = head.find(' ');
    WorkflowCommand command{
        std::string(head.substr(0, space)), {}, UnescapeWorkflow(std::string(text.substr(end + 2)), false)};
    if (space == std::string_view::npos) return command;
    for (const std::string& pair : Split(head.substr(space + 1), ',')) {
      const std::size_t equals = pair.find('=');
      if (equals != std::string::npos)
        command.properties[pair.substr(0, equals)] = UnescapeWorkflow(pair.substr(equals + 1), true);
    }
    return command;
  }
  const std::size_t legacy = line.find("##[");
  if (legacy == std::string_view::npos || line.find(']', legacy) == std::string_view::npos) return std::nullopt;
  return WorkflowCommand{"legacy", {}, std::string(line.substr(legacy))};
}

inline std::vector<WorkflowCommand> ParseWorkflowLog(std::string_view log) {
  std::vector<WorkflowCommand> commands;
  for (const std::string& line : Split(log, '\n')) {
    if (const std::optional<WorkflowCommand> command = ParseWorkflowCommand(line)) commands.push_back(*command);
  }
  return commands;
}

}  // namespace inferproof
