#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/doctor/specimen.h"
#include "harness/gate/gate.h"

namespace inferproof {

// Who judges: the gate's own functions, or a test's.
struct Referee {
  std::function<Verdict(const Suite&, const ResultFile&, const std::optional<Baseline>&, const GateOptions&)> judge;
  std::function<LookDecision(const Verdict&)> after_look;  // asked beside a base alone
};

struct Judged {
  Verdict verdict;
  int runs = 0;  // a side, of the scenario that was run most
};

// Judges one planted gate as it would be measured: against a stored baseline once, beside a base look by look, where
// only the scenarios that the decision names are run again.
Judged JudgeSpecimen(const Referee& referee, const Suite& suite, const Specimen& specimen, const GateShape& shape,
                     const LookPlan& looks);

// Exit code 1: a regression, or something missing.
bool IsRed(VerdictWord word);

// nullptr when the verdict does not speak of it.
const MetricVerdict* VerdictOn(const Verdict& verdict, const std::string& scenario, const std::string& metric);

}  // namespace inferproof
