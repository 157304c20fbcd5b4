#pragma once

#include <optional>
#include <string>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"
#include "harness/stats/interval.h"

namespace inferproof {

inline constexpr double kLeastSpread = 0.001;  // 0.1 %: no clock and no machine is steadier

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

// An interval on `scale` as people read it.
Estimate ForPeople(const Scale& scale, Estimate estimate);
// A band as people read it: the wider of its relative part and its absolute one, as a share of `mean` where the scale
// is relative.
double WidestBand(const Scale& scale, const Band& band, double mean);

// The mean of the sessions' means on `scale`, in the metric's own unit.
double BaseMean(const Scale& scale, const Sample& base);
// The same for one side alone, to be shown; nothing when there are no values or their sum is no number.
std::optional<double> MeanToShow(const std::string& unit, const Sample& sample);

// s0 and d0 of docs/gate.md, rule 6, on logs.
StoredPrior PriorOf(const GateInput& input);

// Decides one metric by its interval (docs/gate.md, rules 2, 3 and 6). `verdict` comes with its names, rule and role;
// both samples are non-empty and finite. `band` is the rule's.
void CompareMetric(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                   MetricVerdict& verdict);

// Decides a work counter: a difference either way beyond the band means different work. The session has no part in it:
// what was generated does not depend on the machine's luck.
void CompareWork(const GateInput& input, const Band& band, const Sample& base, const Sample& candidate,
                 MetricVerdict& verdict);

}  // namespace inferproof
