#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/random.h"

namespace inferproof {

// How the run values of one metric vary, on the log scale: each call draws the next `runs` values of one series.
struct Noise {
  std::string name;
  double mean = 0;  // of the marginal distribution: what the truth of a difference is measured from
  std::function<std::vector<double>(Random&, std::size_t runs)> series;
};

Noise NormalNoise(double spread);
// Run values whose excess over a floor is lognormal: skewed to the slow side, as latencies are.
Noise LognormalNoise(double mean_excess, double shape);
// `share` of the runs are slower by `by`.
Noise ContaminatedNoise(double spread, double share, double by);

// Noise with the marginal distribution of a measured series, by its quantiles at 0, 0.1, 1, 5, 10, 25, 50, 75, 90, 95,
// 99, 99.9 and 100 % (logarithms, less the median), narrowed by `own` where a part of its variance is the level that
// neighbours share, with neighbours correlated by `lag`, and with the level itself (normal, `level_spread`), of which a
// new one begins after `step_share` of the runs.
struct Fitted {
  std::string name;
  std::array<double, 13> quantiles{};
  double lag = 0;
  double own = 1;
  double step_share = 0;
  double level_spread = 0;
};
Noise FittedNoise(const Fitted& fitted);

// Fitted to public A/A series, one each (figures and sources in noise.cc).
const Fitted& PgbenchFreshMachines();
const Fitted& RedisFreshMachines();
const Fitted& RedisSameMachine();
const Fitted& HostedRunner();

}  // namespace inferproof
