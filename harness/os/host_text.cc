#include "harness/os/host_text.h"

#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

// The text after "name<blanks><separator>" of the first line that has it.
std::optional<std::string> Field(std::string_view text, std::string_view name, char separator) {
  for (const std::string& line : Split(text, '\n')) {
    const std::size_t at = line.find(separator);
    if (at == std::string::npos || TrimAscii(std::string_view(line).substr(0, at)) != name) continue;
    return std::string(TrimAscii(std::string_view(line).substr(at + 1)));
  }
  return std::nullopt;
}

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : Split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

std::string Unquoted(std::string text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

std::string CpuModel(std::string_view cpuinfo) { return Field(cpuinfo, "model name", ':').value_or(""); }

int CountCpus(std::string_view cpuinfo) {
  int count = 0;
  for (const std::string& line : Split(cpuinfo, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos && TrimAscii(std::string_view(line).substr(0, colon)) == "processor") ++count;
  }
  return count;
}

std::optional<std::int64_t> KilobyteLine(std::string_view text, std::string_view name) {
  const std::optional<std::string> field = Field(text, name, ':');
  if (!field) return std::nullopt;
  const std::vector<std::string> words = Words(*field);
  if (words.size() != 2 || words[1] != "kB") return std::nullopt;
  const std::optional<std::int64_t> kilobytes = ParseInt(words[0]);
  if (!kilobytes || *kilobytes < 0 || *kilobytes > (std::int64_t{1} << 50)) return std::nullopt;
  return *kilobytes * 1024;
}

std::string OsName(std::string_view os_release) { return Unquoted(Field(os_release, "PRETTY_NAME", '=').value_or("")); }

std::optional<std::string> CgroupPath(std::string_view text) {
  for (const std::string& line : Split(text, '\n')) {
    if (line.starts_with("0::/")) return std::string(TrimAscii(std::string_view(line).substr(3)));
  }
  return std::nullopt;
}

std::optional<double> FirstLoad(std::string_view loadavg) {
  const std::vector<std::string> words = Words(loadavg);
  return words.empty() ? std::nullopt : ParseDouble(words.front());
}

std::vector<Gpu> ParseGpus(std::string_view csv) {
  std::vector<Gpu> gpus;
  for (const std::string& line : Split(csv, '\n')) {
    const std::vector<std::string> cells = Split(line, ',');
    if (cells.size() != 3) continue;
    gpus.push_back(Gpu{.name = std::string(TrimAscii(cells[0])),
                       .memory = std::string(TrimAscii(cells[1])),
                       .driver = std::string(TrimAscii(cells[2]))});
  }
  return gpus;
}

std::optional<MachineTicks> ParseMachineTicks(std::string_view stat) {
  const std::vector<std::string> words = Words(stat.substr(0, stat.find('\n')));
  if (words.size() < 9 || words.front() != "cpu") return std::nullopt;
  double ticks[9] = {};
  for (std::size_t i = 1; i < 9; ++i) {
    const std::optional<double> value = ParseDouble(words[i]);
    if (!value) return std::nullopt;
    ticks[i] = *value;
  }
  // proc(5): user nice system idle iowait irq softirq steal
  return MachineTicks{.busy = ticks[1] + ticks[2] + ticks[3] + ticks[6] + ticks[7], .steal = ticks[8]};
}

}  // namespace inferproof
