#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/number.h"
#include "harness/stats/planning.h"
#include "tests/calibration/model/cells.h"
#include "tests/calibration/model/comparisons.h"
#include "tests/calibration/model/noise.h"
#include "tests/calibration/model/parallel.h"

namespace inferproof {
namespace {

constexpr double kBand = 0.05;
constexpr double kEffect = 0.10;
constexpr double kReliably = 0.9;
constexpr double kPlanned = 0.8;
constexpr double kFormulaMargin = 0.02;  // what the formula of harness/stats/planning.h is good for
constexpr int kMostRuns = 50;

struct Hits {
  long hits = 0;
  long of = 0;
  Hits& operator+=(const Hits& other) {
    hits += other.hits;
    of += other.of;
    return *this;
  }
};

LookPlan OneLook(int runs, double alpha) { return {{{runs, alpha}}}; }

MetricVerdict Fresh(Random& random, double spread, int runs, double alpha, double change) {
  const Noise noise = NormalNoise(spread);
  const std::vector<double> base = noise.series(random, static_cast<std::size_t>(runs));
  std::vector<double> candidate = noise.series(random, static_cast<std::size_t>(runs));
  for (double& value : candidate) value += std::log1p(change);
  return OneMetric(kBand, OneLook(runs, alpha)).Compare(base, candidate);
}

// How often a true change is convicted by `runs` a side at a known run spread.
Hits Convicted(const std::string& cell, double spread, int runs, double alpha, double change, std::uint64_t seed,
               long n) {
  return SumOver<Hits>(seed, cell, n, [=] {
    return [=](Random& random, long, Hits& tally) {
      ++tally.of;
      tally.hits += Fresh(random, spread, runs, alpha, change).word == VerdictWord::kRegressed;
    };
  });
}

// "Fails reliably from": at the spread that is there, and as printed, where the spread is estimated from the same runs.
Cell PromiseCell(int runs) {
  const double alpha = StandardLooks().AlphaFor(runs);
  const std::string name = "Promise " + std::to_string(runs);
  return {name, "fails reliably from, " + std::to_string(runs) + " runs a side", 5000, 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            constexpr double kSpread = 0.02;
            const double from = std::expm1(
                InterleavedFailsFrom(std::log1p(kBand), kSpread * std::sqrt(2.0 / runs), runs, alpha, kReliably));
            const Hits known = Convicted(name, kSpread, runs, alpha, from, seed, n);
            const Hits printed = SumOver<Hits>(seed, name + " printed", n, [=] {
              return [=](Random& random, long, Hits& tally) {
                const MetricVerdict said = Fresh(random, kSpread, runs, alpha, 0);
                ++tally.of;
                tally.hits += said.fails_from &&
                              Fresh(random, kSpread, runs, alpha, *said.fails_from).word == VerdictWord::kRegressed;
              };
            });
            return {ShareOf("convicted, spread known (said: 90 %)", known.hits, known.of, Limit::kAtLeast,
                            kReliably - kFormulaMargin),
                    ShareOf("convicted, as printed, spread estimated", printed.hits, printed.of)};
          }};
}

// The error of k runs a side, and none where the gate does not judge.
double AlphaOfLook(int runs) { return StandardLooks().Judges(runs) ? StandardLooks().AlphaFor(runs) : 0; }

// The largest number of runs below `runs` that the gate judges; 0 when there is none.
int LookBefore(int runs) {
  int before = runs - 1;
  while (before > 0 && !StandardLooks().Judges(before)) --before;
  return before;
}

// The planned count is enough, and the look before it is not.
Cell PlannedCell(double spread) {
  const std::string percent = FormatFixed(spread * 100, 1) + " %";
  const std::string name = "Planned " + percent;
  return {name, "runs planned for +10 % at run spread " + percent, 5000, 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const int planned =
                RunsNeeded(std::log1p(kBand), std::log1p(kEffect), spread, AlphaOfLook, kPlanned, kMostRuns);
            const int before = LookBefore(planned);
            const Hits enough = Convicted(name, spread, planned, AlphaOfLook(planned), kEffect, seed, n);
            std::vector<Figure> figures = {
                MeanOf("runs a side planned", planned),
                ShareOf("convicted with them", enough.hits, enough.of, Limit::kAtLeast, kPlanned - kFormulaMargin)};
            if (before == 0) return figures;
            const Hits fewer = Convicted(name + " fewer", spread, before, AlphaOfLook(before), kEffect, seed, n);
            figures.push_back(ShareOf("convicted with the next smaller number", fewer.hits, fewer.of, Limit::kAtMost,
                                      kPlanned + kFormulaMargin));
            return figures;
          }};
}

// The count in "14 runs a side would decide a change of 10 %"; nothing where there is none or it says "more than".
std::optional<int> RunsPrinted(std::string_view reason) {
  const std::size_t end = reason.find(" runs a side would decide");
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t begin = reason.rfind(' ', end - 1) + 1;
  if (reason.substr(0, begin).ends_with("more than ")) return std::nullopt;
  const std::optional<std::int64_t> runs = ParseInt(reason.substr(begin, end - begin));
  if (!runs) return std::nullopt;
  return static_cast<int>(*runs);
}

// A gate ends inconclusive and prints how many runs would decide; somebody measures that many anew.
Hits Followed(const std::string& cell, double spread, double change, VerdictWord wanted, std::uint64_t seed, long n) {
  return SumOver<Hits>(seed, cell, n, [=] {
    return [=, gate = OneMetric(kBand, StandardLooks())](Random& random, long, Hits& tally) {
      const Noise noise = NormalNoise(spread);
      const std::vector<double> base = noise.series(random, 8);
      std::vector<double> candidate = noise.series(random, 8);
      for (double& value : candidate) value += std::log1p(change);
      std::size_t ended_at = 0;
      const MetricVerdict first = gate.Decide(base, candidate, &ended_at);
      const std::optional<int> runs = RunsPrinted(first.reason);
      if (first.word != VerdictWord::kInconclusive || !runs) return;
      ++tally.of;
      tally.hits += Fresh(random, spread, *runs, StandardLooks().AlphaFor(*runs), change).word == wanted;
    };
  });
}

Cell FollowedCell(double spread) {
  const std::string percent = FormatFixed(spread * 100, 1) + " %";
  const std::string name = "Followed " + percent;
  return {name, "after an inconclusive gate, the printed number of runs measured anew, run spread " + percent, 4000,
          20'000, [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const Hits changed = Followed(name, spread, kEffect, VerdictWord::kRegressed, seed, n);
            const Hits clean = Followed(name + " clean", spread, 0, VerdictWord::kPass, seed, n);
            return {ShareOf("a true +10 % convicted", changed.hits, changed.of, Limit::kAtLeast, 0.75),
                    ShareOf("a true zero passed", clean.hits, clean.of, Limit::kAtLeast, 0.75)};
          }};
}

}  // namespace

std::vector<Cell> PlanningCells() {
  return {PromiseCell(4),    PromiseCell(6),     PromiseCell(8),     PlannedCell(0.015), PlannedCell(0.02),
          PlannedCell(0.03), FollowedCell(0.02), FollowedCell(0.03), FollowedCell(0.04)};
}

}  // namespace inferproof
