#include "harness/gate/faults.h"

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/gate/rules.h"
#include "harness/gate/words.h"
#include "harness/stats/interval.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostForeignText = 200;
constexpr std::size_t kMostNamedText = 400;

// Requests are the unit of failures: one either failed or did not.
struct FailureTest {
  EffectiveRule rule;
  double alpha = 0;  // one-sided
  double base_share = 0;

  double Allowed() const { return base_share + std::max(rule.band.absolute, rule.band.relative * (1 - base_share)); }
  Bounds BoundsOf(std::int64_t failed, std::int64_t planned) const {
    return ClopperPearson(static_cast<long>(failed), static_cast<long>(planned), alpha);
  }
  bool Convicts(std::int64_t failed, std::int64_t planned) const {
    return failed > 0 && BoundsOf(failed, planned).lo > Allowed();
  }
};

std::string CountsInWords(const Failures& failures) {
  std::string text = std::to_string(failures.failed) + " of " + Counted(failures.planned, "request") + " failed";
  const std::string kinds = KindsInWords(failures.by_kind);
  return kinds.empty() ? text : text + ": " + kinds;
}

std::string FirstFailure(const Sides& sides) {
  for (const RunResult* run : sides.candidate) {
    if (!run->failures.empty()) return "; first: " + Truncate(run->failures.front(), kMostForeignText);
  }
  return {};
}

// The fewest failed requests that would convict; nothing when not even all of them would.
std::optional<std::int64_t> FewestThatFail(const FailureTest& test, std::int64_t planned) {
  if (!test.Convicts(planned, planned)) return std::nullopt;
  // It is mostly 2 or 3, so the search starts there.
  std::int64_t high = std::min<std::int64_t>(2, planned);
  while (!test.Convicts(high, planned)) high = std::min(2 * high, planned);
  std::int64_t low = high / 2 + 1;
  if (high <= 2) low = 1;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    test.Convicts(middle, planned) ? high = middle : low = middle + 1;
  }
  return low;
}

MetricVerdict RateVerdict(const GateInput& input, const Sides& sides, const FailureTest& test,
                          const Failures& candidate) {
  MetricVerdict verdict = BlankVerdict(input, sides, kSuccessRate, test.rule);
  verdict.unit = "ratio";
  verdict.better = Better::kHigher;
  verdict.relative = false;
  verdict.limit = test.Allowed() - test.base_share;
  verdict.base = 1 - test.base_share;
  verdict.candidate = 1 - candidate.Share();
  const Bounds bounds = test.BoundsOf(candidate.failed, candidate.planned);
  Estimate change;
  change.value = test.base_share - candidate.Share();
  change.lo = test.base_share - bounds.hi;
  change.hi = test.base_share - bounds.lo;
  change.level = 1 - test.alpha;
  verdict.change = change;
  verdict.base_runs = BaseSample(input, sides, kSuccessRate).runs();
  return verdict;
}

void DecideRate(const Sides& sides, const FailureTest& test, const Failures& candidate, MetricVerdict& verdict) {
  const auto fewest = FewestThatFail(test, candidate.planned);
  if (fewest)
    verdict.fails_from = test.base_share - static_cast<double>(*fewest) / static_cast<double>(candidate.planned);
  const std::string threshold = fewest ? "; fails from " + std::to_string(*fewest) : "; too few requests to fail";
  if (test.Convicts(candidate.failed, candidate.planned)) {
    verdict.word = VerdictWord::kRegressed;
    verdict.reason = CountsInWords(candidate) + " " + EvidenceInWords(verdict) + FirstFailure(sides);
  } else if (candidate.failed > 0) {
    verdict.word = VerdictWord::kInconclusive;
    verdict.reason = CountsInWords(candidate) + threshold + FirstFailure(sides);
  } else {
    verdict.word = VerdictWord::kPass;
    verdict.reason = "none of " + Counted(candidate.planned, "request") + " failed" + threshold;
  }
}

// A kind of failure that is established by itself stands under its own name too.
void AddKinds(const GateInput& input, const Sides& sides, const FailureTest& test, const Failures& candidate,
              std::vector<MetricVerdict>& verdicts) {
  for (const auto& [kind, count] : candidate.by_kind) {
    if (!test.Convicts(count, candidate.planned)) continue;
    MetricVerdict verdict = BlankVerdict(input, sides, kFailedPrefix + kind, test.rule);
    verdict.unit = "requests";
    verdict.better = Better::kLower;
    verdict.relative = false;
    verdict.word = VerdictWord::kRegressed;
    verdict.candidate = static_cast<double>(count);
    verdict.reason = std::to_string(count) + " of " + Counted(candidate.planned, "request") + ": " + kind;
    verdicts.push_back(std::move(verdict));
  }
}

MetricVerdict NamedVerdict(const GateInput& input, const Sides& sides, const std::string& name,
                           const std::vector<std::string>& runs) {
  EffectiveRule rule = RuleFor(input.suite, sides.summary, kSuccessRate);
  rule.role = Role::kGate;
  MetricVerdict verdict = BlankVerdict(input, sides, name, rule);
  verdict.unit = "runs";
  verdict.better = Better::kLower;
  verdict.relative = false;
  verdict.word = VerdictWord::kRegressed;
  verdict.candidate = static_cast<double>(runs.size());
  verdict.reason = NamedInWords(name) + " in " + Counted(static_cast<std::int64_t>(runs.size()), "run") + ": " +
                   Truncate(runs.front(), kMostNamedText);
  return verdict;
}

// A fault of both sides is not the candidate's, and a broken base is nothing to compare with.
std::optional<std::string> BothOrBase(FailureTest test, const Failures& base, const Failures& candidate,
                                      bool convicted) {
  for (const auto& [name, runs] : base.named) {
    const bool both = candidate.named.contains(name);
    if (both) return NamedInWords(name) + " on both sides";
    return NamedInWords(name) + " on the base side: " + Truncate(runs.front(), kMostNamedText);
  }
  if (base.failed > 0 && candidate.failed > 0 && !convicted) {
    return "both sides failed requests (base: " + CountsInWords(base) + "; candidate: " + CountsInWords(candidate) +
           ")";
  }
  test.base_share = 0;
  if (test.Convicts(base.failed, base.planned)) return "the base side is broken: " + CountsInWords(base);
  return std::nullopt;
}

// What nobody stated is neither a pass nor a fault.
void SayNotStated(MetricVerdict& rate) {
  rate.word = VerdictWord::kInconclusive;
  rate.role = Role::kWatch;
  rate.base.reset();
  rate.candidate.reset();
  rate.change.reset();
  rate.reason = "not judged: how many requests failed is not stated";
}

// Baselines accept complete runs only, so that a rate below 1 was written by hand; it is believed.
double StoredShare(const GateInput& input, const Sides& sides) {
  const std::vector<double> rates = BaseSample(input, sides, kSuccessRate).Pooled();
  double sum = 0;
  for (const double rate : rates) sum += 1 - std::clamp(rate, 0.0, 1.0);
  return rates.empty() ? 0 : sum / static_cast<double>(rates.size());
}

}  // namespace

std::string NamedInWords(const std::string& name) {
  if (name == kServerDied) return "the server died";
  if (name == kServerRestarted) return "the server restarted";
  return "the server's usage contradicts its answers";
}

Faults FindFaults(const GateInput& input, const Sides& sides) {
  Faults faults;
  const Failures candidate = CountFailures(sides.candidate);
  const bool with_base = input.against == Against::kBaseSide;
  const Failures base = with_base ? CountFailures(sides.base) : Failures();
  FailureTest test;
  test.rule = RuleFor(input.suite, sides.summary, kSuccessRate);
  test.alpha = AlphaOf(input, sides);
  test.base_share = with_base ? base.Share() : StoredShare(input, sides);
  const bool convicted = test.Convicts(candidate.failed, candidate.planned);
  if (with_base) faults.invalid = BothOrBase(test, base, candidate, convicted);
  if (!with_base && test.base_share > 0 && candidate.failed > 0 && !convicted) {
    faults.invalid = "the baseline failed requests too: " + CountsInWords(candidate);
  }
  MetricVerdict rate = RateVerdict(input, sides, test, candidate);
  DecideRate(sides, test, candidate, rate);
  if (!candidate.stated || !base.stated) SayNotStated(rate);
  faults.verdicts.push_back(std::move(rate));
  AddKinds(input, sides, test, candidate, faults.verdicts);
  for (const auto& [name, runs] : candidate.named) faults.verdicts.push_back(NamedVerdict(input, sides, name, runs));
  faults.different_work = convicted || !candidate.named.empty();
  return faults;
}

}  // namespace inferproof
