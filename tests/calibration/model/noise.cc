#include "tests/calibration/model/noise.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace inferproof {
namespace {

// Standard normal quantiles of the levels of Fitted::quantiles; the smallest and the largest of some 10,000 values
// stand for the levels 0 and 1.
constexpr std::array<double, 13> kNormal = {-3.719, -3.090, -2.326, -1.645, -1.282, -0.674, 0,
                                            0.674,  1.282,  1.645,  2.326,  3.090,  3.719};

using Draw = std::function<double(Random&)>;

Noise Independent(std::string name, double mean, Draw draw) {
  return {std::move(name), mean, [draw = std::move(draw)](Random& random, std::size_t runs) {
            std::vector<double> values(runs);
            for (double& value : values) value = draw(random);
            return values;
          }};
}

// The fitted quantile at the level of a standard normal value. Straight lines over the normal scale: over the level
// itself they would make the long tails too heavy.
double ValueAt(const std::array<double, 13>& quantiles, double normal) {
  const double z = std::clamp(normal, kNormal.front(), kNormal.back());
  const auto above = std::upper_bound(kNormal.begin() + 1, kNormal.end() - 1, z);
  const auto i = static_cast<std::size_t>(above - kNormal.begin());
  const double share = (z - kNormal[i - 1]) / (kNormal[i] - kNormal[i - 1]);
  return quantiles[i - 1] + share * (quantiles[i] - quantiles[i - 1]);
}

// The mean of `value(Z)` for a standard normal Z, by Simpson's rule from -8 to 8.
double MeanOver(const std::function<double(double)>& value) {
  constexpr int kSteps = 2000;
  constexpr double kEnd = 8;
  const double step = 2 * kEnd / kSteps;
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double z = -kEnd + i * step;
    const double weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::exp(-z * z / 2) * value(z);
  }
  return sum * step / 3 / std::sqrt(2 * std::acos(-1.0));
}

}  // namespace

Noise NormalNoise(double spread) {
  return Independent("normal", 0, [spread](Random& random) { return spread * random.Normal(); });
}

Noise LognormalNoise(double mean_excess, double shape) {
  const auto value = [=](double z) { return std::log1p(mean_excess * std::exp(shape * z - shape * shape / 2)); };
  return Independent("lognormal", MeanOver(value), [value](Random& random) { return value(random.Normal()); });
}

Noise ContaminatedNoise(double spread, double share, double by) {
  return Independent("contaminated", share * std::log1p(by), [=](Random& random) {
    return spread * random.Normal() + (random.Unit() < share ? std::log1p(by) : 0.0);
  });
}

Noise FittedNoise(const Fitted& fitted) {
  const double mean = fitted.own * MeanOver([&](double z) { return ValueAt(fitted.quantiles, z); });
  return {fitted.name, mean, [fitted](Random& random, std::size_t runs) {
            std::vector<double> values(runs);
            double z = random.Normal();
            double level = fitted.level_spread * random.Normal();
            for (double& value : values) {
              value = level + fitted.own * ValueAt(fitted.quantiles, z);
              z = fitted.lag * z + std::sqrt(1 - fitted.lag * fitted.lag) * random.Normal();
              if (random.Unit() < fitted.step_share) level = fitted.level_spread * random.Normal();
            }
            return values;
          }};
}

// PostgreSQL read-only latency, a fresh D8s_v5 machine a value: spread 2.5 %, skewness 1.9, kurtosis 14.6; correlated
// by 0.08 with the next value and still by 0.05 with the fiftieth, so 7 % of the variance is a level that lasts some
// 100 values. 10,630 values of Azure/AzurePublicDataset at b469a113, vm-noise-data (CC-BY-4.0); Freischuetz et al.,
// "TUNA: Tuning Unstable and Noisy Cloud Applications", EuroSys 2025.
const Fitted& PgbenchFreshMachines() {
  static const Fitted kFitted = {
      "pgbench, fresh machines",
      {-.0559, -.0445, -.0332, -.0220, -.0220, -.0109, 0, .0215, .0321, .0529, .0834, .1877, .3224},
      0,
      .964,
      1.0 / 100,
      .0066};
  return kFitted;
}

// Redis GET throughput of the same data set, turned so that larger is slower: spread 8.7 %, no correlation. 10,628
// values.
const Fitted& RedisFreshMachines() {
  static const Fitted kFitted = {
      "Redis, fresh machines",
      {-.1859, -.1779, -.1557, -.1401, -.1247, -.0915, 0, .0553, .0994, .1235, .1619, .2385, .6859}};
  return kFitted;
}

// The same on one machine kept (the first of three): spread 4.2 %, neighbours correlated by 0.04. 7,385 values.
const Fitted& RedisSameMachine() {
  static const Fitted kFitted = {
      "Redis, one machine",
      {-.2388, -.0832, -.0677, -.0508, -.0446, -.0277, 0, .0332, .0662, .0840, .1143, .1652, .1895},
      .04};
  return kFitted;
}

// A benchmark that never changes on GitHub-hosted runners (C++, fib_20, 205 runs of 2019 to 2026): around the mean of
// its eleven neighbours a value varies by 7.7 % (the quantiles here), and that mean itself steps as images, machines
// and tool chains change: 14.4 % in all with neighbours correlated by 0.71 leaves 12.1 % for the level, and a
// correlation of 0.41 at a distance of 20 and 0.11 at 50 a step about every 30 runs.
// benchmark-action/github-action-benchmark at 28787ca0, gh-pages (MIT).
const Fitted& HostedRunner() {
  static const Fitted kFitted = {
      "hosted runner",
      {-.2481, -.2481, -.2205, -.1533, -.0857, -.0406, -.0024, .0495, .0940, .1257, .1529, .1924, .1924},
      0,
      1,
      1.0 / 30,
      .121};
  return kFitted;
}

}  // namespace inferproof
