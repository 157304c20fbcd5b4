#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/number.h"
#include "harness/base/random.h"

namespace inferproof {

// The noise of one run on the log scale, around 0.
using Noise = std::function<double(Random&)>;

inline Noise NormalNoise(double spread) {
  return [spread](Random& random) { return spread * random.Normal(); };
}

// The logarithm of a run value that is itself lognormal around its floor: 1 + excess, excess with the given mean and
// shape. Skewed to the slow side, as latencies are.
inline Noise SkewedNoise(double mean_excess, double shape) {
  return [=](Random& random) {
    const double excess = mean_excess * std::exp(shape * random.Normal() - shape * shape / 2);
    return std::log1p(excess) - std::log1p(mean_excess);
  };
}

// `share` of the runs are slower by `by`.
inline Noise ContaminatedNoise(double spread, double share, double by) {
  return [=](Random& random) { return spread * random.Normal() + (random.Unit() < share ? std::log1p(by) : 0.0); };
}

inline std::vector<double> DrawRuns(Random& random, const Noise& noise, std::size_t runs, double shift = 0) {
  std::vector<double> values(runs);
  for (double& value : values) value = shift + noise(random);
  return values;
}

inline std::string Percent(double share) { return FormatFixed(share * 100, 2) + " %"; }

}  // namespace inferproof
