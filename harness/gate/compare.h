#pragma once

#include <optional>
#include <string>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// Two samples ready to be compared: on logs where every value is positive and the metric is not a share, else as they
// are (docs/gate.md, rule 2).
struct Scale {
  bool relative = true;

  static Scale For(const std::string& unit, const Sample& base, const Sample& candidate);
  double Into(double value) const;
  Sample Into(const Sample& sample) const;
  // A change on this scale as people read it: +0.20 is 20 % more.
  double ChangeForPeople(double change) const;
  double ValueForPeople(double mean) const;
};

// The mean of the sessions' means on `scale`, in the metric's own unit.
double BaseMean(const Scale& scale, const Sample& base);
// The same for one side alone, to be shown; nothing when there are no values or their sum is no number.
std::optional<double> MeanToShow(const std::string& unit, const Sample& sample);

// Decides one metric by its interval (docs/gate.md, rules 2, 3 and 6). `verdict` comes with its names, rule and role;
// both samples are non-empty and finite. `band` is the rule's.
void CompareMetric(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                   MetricVerdict& verdict);

// Decides a work counter: a difference either way beyond the band means different work. The session has no part in it:
// what was generated does not depend on the machine's luck.
void CompareWork(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                 MetricVerdict& verdict);

}  // namespace inferproof
