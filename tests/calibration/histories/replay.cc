#include "tests/calibration/histories/replay.h"

#include <array>
#include <cmath>
#include <span>

#include "tests/calibration/model/comparisons.h"

namespace inferproof {
namespace {

constexpr std::size_t kBlock = 5;
constexpr std::array<bool, 8> kCandidate = {false, true, true, false, true, false, false, true};
constexpr std::size_t kSession = 16;

void Count(const MetricVerdict& verdict, std::size_t runs, Replayed& sum) {
  ++sum.n;
  sum.beyond += verdict.change && verdict.change->lo > verdict.limit;
  sum.convicted += verdict.word == VerdictWord::kRegressed;
  sum.passed += verdict.word == VerdictWord::kPass;
  sum.runs += static_cast<long>(runs);
}

std::vector<double> Slowed(std::span<const double> logs, double change) {
  std::vector<double> slowed(logs.begin(), logs.end());
  for (double& value : slowed) value += std::log1p(change);
  return slowed;
}

}  // namespace

Replayed& Replayed::operator+=(const Replayed& other) {
  n += other.n;
  beyond += other.beyond;
  convicted += other.convicted;
  passed += other.passed;
  runs += other.runs;
  return *this;
}

Replayed ReplayBlocks(const std::vector<Series>& series, double band, double change, Candidate candidate) {
  const OneMetric metric(band, FixedRuns(kBlock));
  Replayed sum;
  for (const Series& one : series) {
    for (std::size_t first = 0; first + 2 * kBlock <= one.logs.size(); first += kBlock) {
      const std::span<const double> both = std::span(one.logs).subspan(first, 2 * kBlock);
      for (const bool later : {true, false}) {
        if (!later && candidate == Candidate::kLater) continue;
        Count(metric.Compare(later ? both.first(kBlock) : both.last(kBlock),
                             Slowed(later ? both.last(kBlock) : both.first(kBlock), change)),
              kBlock, sum);
      }
    }
  }
  return sum;
}

Replayed ReplayLooks(const std::vector<Series>& series, double band, double change) {
  const OneMetric metric(band, StandardLooks());
  Replayed sum;
  for (const Series& one : series) {
    for (std::size_t first = 0; first + kSession <= one.logs.size(); first += kBlock) {
      std::vector<double> base, candidate;
      for (std::size_t i = 0; i < kSession; ++i)
        (kCandidate[i % kCandidate.size()] ? candidate : base).push_back(one.logs[first + i]);
      std::size_t runs = 0;
      const MetricVerdict verdict = metric.Decide(base, Slowed(candidate, change), &runs);
      Count(verdict, runs, sum);
    }
  }
  return sum;
}

std::vector<Figure> FiguresOf(const std::vector<Series>& series, double band, const HistoryClaims& claims) {
  const Replayed same = ReplayBlocks(series, band, 0);
  const Replayed later = ReplayBlocks(series, band, 0, Candidate::kLater);
  const Replayed edge = ReplayBlocks(series, band, band);
  const Replayed ten = ReplayBlocks(series, band, 0.10);
  const Replayed looks_same = ReplayLooks(series, band, 0);
  const Replayed looks_edge = ReplayLooks(series, band, band);
  const Replayed looks_ten = ReplayLooks(series, band, 0.10);
  return {
      ShareOf("5 v 5, nothing changed: interval beyond the band", same.beyond, same.n),
      ShareOf("5 v 5, nothing changed: red", same.convicted, same.n, claims.same, 0.005),
      ShareOf("5 v 5, nothing changed, later block only: interval beyond the band", later.beyond, later.n),
      ShareOf("5 v 5, nothing changed, later block only: red", later.convicted, later.n),
      ShareOf("5 v 5, nothing changed: pass", same.passed, same.n),
      ShareOf("5 v 5, at the band's edge: interval beyond it", edge.beyond, edge.n, claims.edge, 0.06),
      ShareOf("5 v 5, at the band's edge: red", edge.convicted, edge.n, claims.edge, 0.06),
      ShareOf("5 v 5, +10 %: interval beyond the band", ten.beyond, ten.n, claims.found, 0.85),
      ShareOf("5 v 5, +10 %: red", ten.convicted, ten.n, claims.found, 0.85),
      ShareOf("5 v 5, +10 %: called pass", ten.passed, ten.n, claims.not_passed, 0.05),
      ShareOf("looks, nothing changed: red", looks_same.convicted, looks_same.n, claims.same, 0.005),
      ShareOf("looks, at the band's edge: red", looks_edge.convicted, looks_edge.n, claims.edge, 0.06),
      ShareOf("looks, +10 %: red", looks_ten.convicted, looks_ten.n, claims.found, 0.85),
      ShareOf("looks, +10 %: called pass", looks_ten.passed, looks_ten.n, claims.not_passed, 0.05),
      MeanOf("looks, nothing changed: runs a side",
             looks_same.n > 0 ? static_cast<double>(looks_same.runs) / static_cast<double>(looks_same.n) : 0),
  };
}

}  // namespace inferproof
