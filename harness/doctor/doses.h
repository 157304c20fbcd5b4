#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/doctor/noise_model.h"
#include "harness/doctor/plant.h"
#include "harness/gate/gate.h"

namespace inferproof {

// One thing to plant and what it is called.
struct Dose {
  std::string what;  // "+10.0 %", "3 failed requests a run"
  Plant plant;
};

// Slow-downs by rising size: the band's edge, twice the band, `fails_from` (as the gate promises it; a change as people
// read it), and a doubling, which is always the last one. Larger ones than a doubling are left out: a gate that sees
// only those is none.
std::vector<Dose> SlowDowns(const std::string& scenario, const std::string& metric, double band, bool higher_is_better,
                            std::optional<double> fails_from);

// The same for what has no ratio (shares, values of 0 or below): differences in the bad direction, up to `whole`.
std::vector<Dose> Differences(const std::string& scenario, const std::string& metric, double band, double whole,
                              bool higher_is_better);

// More prompt tokens, fewer output tokens, other finish reasons: what must be caught as different work.
std::vector<Dose> WorkDrifts(const std::string& scenario, const std::string& metric, double value);
std::vector<Dose> FinishDrifts(const std::string& scenario, std::int64_t requests);
// From one failed request to all of them.
std::vector<Dose> FailureDoses(const std::string& scenario, std::int64_t requests);

}  // namespace inferproof
