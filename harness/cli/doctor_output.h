#pragma once

#include <string>
#include <vector>

#include "harness/cli/doctor_opponent.h"
#include "harness/doctor/check_gates.h"
#include "harness/json/document.h"

namespace inferproof {

// For people: a table of what can fail and what was planted, the gates that say nothing, and the live gates.
std::string RenderDoctor(const GateReport& report, const std::vector<LiveGate>& live);

// inferproof.doctor/1.
Json DoctorToJson(const GateReport& report, const std::vector<LiveGate>& live, const std::string& suite,
                  std::uint64_t seed);

}  // namespace inferproof
