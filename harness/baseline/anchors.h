#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/suite/suite.h"

namespace inferproof {

// Makes an anchor for every metric that has none. Those of `old` stay as they are, unless new ones are asked for, or
// another suite version or metric definition measures something else: then they are listed as past.
void SetAnchors(const std::optional<Baseline>& old, const UpdateRequest& request, Baseline& baseline,
                std::vector<std::string>& notes);

// The band of a metric that gates; nothing for others.
using BandOf = std::function<std::optional<Band>(const std::string& scenario, const std::string& metric)>;

// One line for each metric that accepted changes have moved, in the bad direction, by more than its band.
std::vector<std::string> DriftBeyondBands(const Baseline& baseline, const BandOf& band_of);

}  // namespace inferproof
