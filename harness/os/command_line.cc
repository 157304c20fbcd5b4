#include "harness/os/command_line.h"

#include <algorithm>
#include <array>

#include "harness/base/text.h"

namespace inferproof {
namespace {

constexpr const char* kRedacted = "[redacted]";

bool TakesSecret(std::string_view flag) {
  constexpr std::array<std::string_view, 7> kEndings = {"api-key", "apikey",   "password",  "secret",
                                                        "-token",  "auth-key", "credential"};
  if (!flag.starts_with("-")) return false;
  std::string name = ToLowerAscii(flag);
  std::replace(name.begin(), name.end(), '_', '-');
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

std::string Quoted(const std::string& argument) {
  const bool plain = !argument.empty() && argument.find_first_of(" \t\r\n\"'") == std::string::npos;
  return plain ? argument : "'" + argument + "'";
}

std::string Masked(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || !TakesSecret(std::string_view(argument).substr(0, equals))) {
    return Quoted(argument);
  }
  return argument.substr(0, equals + 1) + kRedacted;
}

}  // namespace

std::string CommandLineForPeople(const std::vector<std::string>& argv) {
  std::vector<std::string> parts;
  bool secret = false;
  for (const std::string& argument : argv) {
    parts.push_back(secret ? kRedacted : Masked(argument));
    secret = TakesSecret(argument);
  }
  return Join(parts, " ");
}

std::string OneLine(std::string_view text, std::size_t limit) {
  // More than four times the limit cannot survive the cut: a large text need not be repaired.
  std::string line = RepairUtf8(TrimAscii(text.substr(0, 4 * limit)));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return Truncate(TrimAscii(line), limit);
}

}  // namespace inferproof
