#include <string>
#include <utility>

#include "tests/calibration/model/cells.h"
#include "tests/calibration/model/suite_rates.h"

namespace inferproof {
namespace {

// Cells without limits are simulated less: they tell where the gate loses, and are not held to it.
constexpr long kFewShown = 400;
constexpr long kManyShown = 5000;

Figure RunsUsed(const SuiteTally& tally, Limit limit = Limit::kShown, double bound = 0) {
  return MeanOf("runs a side on average", static_cast<double>(tally.runs) / static_cast<double>(tally.suites), limit,
                bound);
}

Cell Clean(std::string name, std::string title, RunNoise noise, double band, long few, Limit red, Limit runs) {
  return {name, std::move(title), few, few < kFewShown ? kManyShown : 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const SuiteTally tally = SimulateBesideABase(name, noise, band, 0, seed, n);
            return {ShareOf("red", tally.red, tally.suites, red, 0.005), RunsUsed(tally, runs, 6),
                    ShareOf("the whole suite passes", tally.all_passed, tally.suites)};
          }};
}

Cell Found(std::string name, std::string title, RunNoise noise, double band, double change, long few, Limit found,
           Limit runs) {
  return {name, std::move(title), few, few < kFewShown ? kManyShown : 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const SuiteTally tally = SimulateBesideABase(name, noise, band, change, seed, n);
            return {ShareOf("found", tally.found, tally.suites, found, 0.95), RunsUsed(tally, runs, 6),
                    ShareOf("called pass", tally.passed, tally.suites),
                    ShareOf("another metric red", tally.other_red, tally.suites)};
          }};
}

Cell CalledPass(std::string name, std::string title, double band, double change, long few) {
  return {name, std::move(title), few, few < kFewShown ? kManyShown : 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const SuiteTally tally = SimulateBesideABase(name, {}, band, change, seed, n);
            return {ShareOf("called pass", tally.passed, tally.suites, Limit::kAtMost, 0.02),
                    ShareOf("found", tally.found, tally.suites), RunsUsed(tally)};
          }};
}

// The error spent at the band's edge is all of it: 5 % over three looks.
Cell AtTheEdge(std::string name, std::string title, double band, long few) {
  return {name, std::move(title), few, few < kFewShown ? kManyShown : 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const SuiteTally tally = SimulateBesideABase(name, {}, band, band, seed, n);
            return {ShareOf("convicted", tally.found, tally.suites, Limit::kAtMost, 0.05), RunsUsed(tally)};
          }};
}

struct StoredCircumstances {
  std::size_t sessions = 3;
  double true_spread = 0.03;
  double assumed_spread = 0.03;
  RunNoise run;
  SessionNoise Noise() const {
    SessionNoise noise;
    noise.session_spread = true_spread;
    noise.assumed_spread = assumed_spread;
    noise.run = run;
    return noise;
  }
};

// Three figures for one set of circumstances; `limited` where the session spread is what the target states.
Cell StoredCell(std::string name, std::string title, StoredCircumstances at, bool limited, long few) {
  const auto limit = [limited](Limit kept) { return limited ? kept : Limit::kShown; };
  return {name, std::move(title), few, few < kFewShown ? kManyShown : 20'000,
          [=](std::uint64_t seed, long n) -> std::vector<Figure> {
            const SuiteTally clean = SimulateStored(name + " clean", at.Noise(), at.sessions, 0, seed, n);
            const SuiteTally twenty = SimulateStored(name + " 20", at.Noise(), at.sessions, 0.20, seed, n);
            const SuiteTally ten = SimulateStored(name + " 10", at.Noise(), at.sessions, 0.10, seed, n);
            const SuiteTally edge = SimulateStored(name + " 5", at.Noise(), at.sessions, 0.05, seed, n);
            return {ShareOf("clean suites red", clean.red, n, limit(Limit::kAtMost), 0.02),
                    ShareOf("+20 % of one metric found", twenty.found, n, limit(Limit::kAtLeast), 0.85),
                    ShareOf("+10 % of one metric called pass", ten.passed, n, limit(Limit::kAtMost), 0.05),
                    ShareOf("+10 % of one metric found", ten.found, n),
                    ShareOf("+5 % of one metric, the band's edge: convicted", edge.found, n)};
          }};
}

RunNoise WithSlowRuns(double share) {
  RunNoise noise;
  noise.slow_share = share;
  return noise;
}

RunNoise Walking() {
  RunNoise noise;
  noise.walk = true;
  return noise;
}

RunNoise WithSpread(double spread) {
  RunNoise noise;
  noise.spread = spread;
  return noise;
}

RunNoise Quiet() {
  RunNoise noise;
  noise.spread = 0.01;
  noise.slow_share = 0;
  noise.drift = 0;
  return noise;
}

RunNoise Independent() {
  RunNoise noise;
  noise.correlation = 0;
  return noise;
}

}  // namespace

std::vector<Cell> InterleavedCells() {
  constexpr Limit kShown = Limit::kShown;
  constexpr Limit kAtMost = Limit::kAtMost;
  constexpr Limit kAtLeast = Limit::kAtLeast;
  return {
      Clean("CleanBand3", "nothing changed, band 3 %", {}, 0.03, 3000, kAtMost, kAtMost),
      Found("TenPercentBand3", "+10 % of one metric, band 3 %", {}, 0.03, 0.10, 1500, kAtLeast, kAtMost),
      CalledPass("FivePercentBand3", "+5 % of one metric, band 3 %", 0.03, 0.05, 1000),
      Found("TwelvePercentBand5", "+12 % of one metric, band 5 %", {}, 0.05, 0.12, 1500, kAtLeast, kShown),
      AtTheEdge("EdgeBand5", "+5 % of one metric, band 5 %", 0.05, 1000),
      Clean("CleanBand5", "nothing changed, band 5 %", {}, 0.05, 500, kAtMost, kShown),
      Clean("CleanIndependent", "nothing changed, band 3 %, metrics independent", Independent(), 0.03, 300, kShown,
            kShown),
      Clean("CleanWalk", "nothing changed, band 3 %, drift a random walk", Walking(), 0.03, 300, kShown, kShown),
      Clean("CleanTwiceTheSpread", "nothing changed, band 3 %, run spread 4 %", WithSpread(0.04), 0.03, 300, kShown,
            kShown),
      Found("TenPercentTwiceTheSpread", "+10 % of one metric, band 3 %, run spread 4 %", WithSpread(0.04), 0.03, 0.10,
            300, kShown, kShown),
      Clean("CleanManySlowRuns", "nothing changed, band 3 %, 20 % of runs slow by 10 %", WithSlowRuns(0.2), 0.03, 300,
            kShown, kShown),
      Found("TenPercentManySlowRuns", "+10 % of one metric, band 3 %, 20 % of runs slow by 10 %", WithSlowRuns(0.2),
            0.03, 0.10, 300, kShown, kShown),
  };
}

std::vector<Cell> StoredCells() {
  const RunNoise usual;
  return {
      StoredCell("ThreeSessionsQuiet", "3 sessions, spread 3 % as stated, runs 1 % without drift or slow ones",
                 {3, 0.03, 0.03, Quiet()}, true, 1000),
      StoredCell("FiveSessions", "5 sessions, spread 3 % as stated", {5, 0.03, 0.03, usual}, true, 2000),
      StoredCell("ThreeSessions", "3 sessions, spread 3 % as stated", {3, 0.03, 0.03, usual}, true, 2000),
      StoredCell("OneSession", "1 session, spread 3 % as stated", {1, 0.03, 0.03, usual}, false, 300),
      StoredCell("ThreeSessionsTwiceTheSpread", "3 sessions, true spread 6 %, stated 3 %", {3, 0.06, 0.03, usual},
                 false, 300),
      StoredCell("EightSessionsTwiceTheSpread", "8 sessions, true spread 6 %, stated 3 %", {8, 0.06, 0.03, usual},
                 false, 300),
      StoredCell("OneSessionTwiceTheSpread", "1 session, true spread 6 %, stated 3 %", {1, 0.06, 0.03, usual}, false,
                 300),
  };
}

}  // namespace inferproof
