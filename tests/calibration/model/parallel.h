#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "harness/base/random.h"

namespace inferproof {

// Runs `one(random, i)` for i in 0..n-1 and adds up what it returns. Every i has a stream of its own, so the sum does
// not depend on the number of threads, and a longer run begins with the shorter one's.
template <typename Tally, typename One>
Tally SumOver(std::uint64_t seed, std::string_view cell, long n, const One& make_worker) {
  const std::uint64_t first = DeriveSeed(seed, cell);
  const long workers = std::clamp<long>(std::thread::hardware_concurrency(), 1, std::max(1L, n / 500));
  std::vector<Tally> tallies(static_cast<std::size_t>(workers));
  std::vector<std::thread> threads;
  for (long worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      auto one = make_worker();
      Tally& tally = tallies[static_cast<std::size_t>(worker)];
      for (long i = worker; i < n; i += workers) {
        Random random(first + static_cast<std::uint64_t>(i));
        one(random, i, tally);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Tally all;
  for (const Tally& tally : tallies) all += tally;
  return all;
}

}  // namespace inferproof
