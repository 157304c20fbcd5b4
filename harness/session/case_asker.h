#pragma once

#include "harness/session/sender.h"

namespace inferproof {

// Asks `server` the quality cases, each as often as the session's options say, and grades the answers into `result`.
Status AskCases(const SessionPlan& plan, Sender& sender, MeasuredSide& side, RunningTarget& server, ResultFile& result);

}  // namespace inferproof
