#pragma once

#include <functional>
#include <vector>

namespace inferproof {

// Runs each task on a thread of its own and returns when all have ended.
void RunAtOnce(const std::vector<std::function<void()>>& tasks);

}  // namespace inferproof
