#pragma once

#include <vector>

#include "harness/json/object_reader.h"
#include "harness/suite/suite.h"

namespace inferproof {

// The suite's `gates`: rules over the default roles and bands, each for one of `scenarios` or for all.
Result<GatePolicy> ReadGates(ObjectReader& suite, const std::vector<Scenario>& scenarios);

}  // namespace inferproof
