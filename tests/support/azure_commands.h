#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {

// A logging command as the agent of Azure Pipelines reads it (its Command.cs): "##vso[area.event key=value;...]data",
// anywhere in a line. "##[group]" and its like are formats, here commands named "format".
struct AzureCommand {
  std::string name;  // "task.logissue"
  std::map<std::string, std::string> properties;
  std::string data;
  bool valid = true;
};

inline std::string UnescapeAzure(std::string text, bool property) {
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  if (property) replace("%3B", ";");
  if (property) replace("%5D", "]");
  replace("%0D", "\r");
  replace("%0A", "\n");
  replace("%AZP25", "%");
  return text;
}

inline std::vector<AzureCommand> ParseAzureLog(std::string_view log) {
  constexpr std::string_view kPrefix = "##vso[";
  std::vector<AzureCommand> commands;
  for (const std::string& line : Split(log, '\n')) {
    if (line.find("##[") != std::string::npos) commands.push_back({"format", {}, line});
    const std::size_t start = line.find(kPrefix);
    if (start == std::string::npos) continue;
    const std::size_t end = line.find(']', start);
    if (end == std::string::npos) {
      commands.push_back({"unparsable", {}, line, false});
      continue;
    }
    const std::string head = line.substr(start + kPrefix.size(), end - start - kPrefix.size());
    const std::size_t space = head.find(' ');
    AzureCommand command{head.substr(0, space), {}, UnescapeAzure(line.substr(end + 1), false)};
    command.valid = start == 0 && command.name.find('.') != std::string::npos;
    if (space != std::string::npos) {
      for (const std::string& pair : Split(head.substr(space + 1), ';')) {
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos) {
          command.valid = command.valid && pair.empty();
        } else {
          command.properties[pair.substr(0, equals)] = UnescapeAzure(pair.substr(equals + 1), true);
        }
      }
    }
    commands.push_back(std::move(command));
  }
  return commands;
}

}  // namespace inferproof
