#pragma once

#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

// How far the accepted values of the gating metrics among `judged` have moved from their anchors (docs/gate.md, rule
// 15): one "drift.<metric>" for each that has moved at all. It gates beyond twice the band, else it watches.
std::vector<MetricVerdict> FindDrift(const GateInput& input, const Sides& sides,
                                     const std::vector<MetricVerdict>& judged);

bool IsDrift(const MetricVerdict& verdict);

}  // namespace inferproof
