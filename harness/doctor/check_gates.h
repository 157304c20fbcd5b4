#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/doctor/judged.h"
#include "harness/doctor/recorded.h"
#include "harness/stats/interval.h"

namespace inferproof {

// How often something happened, with its 95 % interval (Clopper-Pearson).
struct Rate {
  int hits = 0;
  int trials = 0;

  double share() const { return trials > 0 ? static_cast<double>(hits) / trials : 0; }
  Bounds bounds() const { return ClopperPearson(hits, trials, 0.025); }
  void Count(bool hit) {
    hits += hit ? 1 : 0;
    ++trials;
  }
};

struct CaughtDose {
  std::string what;
  Rate caught;
};

// One thing that ought to be able to fail the gate.
struct GateCheck {
  std::string scenario;            // empty for quality cases
  std::string subject;             // "ttft_ms.p50", "finish reasons", "quality cases"
  std::string role;                // "gate", "equal"
  std::optional<double> band;      // as people read it; nothing where there is none
  Rate false_alarms;               // red with nothing planted
  std::vector<CaughtDose> doses;   // by rising size
  std::optional<std::string> why;  // it cannot fail, or says nothing; and
  std::string advice;              // what to do then
};

struct GateReport {
  std::string source;  // where the recorded runs come from
  std::size_t recorded_runs = 0;
  std::size_t sessions = 0;
  bool with_base = false;
  Rate false_alarms;        // of the whole verdict, with nothing planted
  double typical_runs = 0;  // a side: the median of the clean gates
  int judged = 0;           // gates judged in all
  std::vector<GateCheck> checks;

  bool sound() const;  // no check has a `why`
};

struct CheckOptions {
  int clean = 2000;    // gates with nothing planted
  int planted = 1000;  // gates a dose of a speed metric
  int work = 50;       // gates a dose of everything that hardly varies
  std::uint64_t seed = 1;
  std::function<bool()> interrupted;
};

// Plants slow-downs, different work, failures and wrong answers into gates made of recorded runs, and counts which the
// referee finds. Pure: equal inputs give equal reports. Interrupted, it answers what it has.
GateReport CheckGates(const Suite& suite, const Recorded& recorded, const GateShape& shape, const LookPlan& looks,
                      const Referee& referee, const CheckOptions& options);

}  // namespace inferproof
