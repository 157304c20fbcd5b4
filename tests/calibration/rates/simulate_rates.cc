// Prints the tables of docs/error-rates.md in Markdown; exits 1 when a limit is broken.
// How much is simulated: INFERPROOF_CALIBRATION (tests/calibration/model/rate.h).
#include <algorithm>
#include <iostream>
#include <utility>

#include "tests/calibration/model/cells.h"

namespace inferproof {
namespace {

struct Chapter {
  std::string title;
  std::vector<Cell> cells;
};

std::vector<Chapter> Chapters() {
  return {{"Beside a base: whole suites of ten gate metrics", InterleavedCells()},
          {"Against stored sessions: whole suites of ten gate metrics", StoredCells()},
          {"The printed interval: one metric", CoverageCells()},
          {"What is promised: one metric", PlanningCells()},
          {"Noise like measured histories: one metric, band 5 %", HistoryCells()}};
}

// The limit of the first figure, then the figure for each seed.
std::string LimitInWords(const Figure& figure) {
  const std::string words = InWords(figure);
  const std::size_t comma = words.find(", ");
  return comma == std::string::npos ? "shown" : words.substr(comma + 2);
}

std::string Observed(const Figure& figure) {
  const std::string words = InWords(figure);
  return words.substr(0, words.find(", "));
}

// Prints one row a figure; returns how many limits are broken.
int PrintCell(const Cell& cell, const Effort& effort) {
  std::vector<std::vector<Figure>> by_seed;
  for (const std::uint64_t seed : effort.seeds) by_seed.push_back(cell.figures(seed, effort.CountFor(cell)));
  int broken = 0;
  for (std::size_t row = 0; row < by_seed.front().size(); ++row) {
    const Figure& first = by_seed.front()[row];
    std::cout << "| " << cell.title << " | " << first.what << " | " << LimitInWords(first) << " |";
    for (const std::vector<Figure>& figures : by_seed) {
      const bool keeps = Keeps(figures[row], effort.slack);
      broken += keeps ? 0 : 1;
      std::cout << " " << Observed(figures[row]) << (keeps ? "" : " **broken**") << " |";
    }
    std::cout << "\n" << std::flush;
  }
  return broken;
}

int Main() {
  const Effort effort = EffortFromEnvironment();
  int broken = 0;
  for (const Chapter& chapter : Chapters()) {
    std::cout << "\n## " << chapter.title << "\n\n| circumstances | figure | limit |";
    for (const std::uint64_t seed : effort.seeds) std::cout << " seed " << seed << " |";
    std::cout << "\n|---|---|---|";
    for (std::size_t i = 0; i < effort.seeds.size(); ++i) std::cout << "---|";
    std::cout << "\n";
    for (const Cell& cell : chapter.cells) broken += PrintCell(cell, effort);
  }
  if (broken > 0) std::cerr << broken << " limits are broken\n";
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace inferproof

int main() { return inferproof::Main(); }
