#include "tests/calibration/model/comparisons.h"

#include <cmath>

#include "harness/gate/compare.h"

namespace inferproof {
namespace {

constexpr double kUsualLatency = 100;  // ms; the judge sees ratios alone

Sample SampleOfLogs(std::span<const double> logs) {
  Sample sample;
  sample.sessions.emplace_back();
  for (const double log : logs) sample.sessions.back().push_back(kUsualLatency * std::exp(log));
  return sample;
}

MetricVerdict BlankLatency() {
  MetricVerdict verdict;
  verdict.scenario = "single";
  verdict.metric = "ttft_ms.p50";
  verdict.unit = "ms";
  verdict.better = Better::kLower;
  verdict.role = Role::kGate;
  return verdict;
}

}  // namespace

MetricVerdict OneMetric::Compare(std::span<const double> base, std::span<const double> candidate) const {
  static const Suite kSuite;
  static const ResultFile kResult;
  GateOptions options;
  options.looks = looks_;
  const GateInput input{kSuite, kResult, nullptr, options, Against::kBaseSide};
  MetricVerdict verdict = BlankLatency();
  CompareMetric(input, Band{band_, 0}, SampleOfLogs(base), SampleOfLogs(candidate), verdict);
  return verdict;
}

MetricVerdict OneMetric::Decide(std::span<const double> base, std::span<const double> candidate,
                                std::size_t* runs) const {
  Verdict whole;
  whole.scenarios.emplace_back();
  for (const Look& look : looks_.looks) {
    *runs = static_cast<std::size_t>(look.runs);
    whole.scenarios.front().metrics = {Compare(base.first(*runs), candidate.first(*runs))};
    whole.scenarios.front().word = whole.scenarios.front().metrics.front().word;
    if (AfterLook(whole, false).again.empty()) break;
  }
  return whole.scenarios.front().metrics.front();
}

}  // namespace inferproof
