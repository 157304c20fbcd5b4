#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/refserver/answers.h"
#include "harness/refserver/request.h"

namespace inferproof {

struct Answer {
  std::vector<std::string> tokens;
  std::string finish_reason;  // "stop" or "length"

  std::string Text() const;
};

// What the engine says to `request`. `known` is what the answer table has for its question: said as it stands, then
// the answer stops (or goes on with seeded text under ignore_eos). Anything else gets seeded text, which has no end of
// its own, so the length of the answer is what was asked for. `wrong` is the fault of that name.
Answer MakeAnswer(const GenerationRequest& request, const std::optional<TableAnswer>& known, bool wrong);

}  // namespace inferproof
