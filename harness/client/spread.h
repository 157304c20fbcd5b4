#pragma once

#include <cstdint>
#include <vector>

namespace inferproof {

// What a distribution says here; n == 0: nothing was seen, and the others mean nothing.
struct Spread {
  double p50 = 0;
  double p99 = 0;
  double max = 0;
  std::int64_t n = 0;
};
Spread SpreadOf(std::vector<double> values);

}  // namespace inferproof
