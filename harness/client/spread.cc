#include "harness/client/spread.h"

#include <algorithm>

#include "harness/stats/summary.h"

namespace inferproof {

Spread SpreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {Quantile(values, 0.5), Quantile(values, 0.99), values.back(), static_cast<std::int64_t>(values.size())};
}

}  // namespace inferproof
