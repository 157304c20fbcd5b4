#include "harness/target/server_log.h"

#include <algorithm>
#include <fstream>

#include "harness/base/text.h"
#include "harness/os/command_line.h"
#include "harness/os/file_system.h"

namespace inferproof {
namespace {

constexpr std::int64_t kTailBytes = 16 * 1024;
constexpr std::size_t kTailLines = 10;
constexpr std::size_t kLineBytes = 300;

std::int64_t SizeOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  return file ? static_cast<std::int64_t>(file.tellg()) : 0;
}

// At most the last kTailBytes after `begin`: a log may be very long.
std::string ReadEnd(const std::string& path, std::int64_t begin) {
  const std::int64_t end = SizeOf(path);
  const std::int64_t from = std::max(begin, end - kTailBytes);
  if (end <= from) return {};
  std::string text(static_cast<std::size_t>(end - from), '\0');
  std::ifstream file(path, std::ios::binary);
  file.seekg(from);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace

Status ServerLog::BeginStart(int number, const std::vector<std::string>& argv) {
  if (path_.empty()) return {};
  RealFileSystem files;
  ASSIGN_OR_RETURN(const std::unique_ptr<Appender> log, files.OpenAppend(path_));
  const std::string command = OneLine(CommandLineForPeople(argv), 4000);
  RETURN_IF_ERROR(log->Append("--- start " + std::to_string(number) + ": " + command + "\n"));
  begin_ = SizeOf(path_);
  return {};
}

std::string ServerLog::Tail() const {
  if (path_.empty()) return {};
  std::vector<std::string> lines;
  for (const std::string& raw : Split(ReadEnd(path_, begin_), '\n')) {
    const std::string line = OneLine(raw, kLineBytes);
    if (!line.empty()) lines.push_back("  | " + line);
  }
  if (lines.size() > kTailLines) lines.erase(lines.begin(), lines.end() - kTailLines);
  return Join(lines, "\n");
}

}  // namespace inferproof
