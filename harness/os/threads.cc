#include "harness/os/threads.h"

#include <thread>

namespace inferproof {

void RunAtOnce(const std::vector<std::function<void()>>& tasks) {
  std::vector<std::thread> threads;
  threads.reserve(tasks.size());
  for (const std::function<void()>& task : tasks) threads.emplace_back(task);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace inferproof
