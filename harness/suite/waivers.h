#pragma once

#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"
#include "harness/suite/case.h"
#include "harness/suite/suite.h"

namespace inferproof {

// The suite's `waivers`, each for a metric of one of `scenarios` (or of all), or for a quality case.
Result<std::vector<Waiver>> ReadWaivers(ObjectReader& suite, const std::vector<Scenario>& scenarios);

// kConfig for the first waiver whose last day lies before `today` ("2026-01-31", what follows is ignored), and for one
// that names a case tagged critical. `cases` are those of the suite.
Status CheckWaivers(const Suite& suite, const std::vector<QualityCase>& cases, std::string_view today);

}  // namespace inferproof
