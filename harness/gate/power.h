#pragma once

#include <string>

#include "harness/gate/compare.h"
#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"
#include "harness/stats/interval.h"

namespace inferproof {

// What a comparison is able to see: with the spread that it saw, and the error of its look.

// The slow-down on `scale`, larger is worse, that is convicted with 90 % probability; infinity when none is.
double ReliablySees(const GateInput& input, const Sample& base, const Sample& candidate, const Estimate& change,
                    double limit);

// What it would take to decide, for an inconclusive line; empty when that cannot be said.
std::string WhatWouldDecide(const GateInput& input, const Scale& scale, const Sample& base, const Sample& candidate,
                            double limit, const MetricVerdict& verdict);

}  // namespace inferproof
