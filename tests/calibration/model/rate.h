#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/stats/interval.h"

namespace inferproof {

// What a simulated figure must do. `kShown` figures have no limit: they tell where the gate loses.
enum class Limit { kAtMost, kAtLeast, kShown };

// One figure of a cell: a share with its Clopper-Pearson bounds (95 %, two-sided), or a mean.
struct Figure {
  std::string what;  // "clean suites red"
  double value = 0;
  Bounds bounds;         // of a share; empty (0 to 0) for a mean
  bool is_share = true;  // shares are printed in per cent
  Limit limit = Limit::kShown;
  double bound = 0;  // the limit itself
};
Figure ShareOf(std::string what, long hits, long n, Limit limit = Limit::kShown, double bound = 0);
Figure MeanOf(std::string what, double value, Limit limit = Limit::kShown, double bound = 0);

// Whether the figure keeps its limit. With a seed nobody has looked at before, `slack` forgives what chance alone may
// do: only a limit outside of the figure's bounds is broken.
bool Keeps(const Figure& figure, bool slack);

// "0.12 % (0.08 to 0.18 %), at most 0.50 %".
std::string InWords(const Figure& figure);

// One set of simulated circumstances and the figures it gives for a seed and a number of suites (or comparisons).
struct Cell {
  std::string name;   // "CleanSuitesBand3"
  std::string title;  // for people
  long few = 0;       // suites in an ordinary test run
  long many = 20'000;
  std::function<std::vector<Figure>(std::uint64_t seed, long n)> figures;
};

// The seeds that every listed rate is shown for.
std::vector<std::uint64_t> ListedSeeds();

// How much to simulate: INFERPROOF_CALIBRATION is unset or `quick` (listed seeds, `few`), `full` (listed seeds, `many`)
// or `new` (one seed drawn now, `many`).
struct Effort {
  std::vector<std::uint64_t> seeds;
  bool many = false;
  bool slack = false;
  long CountFor(const Cell& cell) const { return many ? cell.many : cell.few; }
};
Effort EffortFromEnvironment();

}  // namespace inferproof
