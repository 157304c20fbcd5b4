// Replays measured histories in which nothing changed through the judge.
// Usage: replay_histories DIR   (the files and what they are: docs/statistics.md)
// Exit codes: 0 every limit is kept, 1 one is broken, 2 a file is missing or is not what it should be.
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include "harness/base/number.h"
#include "tests/calibration/histories/replay.h"

namespace inferproof {
namespace {

struct History {
  std::string file;
  CsvShape shape;
  bool run_medians = false;  // a row a request
  double band = 0.05;
  HistoryClaims claims;
};

constexpr HistoryClaims kShownOnly;

std::vector<History> Histories() {
  constexpr Limit kAtMost = Limit::kAtMost;
  const HistoryClaims quiet{kAtMost, kAtMost, Limit::kAtLeast, kAtMost};
  const HistoryClaims noisy{kAtMost, kAtMost, Limit::kShown, kAtMost};
  const CsvShape throughput{
      .value = "value", .group = {}, .higher_is_better = true, .higher_column = {}, .higher_values = {}};
  CsvShape latency = throughput;
  latency.higher_is_better = false;
  CsvShape by_machine = throughput;
  by_machine.group = {"VM_id"};
  const CsvShape hosted{.value = "value",
                        .group = {"tool", "bench", "unit"},
                        .higher_is_better = false,
                        .higher_column = "tool",
                        .higher_values = {"benchmarkjs", "pytest", "jmh"}};
  CsvShape ttft = latency;
  ttft.value = "ttft_ms";
  CsvShape tpot = latency;
  tpot.value = "tpot_ms";
  return {{"azure-pgbench-ro-latency-short.csv", latency, false, 0.05, quiet},
          {"azure-redis-get-short.csv", throughput, false, 0.05, noisy},
          {"azure-redis-get-long.csv", by_machine, false, 0.05, kShownOnly},
          {"gha-fib-aa.csv", hosted, false, 0.05, kShownOnly},
          {"gha-fib-aa.csv", hosted, false, 0.10, kShownOnly},
          {"otava-tigerbeetle.csv", throughput, false, 0.05, kShownOnly},
          {"llama-aa/aa.csv", ttft, true, 0.05, kShownOnly},
          {"llama-aa/aa.csv", tpot, true, 0.05, kShownOnly},
          {"llama-aa/aa_norestart.csv", tpot, true, 0.05, kShownOnly}};
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

// Number of broken limits; nothing when the file cannot be used.
std::optional<int> Replay(const std::string& directory, const History& history) {
  const std::optional<std::string> text = ReadFile(directory + "/" + history.file);
  if (!text) {
    std::cerr << "histories: " << directory << "/" << history.file << " cannot be read\n";
    return std::nullopt;
  }
  const Result<std::vector<Series>> series = history.run_medians
                                                 ? ReadRunMedians(*text, history.shape.value, history.file)
                                                 : ReadSeries(*text, history.shape, history.file);
  if (!series.ok()) {
    std::cerr << "histories: " << series.error().Text() << "\n";
    return std::nullopt;
  }
  std::size_t values = 0;
  for (const Series& one : *series) values += one.logs.size();
  std::cout << "\n"
            << history.file << " (" << history.shape.value << "; " << values << " values in " << series->size()
            << " series), band " << FormatFixed(history.band * 100, 0) << " %\n";
  int broken = 0;
  for (const Figure& figure : FiguresOf(*series, history.band, history.claims)) {
    const bool keeps = Keeps(figure, false);
    broken += keeps ? 0 : 1;
    std::cout << "  " << figure.what << ": " << InWords(figure) << (keeps ? "" : "   BROKEN") << "\n";
  }
  return broken;
}

int Main(const std::string& directory) {
  int broken = 0;
  for (const History& history : Histories()) {
    const std::optional<int> of_this = Replay(directory, history);
    if (!of_this) return 2;
    broken += *of_this;
  }
  std::cout << "\n" << (broken == 0 ? "every limit is kept" : std::to_string(broken) + " limits are broken") << "\n";
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace inferproof

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: replay_histories DIR\n";
    return 2;
  }
  return inferproof::Main(words[1]);
}
