#pragma once

#include <optional>
#include <string>

#include "harness/record/record.h"
#include "harness/workload/plan.h"

namespace inferproof {

// What is odd about the prompt tokens that a server counted, held against the recorded ones; nothing when all is well.
// A chat template and a nonce add equally many tokens to every prompt, so all measured requests differ from their
// record by one number, and never by less than nothing.
std::optional<std::string> PromptLengthProblem(const RequestPlan& plan, const RunLog& log);

}  // namespace inferproof
