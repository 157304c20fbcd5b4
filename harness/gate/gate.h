#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/looks.h"
#include "harness/gate/verdict.h"
#include "harness/result/result_file.h"
#include "harness/suite/suite.h"

namespace inferproof {

// The role and effective band of one metric in one scenario: the suite's rules over the defaults of docs/gate.md,
// rule 7.
struct EffectiveRule {
  Role role = Role::kWatch;
  Band band;
  std::string file;  // of the rule or scenario, for annotations
  int line = 0;
};
EffectiveRule RuleFor(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric);

struct GateOptions {
  std::vector<std::string> vary;     // fingerprint fields the comparison is about
  LookPlan looks = StandardLooks();  // beside a base; a result that was measured otherwise says so and that counts
  double alpha_stored = 0.015;
};

// The one verdict. Total over its inputs: validity first, then comparability, then the comparison; empty input is never
// a pass. `candidate` holds runs of side "candidate", and of side "base" when a base was measured beside it (then those
// decide alone and `baseline` serves anchors); else `baseline` decides; with neither the verdict is `new`.
Verdict Judge(const Suite& suite, const ResultFile& candidate, const std::optional<Baseline>& baseline,
              const GateOptions& options);

}  // namespace inferproof
