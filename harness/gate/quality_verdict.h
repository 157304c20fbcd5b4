#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/sides.h"
#include "harness/gate/verdict.h"

namespace inferproof {

struct QualityVerdict {
  VerdictWord word = VerdictWord::kNew;
  std::vector<CaseVerdict> cases;
  std::string summary;      // "14 of 15 pass, 1 regressed"
  std::string for_metrics;  // "pass", "regressed (2 of 15)", "not run"
};

// Judges each case against its class in the baseline (docs/gate.md, rule 11). `incomparable` says why answers may not
// be compared, if so.
QualityVerdict JudgeQuality(const GateInput& input, const std::optional<std::string>& incomparable);

}  // namespace inferproof
