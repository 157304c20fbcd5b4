#include "harness/cli/exit_code.h"

namespace inferproof {

int ExitCodeFor(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kConfig:
    case ErrorCode::kUnauthorized:
    case ErrorCode::kUnknownModel:
      return kExitUsage;
    case ErrorCode::kIncomparable:
      return kExitIncomparable;
    case ErrorCode::kInterrupted:
      return kExitInterrupted;
    case ErrorCode::kIo:
    case ErrorCode::kUnreachable:
    case ErrorCode::kInvalid:
    case ErrorCode::kInternal:
      return kExitNotMeasured;
  }
  return kExitNotMeasured;
}

}  // namespace inferproof
