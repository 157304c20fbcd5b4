#pragma once

#include "harness/base/result.h"

namespace inferproof {

inline constexpr int kExitPass = 0;
inline constexpr int kExitRegressed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitNotMeasured = 3;
inline constexpr int kExitIncomparable = 4;
inline constexpr int kExitInterrupted = 130;

int ExitCodeFor(ErrorCode code);

}  // namespace inferproof
