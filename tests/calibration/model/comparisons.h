#pragma once

#include <span>
#include <vector>

#include "harness/gate/looks.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// One gate metric (a latency: lower is better) beside a base, through the production CompareMetric. Values are
// logarithms of how slow each run was.
class OneMetric {
 public:
  OneMetric(double band, LookPlan looks) : band_(band), looks_(std::move(looks)) {}

  MetricVerdict Compare(std::span<const double> base, std::span<const double> candidate) const;

  // The same look by look with the production stop rules; both sides hold the runs of the last look. `runs` tells where
  // it ended.
  MetricVerdict Decide(std::span<const double> base, std::span<const double> candidate, std::size_t* runs) const;

 private:
  double band_ = 0;
  LookPlan looks_;
};

}  // namespace inferproof
