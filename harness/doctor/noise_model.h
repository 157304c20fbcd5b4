#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/base/random.h"
#include "harness/doctor/recorded.h"

namespace inferproof {

// The values of one run of one scenario, and those of the runs of a session by scenario (in the order of Recorded).
using DrawnRun = std::map<std::string, MetricValue>;
using DrawnSession = std::vector<std::vector<DrawnRun>>;

// How the recorded runs vary. A new run is a recorded one chosen at random with its deviations from its own session, so
// that what moves together in a run still does; on top comes the session's luck, one draw for all metrics, as large as
// docs/gate.md, rule 6 takes it to be. Counters, shares and values of 0 or below are taken from the run as they are.
class NoiseModel {
 public:
  // `session_spread`: s0 of rule 6.
  NoiseModel(const Recorded& recorded, double session_spread);

  DrawnSession Draw(Random& random, int runs) const;

  // Of one metric that varies: the middle of the sessions' means, and the two spreads on logs; nullptr for the others.
  struct Spread {
    double center = 0;
    double run = 0;
    double session = 0;
    bool higher_is_better = false;
  };
  const Spread* SpreadOf(const std::string& scenario, const std::string& metric) const;

 private:
  struct Scenario {
    std::string name;
    std::map<std::string, Spread> spreads;
    std::vector<DrawnRun> runs;                             // as recorded
    std::vector<std::map<std::string, double>> deviations;  // of each, on logs
  };
  static Scenario Fit(const RecordedScenario& recorded, std::size_t sessions, double session_spread);

  std::vector<Scenario> scenarios_;
};

}  // namespace inferproof
