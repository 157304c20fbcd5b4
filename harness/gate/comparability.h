#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/gate/sides.h"

namespace inferproof {

// Whether the two sides may be held against each other at all (docs/gate.md, rule 12).
struct Comparability {
  std::vector<FieldDifference> differences;    // why nothing of this result is compared, else why no answer is
  std::optional<std::string> why_not;          // of the measurements
  std::optional<std::string> why_not_answers;  // of the quality cases
  std::vector<std::string> notes;              // what differs and may, in words
};
Comparability CompareSides(const GateInput& input);

}  // namespace inferproof
