#include <cmath>
#include <set>

#include "harness/base/number.h"
#include "harness/gate/compare.h"
#include "harness/gate/faults.h"
#include "harness/gate/rules.h"
#include "harness/gate/words.h"
#include "harness/metrics/definitions.h"
#include "harness/stats/interval.h"

namespace inferproof {
namespace {

using Counts = std::map<std::string, std::int64_t>;

std::int64_t Total(const Counts& counts) {
  std::int64_t total = 0;
  for (const auto& [reason, count] : counts) total += count;
  return total;
}

std::int64_t CountOf(const Counts& counts, const std::string& reason) {
  const auto found = counts.find(reason);
  return found == counts.end() ? 0 : found->second;
}

bool EveryOneEndedWithLength(const Counts& counts) {
  return Total(counts) > 0 && CountOf(counts, "length") == Total(counts);
}

std::string ShareInWords(std::int64_t count, std::int64_t total) {
  return std::to_string(count) + " of " + std::to_string(total);
}

// Counts by metric: a word that no definition knows comes from the server and is not repeated.
Counts ByMetric(const Counts& reasons) {
  Counts counts;
  for (const auto& [reason, count] : reasons) {
    const std::string metric = kFinishPrefix + reason;
    counts[FindMetric(metric) == nullptr ? std::string(kFinishPrefix) + "other" : metric] += count;
  }
  return counts;
}

// The share of one finish reason. Inside the band is the same mix; beyond it, it must be so beyond chance.
MetricVerdict CompareShare(const GateInput& input, const Sides& sides, const std::string& metric, const Counts& base,
                           const Counts& candidate, const EffectiveRule& rule) {
  MetricVerdict verdict = BlankVerdict(input, sides, metric, rule);
  const std::string reason = metric.substr(std::string_view(kFinishPrefix).size());
  const auto before_total = Total(base);
  const auto after_total = Total(candidate);
  const auto before = CountOf(base, metric);
  const auto after = CountOf(candidate, metric);
  verdict.unit = "ratio";
  verdict.relative = false;
  verdict.limit = rule.band.absolute;
  verdict.base = static_cast<double>(before) / static_cast<double>(before_total);
  verdict.candidate = static_cast<double>(after) / static_cast<double>(after_total);
  verdict.base_runs = static_cast<int>(sides.base.size());
  // Each side's bounds take half of the error, so that their difference keeps all of it.
  const double alpha = AlphaOf(input, sides);
  const Bounds low = ClopperPearson(static_cast<long>(before), static_cast<long>(before_total), alpha / 2);
  const Bounds high = ClopperPearson(static_cast<long>(after), static_cast<long>(after_total), alpha / 2);
  Estimate change;
  change.value = *verdict.candidate - *verdict.base;
  change.lo = high.lo - low.hi;
  change.hi = high.hi - low.lo;
  change.level = 1 - alpha;
  verdict.change = change;
  const bool exact = verdict.limit <= 0;
  const bool beyond_chance = change.lo > verdict.limit || change.hi < -verdict.limit;
  verdict.word = std::abs(change.value) <= verdict.limit ? VerdictWord::kPass
                 : exact || beyond_chance                ? VerdictWord::kRegressed
                                                         : VerdictWord::kInconclusive;
  verdict.reason = "ended with " + reason + ": " + ShareInWords(before, before_total) + " -> " +
                   ShareInWords(after, after_total) + (exact ? ", must be the same" : ", band ") +
                   (exact ? "" : BandInWords(verdict, verdict.limit));
  return verdict;
}

void CompareFinishMix(const GateInput& input, const Sides& sides, bool exact, std::vector<MetricVerdict>& verdicts) {
  const Counts base = ByMetric(BaseFinishReasons(input, sides));
  const Counts candidate = ByMetric(FinishReasons(sides.candidate));
  if (Total(base) <= 0 || Total(candidate) <= 0) return;
  std::set<std::string> metrics;
  for (const auto& [metric, count] : base) metrics.insert(metric);
  for (const auto& [metric, count] : candidate) metrics.insert(metric);
  for (const std::string& metric : metrics) {
    const EffectiveRule rule = RuleForWork(input.suite, sides.summary, metric, exact);
    verdicts.push_back(CompareShare(input, sides, metric, base, candidate, rule));
  }
}

// An estimated count proves nothing, either way.
void WatchOnly(const char* why, MetricVerdict& verdict) {
  verdict.role = Role::kWatch;
  verdict.reason += std::string("; does not gate: ") + why;
}

void CompareCounter(const GateInput& input, const Sides& sides, const std::string& metric, const EffectiveRule& rule,
                    std::vector<MetricVerdict>& verdicts) {
  const Sample base = BaseSample(input, sides, metric);
  const Sample candidate = CandidateSample(sides, metric);
  MetricVerdict verdict = BlankVerdict(input, sides, metric, rule);
  if (candidate.empty() || candidate.absent > 0) {
    verdict.word = VerdictWord::kMissing;
    verdict.reason = "absent from " + Counted(candidate.empty() ? verdict.candidate_runs : candidate.absent, "run") +
                     " of the candidate";
  } else if (base.empty()) {
    verdict.word = VerdictWord::kNew;
    verdict.reason = "not known to the base";
    verdict.candidate = MeanToShow(verdict.unit, candidate);
  } else if (const auto why = WhyDefinitionsDiffer(base, candidate)) {
    verdict.word = VerdictWord::kIncomparable;
    verdict.reason = *why;
  } else {
    CompareWork(input, rule.band, base, candidate, verdict);
  }
  if (candidate.approximate || base.approximate) WatchOnly("token counts are estimated", verdict);
  verdicts.push_back(std::move(verdict));
}

}  // namespace

Work CompareWorkCounters(const GateInput& input, const Sides& sides) {
  Work work;
  work.exact = sides.summary.fixed_length && EveryOneEndedWithLength(BaseFinishReasons(input, sides));
  for (const std::string& metric : MetricNames(input, sides)) {
    const EffectiveRule rule = RuleForWork(input.suite, sides.summary, metric, work.exact);
    if (rule.role == Role::kEqual) CompareCounter(input, sides, metric, rule, work.verdicts);
  }
  CompareFinishMix(input, sides, work.exact, work.verdicts);
  for (const MetricVerdict& verdict : work.verdicts) {
    work.different = work.different || (verdict.word == VerdictWord::kRegressed && verdict.role != Role::kWatch);
  }
  return work;
}

}  // namespace inferproof
