#include "harness/doctor/doses.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr double kDoubling = 1.0;

std::string Signed(double difference) { return (difference > 0 ? "+" : "") + FormatShortest(difference); }

std::string OfRequests(std::int64_t count, std::int64_t requests) {
  return std::to_string(count) + " of " + std::to_string(requests) + " requests a run";
}

// 1, a tenth, a quarter, half and all of them.
std::set<std::int64_t> Shares(std::int64_t requests) {
  std::set<std::int64_t> counts;
  for (const std::int64_t share : {requests / 10, requests / 4, requests / 2, requests}) {
    counts.insert(std::max<std::int64_t>(1, share));
  }
  counts.insert(1);
  return counts;
}

}  // namespace

std::vector<Dose> SlowDowns(const std::string& scenario, const std::string& metric, double band, bool higher_is_better,
                            std::optional<double> fails_from) {
  std::set<double> slowdowns = {kDoubling};
  for (const double slowdown : {band, 2 * band}) {
    if (slowdown > 0 && slowdown < kDoubling) slowdowns.insert(slowdown);
  }
  if (fails_from) {
    const double slowdown = higher_is_better ? 1 / (1 + *fails_from) - 1 : *fails_from;
    if (slowdown > 0 && slowdown < kDoubling) slowdowns.insert(slowdown);
  }
  std::vector<Dose> doses;
  for (const double slowdown : slowdowns) {
    const double change = higher_is_better ? 1 / (1 + slowdown) - 1 : slowdown;
    doses.push_back({FormatPercent(change), SlowDown(scenario, metric, 1 + slowdown)});
  }
  return doses;
}

std::vector<Dose> Differences(const std::string& scenario, const std::string& metric, double band, double whole,
                              bool higher_is_better) {
  std::set<double> sizes = {whole};
  for (const double size : {band, 2 * band}) {
    if (size > 0 && size < whole) sizes.insert(size);
  }
  std::vector<Dose> doses;
  for (const double size : sizes) {
    const double difference = higher_is_better ? -size : size;
    doses.push_back({Signed(difference), Shift(scenario, metric, difference)});
  }
  return doses;
}

std::vector<Dose> WorkDrifts(const std::string& scenario, const std::string& metric, double value) {
  std::vector<Dose> doses;
  if (metric.starts_with("prompt_") || !(value > 0)) doses.push_back({"+1", Shift(scenario, metric, 1)});
  for (const double factor : {0.97, 0.9, 0.5}) {
    if (value > 0) doses.push_back({FormatPercent(factor - 1, 0), Scaled(scenario, metric, factor)});
  }
  return doses;
}

std::vector<Dose> FinishDrifts(const std::string& scenario, std::int64_t requests) {
  std::vector<Dose> doses;
  for (const std::int64_t count : Shares(requests)) {
    doses.push_back({OfRequests(count, requests), OtherFinish(scenario, count)});
  }
  return doses;
}

std::vector<Dose> FailureDoses(const std::string& scenario, std::int64_t requests) {
  std::vector<Dose> doses = {{"1 request", FailedRequests(scenario, 1, true)}};
  for (const std::int64_t count : Shares(requests)) {
    doses.push_back({OfRequests(count, requests), FailedRequests(scenario, count, false)});
  }
  return doses;
}

}  // namespace inferproof
