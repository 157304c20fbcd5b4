#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/random.h"
#include "harness/gate/gate.h"

namespace inferproof {

// Whole suites through the production Judge: two scenarios of five gate metrics each, two of the ten metrics better
// when higher in either scenario. A value here is the logarithm of how much slower a run was.
inline constexpr std::size_t kScenarios = 2;
inline constexpr std::size_t kMetricsEach = 5;
inline constexpr std::size_t kMetrics = kScenarios * kMetricsEach;
using RunValuesOfAll = std::array<double, kMetrics>;

// How the runs of one session vary.
struct RunNoise {
  double spread = 0.02;
  double correlation = 0.5;  // between the metrics of one run
  double slow_share = 0.02;  // of the runs are slow as a whole ...
  double slow_by = 0.10;     // ... by so much
  double drift = 0.02;       // of the machine from the first run of the session to the last one planned
  bool walk = false;         // drift by a random walk of that spread instead of a straight line
};

struct Planted {
  double change = 0;              // +0.10: the candidate is 10 % slower
  std::optional<std::size_t> in;  // one of the ten metrics; nothing: all of them
};

// A ResultFile whose run values are filled in again and again.
class RefilledResult {
 public:
  // Runs of either side in each scenario; no base runs without `base`.
  RefilledResult(std::array<int, kScenarios> runs, bool base);
  RefilledResult(RefilledResult&&) = default;  // the values stay where they are
  RefilledResult(const RefilledResult&) = delete;

  void Set(const char* side, std::size_t metric, std::size_t run, double slower);
  const ResultFile& file() const { return file_; }
  ResultFile& file() { return file_; }

 private:
  ResultFile file_;
  std::map<std::pair<std::string, std::size_t>, std::vector<double*>> slots_;  // side and metric: a value a run
};

Suite TenMetricSuite(double band);
// The verdict's word on one of the ten metrics.
const MetricVerdict& VerdictOn(const Verdict& verdict, std::size_t metric);

// Base and candidate interleaved ABBA BAAB, judged look by look with the stop rules of docs/gate.md, rule 4.
struct InterleavedOutcome {
  Verdict verdict;
  int runs = 0;                                         // a side, of the scenario that ran most
  std::vector<std::vector<RunValuesOfAll>> base_first;  // all runs drawn: base, then candidate
};
class InterleavedGate {
 public:
  InterleavedGate(RunNoise noise, double band, LookPlan looks = StandardLooks());
  InterleavedOutcome Run(Random& random, const Planted& planted);

 private:
  RefilledResult& ResultFor(std::array<int, kScenarios> runs);
  std::vector<std::vector<RunValuesOfAll>> Draw(Random& random, const Planted& planted) const;

  RunNoise noise_;
  Suite suite_;
  GateOptions options_;
  std::map<std::array<int, kScenarios>, RefilledResult> results_;
};

// Six candidate runs of a new session against a stored baseline of `sessions` sessions of six.
struct SessionNoise {
  double session_spread = 0.03;  // the true one
  double assumed_spread = 0.03;  // what the target states
  double session_correlation = 0.5;
  RunNoise run;
};
class StoredGate {
 public:
  StoredGate(SessionNoise noise, std::size_t sessions, double band);
  Verdict Run(Random& random, const Planted& planted);

 private:
  std::vector<RunValuesOfAll> DrawSession(Random& random) const;

  SessionNoise noise_;
  Suite suite_;
  GateOptions options_;
  RefilledResult candidate_;
  std::optional<Baseline> baseline_;
};

}  // namespace inferproof
