#include <algorithm>
#include <cmath>

#include "harness/gate/compare.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

bool AllPositive(const Sample& sample) {
  return std::all_of(sample.sessions.begin(), sample.sessions.end(), [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
  });
}

// Beyond e^700 a ratio is no longer a double; what is compared then is nonsense, but it must not become infinity.
constexpr double kLargestLog = 700;

}  // namespace

Scale Scale::For(const std::string& unit, const Sample& base, const Sample& candidate) {
  return {unit != "ratio" && AllPositive(base) && AllPositive(candidate)};
}

double Scale::Into(double value) const { return relative ? std::log(value) : value; }

Sample Scale::Into(const Sample& sample) const {
  Sample scaled = sample;
  for (std::vector<double>& session : scaled.sessions) {
    for (double& value : session) value = Into(value);
  }
  return scaled;
}

double Scale::ChangeForPeople(double change) const {
  return relative ? std::expm1(std::clamp(change, -kLargestLog, kLargestLog)) : change;
}

double Scale::ValueForPeople(double mean) const {
  return relative ? std::exp(std::clamp(mean, -kLargestLog, kLargestLog)) : mean;
}

Estimate ForPeople(const Scale& scale, Estimate estimate) {
  if (scale.relative) estimate.standard_error *= scale.ValueForPeople(estimate.value);
  estimate.value = scale.ChangeForPeople(estimate.value);
  estimate.lo = scale.ChangeForPeople(estimate.lo);
  estimate.hi = scale.ChangeForPeople(estimate.hi);
  return estimate;
}

double WidestBand(const Scale& scale, const Band& band, double mean) {
  const double size = std::abs(mean);
  if (!scale.relative) return std::max(band.absolute, band.relative * size);
  return std::max(band.relative, size > 0 ? band.absolute / size : 0);
}

double BaseMean(const Scale& scale, const Sample& base) {
  std::vector<double> means;
  for (const std::vector<double>& session : scale.Into(base).sessions) means.push_back(Mean(session));
  return scale.ValueForPeople(Mean(means));
}

std::optional<double> MeanToShow(const std::string& unit, const Sample& sample) {
  if (sample.empty()) return std::nullopt;
  const double mean = BaseMean(Scale::For(unit, sample, sample), sample);
  if (!std::isfinite(mean)) return std::nullopt;
  return mean;
}

}  // namespace inferproof
