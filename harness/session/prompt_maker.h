#pragma once

#include "harness/session/measured_side.h"
#include "harness/workload/synthetic.h"

namespace inferproof {

// Asks `server` how many tokens a text has. No counter where it does not offer that: another answer than a count to the
// first question. The error is for a server that does not answer.
Result<TokenCounter> TokenizerOf(World& world, Transport& transport, const MeasuredSide& side,
                                 const RunningTarget& server);

// Makes the synthetic prompts of `plan` by the tokeniser of the first server that is up, and the requests of both sides
// anew, so that both are sent equal bytes; `result` says what was made.
Status MakePrompts(World& world, Transport& transport, const MeasuredSide& side, const RunningTarget& server,
                   SessionPlan& plan, ResultFile& result);

}  // namespace inferproof
