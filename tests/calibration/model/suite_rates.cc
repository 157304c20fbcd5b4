#include "tests/calibration/model/suite_rates.h"

#include "tests/calibration/model/parallel.h"

namespace inferproof {
namespace {

void Count(const Verdict& verdict, std::size_t planted, bool is_planted, SuiteTally& tally) {
  ++tally.suites;
  tally.red += verdict.word == VerdictWord::kRegressed;
  tally.all_passed += verdict.word == VerdictWord::kPass;
  for (std::size_t metric = 0; metric < kMetrics; ++metric) {
    const VerdictWord word = VerdictOn(verdict, metric).word;
    if (is_planted && metric == planted) {
      tally.found += word == VerdictWord::kRegressed;
      tally.passed += word == VerdictWord::kPass;
    } else {
      tally.other_red += word == VerdictWord::kRegressed;
    }
  }
}

Planted PlantedIn(double change, long i) { return {change, static_cast<std::size_t>(i) % kMetrics}; }

}  // namespace

SuiteTally SimulateBesideABase(const std::string& cell, const RunNoise& noise, double band, double change,
                               std::uint64_t seed, long n) {
  return SumOver<SuiteTally>(seed, cell, n, [=] {
    return [gate = InterleavedGate(noise, band), change](Random& random, long i, SuiteTally& tally) mutable {
      const Planted planted = PlantedIn(change, i);
      const InterleavedOutcome outcome = gate.Run(random, planted);
      Count(outcome.verdict, *planted.in, change != 0, tally);
      tally.runs += outcome.runs;
    };
  });
}

SuiteTally SimulateStored(const std::string& cell, const SessionNoise& noise, std::size_t sessions, double change,
                          std::uint64_t seed, long n) {
  constexpr double kBand = 0.05;
  return SumOver<SuiteTally>(seed, cell, n, [=] {
    return [gate = StoredGate(noise, sessions, kBand), change](Random& random, long i, SuiteTally& tally) mutable {
      const Planted planted = PlantedIn(change, i);
      Count(gate.Run(random, planted), *planted.in, change != 0, tally);
    };
  });
}

}  // namespace inferproof
