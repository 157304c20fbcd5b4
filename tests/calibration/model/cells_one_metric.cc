#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "harness/base/number.h"
#include "tests/calibration/model/cells.h"
#include "tests/calibration/model/comparisons.h"
#include "tests/calibration/model/noise.h"
#include "tests/calibration/model/parallel.h"

namespace inferproof {
namespace {

constexpr double kBand = 0.05;
constexpr double kChange = 0.04;  // planted where an interval is to cover it

struct Pair {
  std::vector<double> base, candidate;
};

// Both sides from one noise, run after run in turns, so that what drifts or steps reaches both.
Pair Beside(Random& random, const Noise& noise, std::size_t runs, double change) {
  constexpr std::array<bool, 8> kCandidate = {false, true, true, false, true, false, false, true};
  const std::vector<double> series = noise.series(random, 2 * runs);
  Pair pair;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (kCandidate[i % 8]) {
      pair.candidate.push_back(series[i] + std::log1p(change));
    } else {
      pair.base.push_back(series[i]);
    }
  }
  return pair;
}

// A block of the series and then the next one.
Pair Adjacent(Random& random, const Noise& noise, std::size_t runs, double change) {
  const std::vector<double> series = noise.series(random, 2 * runs);
  const auto half = series.begin() + static_cast<std::ptrdiff_t>(runs);
  Pair pair{{series.begin(), half}, {half, series.end()}};
  for (double& value : pair.candidate) value += std::log1p(change);
  return pair;
}

// The word that an interval and a band mean (docs/gate.md, rule 3), read from what is printed.
VerdictWord WordPrinted(const MetricVerdict& verdict) {
  const double inverse = 1 / (1 + verdict.limit) - 1;  // -B on the scale of people
  if (verdict.change->lo > verdict.limit) return VerdictWord::kRegressed;
  if (verdict.change->hi < inverse) return VerdictWord::kImproved;
  return verdict.change->hi <= verdict.limit ? VerdictWord::kPass : VerdictWord::kInconclusive;
}

struct Coverage {
  long below = 0;        // the low end is at or below the truth
  long above = 0;        // the high end is at or above it
  long contradicts = 0;  // the word is not what the printed interval means, unless the ranks forbade a conviction
  double level = 1;      // the least that was printed
  Coverage& operator+=(const Coverage& other) {
    below += other.below;
    above += other.above;
    contradicts += other.contradicts;
    level = std::min(level, other.level);
    return *this;
  }
  void Count(const MetricVerdict& verdict, double truth) {
    below += verdict.change->lo <= truth;
    above += verdict.change->hi >= truth;
    level = std::min(level, verdict.change->level);
    const VerdictWord printed = WordPrinted(verdict);
    const bool vetoed =
        verdict.word == VerdictWord::kInconclusive && verdict.reason.find("rank interval") != std::string::npos;
    contradicts += printed != verdict.word && !vetoed;
  }
};

Figure Covers(const std::string& end, long hits, long n, double level, bool limited) {
  constexpr double kAllowed = 0.015;
  return ShareOf(end + " end keeps the truth inside, stated " + FormatFixed(level * 100, 1) + " %", hits, n,
                 limited ? Limit::kAtLeast : Limit::kShown, level - kAllowed);
}

std::vector<Figure> CoverageFigures(const Coverage& coverage, long n, bool limited) {
  return {Covers("low", coverage.below, n, coverage.level, limited),
          Covers("high", coverage.above, n, coverage.level, limited),
          ShareOf("word and printed interval disagree", coverage.contradicts, n, Limit::kAtMost, 0)};
}

Cell CoverageCell(const Noise& noise, int runs) {
  const std::string name = "Coverage " + noise.name + " " + std::to_string(runs);
  return {name, noise.name + " noise, " + std::to_string(runs) + " runs a side", 5000, 20'000,
          [=](std::uint64_t seed, long n) {
            const auto coverage = SumOver<Coverage>(seed, name, n, [=] {
              return [=, metric = OneMetric(kBand, StandardLooks())](Random& random, long, Coverage& tally) {
                const Pair pair = Beside(random, noise, static_cast<std::size_t>(runs), kChange);
                tally.Count(metric.Compare(pair.base, pair.candidate), kChange);
              };
            });
            return CoverageFigures(coverage, n, true);
          }};
}

// The interval of the look at which the gate stopped, which may be the luckiest of three.
Cell StoppedCoverageCell(const Noise& noise) {
  const std::string name = "Coverage stopped " + noise.name;
  return {name, noise.name + " noise, at the look where the gate stopped", 5000, 20'000,
          [=](std::uint64_t seed, long n) {
            const auto coverage = SumOver<Coverage>(seed, name, n, [=] {
              return [=, metric = OneMetric(kBand, StandardLooks())](Random& random, long, Coverage& tally) {
                const Pair pair = Beside(random, noise, 8, kChange);
                std::size_t runs = 0;
                tally.Count(metric.Decide(pair.base, pair.candidate, &runs), kChange);
              };
            });
            return CoverageFigures(coverage, n, false);
          }};
}

struct Words {
  long beyond = 0;  // the interval alone lies beyond the band
  long regressed = 0;
  long passed = 0;
  long runs = 0;
  Words& operator+=(const Words& other) {
    beyond += other.beyond;
    regressed += other.regressed;
    passed += other.passed;
    runs += other.runs;
    return *this;
  }
  void Count(const MetricVerdict& verdict) {
    beyond += verdict.change->lo > verdict.limit;
    regressed += verdict.word == VerdictWord::kRegressed;
    passed += verdict.word == VerdictWord::kPass;
  }
};

constexpr std::size_t kBlock = 5;

Words Blocks(const Noise& noise, double change, std::uint64_t seed, long n) {
  return SumOver<Words>(seed, noise.name + " blocks", n, [=] {
    return [=, metric = OneMetric(kBand, FixedRuns(kBlock))](Random& random, long, Words& tally) {
      const Pair pair = Adjacent(random, noise, kBlock, change);
      tally.Count(metric.Compare(pair.base, pair.candidate));
    };
  });
}

Words Looks(const Noise& noise, double change, std::uint64_t seed, long n) {
  return SumOver<Words>(seed, noise.name + " looks", n, [=] {
    return [=, metric = OneMetric(kBand, StandardLooks())](Random& random, long, Words& tally) {
      const Pair pair = Beside(random, noise, 8, change);
      std::size_t runs = 0;
      tally.Count(metric.Decide(pair.base, pair.candidate, &runs));
      tally.runs += static_cast<long>(runs);
    };
  });
}

// What the replay of the real series must show (ci/real-histories.sh), from noise that is like them.
struct HistoryLimits {
  Limit fixed_same = Limit::kShown;  // five against five, nothing changed: at most 0.5 % red
  Limit looks_same = Limit::kShown;  // the same with the gate's looks
  Limit edge = Limit::kShown;        // red at the band's edge: at most 6 %
  Limit found = Limit::kShown;       // +10 % red: at least 85 %
  Limit not_passed = Limit::kShown;  // +10 % called pass: at most 5 %
};
Cell HistoryCell(const Fitted& fitted, HistoryLimits limits) {
  const Noise noise = FittedNoise(fitted);
  return {"Like " + fitted.name, "noise like " + fitted.name, 3000, 20'000, [=](std::uint64_t seed, long n) {
            const Words same = Blocks(noise, 0, seed, n);
            const Words edge = Blocks(noise, kBand, seed, n);
            const Words ten = Blocks(noise, 0.10, seed, n);
            const Words looks_same = Looks(noise, 0, seed, n);
            const Words looks_edge = Looks(noise, kBand, seed, n);
            const Words looks_ten = Looks(noise, 0.10, seed, n);
            return std::vector<Figure>{
                ShareOf("5 v 5, nothing changed: interval alone beyond the band", same.beyond, n),
                ShareOf("5 v 5, nothing changed: red", same.regressed, n, limits.fixed_same, 0.005),
                ShareOf("5 v 5, at the band's edge: red", edge.regressed, n, limits.edge, 0.06),
                ShareOf("5 v 5, +10 %: interval alone beyond the band", ten.beyond, n, limits.found, 0.85),
                ShareOf("5 v 5, +10 %: red", ten.regressed, n),
                ShareOf("5 v 5, +10 %: called pass", ten.passed, n, limits.not_passed, 0.05),
                ShareOf("looks, nothing changed: red", looks_same.regressed, n, limits.looks_same, 0.005),
                ShareOf("looks, at the band's edge: red", looks_edge.regressed, n, limits.edge, 0.06),
                ShareOf("looks, +10 %: red", looks_ten.regressed, n, limits.found, 0.85),
                ShareOf("looks, +10 %: called pass", looks_ten.passed, n, limits.not_passed, 0.05)};
          }};
}

}  // namespace

std::vector<Cell> CoverageCells() {
  const std::vector<Noise> noises = {NormalNoise(0.02), LognormalNoise(0.05, 1), ContaminatedNoise(0.02, 0.02, 0.10)};
  std::vector<Cell> cells;
  for (const Noise& noise : noises)
    for (const int runs : {4, 6, 8}) cells.push_back(CoverageCell(noise, runs));
  for (const Noise& noise : noises) cells.push_back(StoppedCoverageCell(noise));
  return cells;
}

std::vector<Cell> HistoryCells() {
  constexpr Limit kShown = Limit::kShown;
  constexpr Limit kAtMost = Limit::kAtMost;
  return {HistoryCell(PgbenchFreshMachines(), {kAtMost, kAtMost, kAtMost, Limit::kAtLeast, kAtMost}),
          HistoryCell(RedisFreshMachines(), {kShown, kAtMost, kAtMost, kShown, kAtMost}),
          HistoryCell(RedisSameMachine(), {kAtMost, kAtMost, kAtMost, kShown, kAtMost}),
          HistoryCell(HostedRunner(), {kShown, kAtMost, kShown, kShown, kAtMost})};
}
}  // namespace inferproof
