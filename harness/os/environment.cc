#include "harness/os/environment.h"

#include <cstdlib>

#include "harness/base/text.h"

namespace inferproof {
namespace {

bool IsNameStart(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

bool IsName(std::string_view name) {
  if (name.empty() || !IsNameStart(name.front())) return false;
  for (const char c : name) {
    if (!IsNameStart(c) && !(c >= '0' && c <= '9')) return false;
  }
  return true;
}

// An unquoted value ends at a blank followed by '#'.
std::string_view WithoutComment(std::string_view text) {
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t') return TrimAscii(text.substr(0, at));
  }
  return text;
}

// The value after '='; nothing when quotes are not closed or something follows them.
std::optional<std::string> ParseValue(std::string_view text) {
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return std::string(WithoutComment(text));
  const std::size_t close = text.find(text.front(), 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view rest = TrimAscii(text.substr(close + 1));
  if (!rest.empty() && rest.front() != '#') return std::nullopt;
  return std::string(text.substr(1, close - 1));
}

std::string_view WithoutExport(std::string_view line) {
  constexpr std::string_view kExport = "export ";
  return line.starts_with(kExport) ? TrimAscii(line.substr(kExport.size())) : line;
}

}  // namespace

std::optional<std::string> ProcessEnvironment::Get(const std::string& name) const {
  if (const char* value = std::getenv(name.c_str())) return std::string(value);
  const auto found = dotenv_.find(name);
  if (found == dotenv_.end()) return std::nullopt;
  return found->second;
}

Result<std::map<std::string, std::string>> ParseDotEnv(std::string_view text, const std::string& name) {
  std::map<std::string, std::string> variables;
  int number = 0;
  for (const std::string& raw : Split(text, '\n')) {
    ++number;
    const auto fail = [&](std::string what) {
      return MakeError(ErrorCode::kConfig, name + ":" + std::to_string(number), std::move(what));
    };
    std::string_view line = TrimAscii(raw);
    if (line.empty() || line.front() == '#') continue;
    line = WithoutExport(line);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return fail("expected NAME=value");
    const std::string_view variable = TrimAscii(line.substr(0, equals));
    if (!IsName(variable)) return fail("the name before '=' must be letters, digits and '_'");
    const std::optional<std::string> value = ParseValue(TrimAscii(line.substr(equals + 1)));
    if (!value) return fail("the quotes around the value do not close at its end");
    variables[std::string(variable)] = *value;
  }
  return variables;
}

Result<std::map<std::string, std::string>> LoadDotEnv(FileSystem& files, const std::string& path) {
  if (!files.Exists(path)) return std::map<std::string, std::string>{};
  ASSIGN_OR_RETURN(const std::string text, files.Read(path));
  return ParseDotEnv(text, path);
}

}  // namespace inferproof
