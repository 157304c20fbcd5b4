#pragma once

#include <functional>

#include "harness/cli/real_world.h"

namespace inferproof {

// Opens the real world, runs `command` in it, prints its error, and answers the exit code.
int WithWorld(const std::function<Result<int>(RealWorld&)>& command,
              const std::function<void(RealWorld&, const Error&)>& on_error = {});

}  // namespace inferproof
