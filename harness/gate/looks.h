#pragma once

#include <string>
#include <vector>

#include "harness/gate/verdict.h"
#include "harness/result/result_file.h"

namespace inferproof {

// A moment at which an interleaved comparison is judged, and the one-sided error that it may spend.
struct Look {
  int runs = 0;  // a side
  double alpha = 0;
};

// The looks of one comparison, by rising number of runs (docs/gate.md, rule 4).
struct LookPlan {
  std::vector<Look> looks;

  // The error to judge `runs` a side with: of the first look that has at least so many, else of the last one.
  double AlphaFor(int runs) const;
  // Whether `runs` a side are a look, or more than the last one has.
  bool Judges(int runs) const;
};
LookPlan StandardLooks();      // 4, 6 and 8 runs a side with 0.015, 0.015 and 0.02: 0.05 in all
LookPlan FixedRuns(int runs);  // one look with all of 0.05

// The looks that a result was planned with: one fixed number of runs, else the standard ones.
LookPlan LooksOf(const ResultFile& result);

// What to do after a look.
struct LookDecision {
  std::vector<std::string> again;  // the scenarios to run again; empty: stop
  std::string why;                 // one line for people: "a gate metric is convicted", "2 scenarios are undecided"
};
// The stop rules of docs/gate.md, rule 4: stops when a gate metric is convicted, when all are decided, and when the
// estimate of every undecided one lies inside half its band, unless `decide` says to go on.
LookDecision AfterLook(const Verdict& verdict, bool decide);

}  // namespace inferproof
