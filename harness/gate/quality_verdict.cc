#include "harness/gate/quality_verdict.h"

#include <algorithm>
#include <set>

#include "harness/base/text.h"
#include "harness/gate/severity.h"
#include "harness/gate/waive.h"
#include "harness/gate/words.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostForeignText = 200;

struct Counts {
  int asks = 0;
  int passes = 0;
  int fails = 0;
  int errors = 0;
};

Counts CountGrades(const CaseResult& entry) {
  return {static_cast<int>(entry.asks.size()), entry.CountOf(Grade::kPass), entry.CountOf(Grade::kFail),
          entry.CountOf(Grade::kError)};
}

std::string PassedOf(const Counts& counts) {
  return std::to_string(counts.passes) + " of " + std::to_string(counts.asks) + " passed";
}

// The first judgement that did not pass, for people; may hold model text.
std::string FirstComplaint(const CaseResult& entry) {
  for (const Ask& ask : entry.asks) {
    if (ask.grade != Grade::kPass && !ask.judgements.empty()) {
      const Judgement& judgement = ask.judgements.front();
      return "; " + judgement.assertion + ": " + Truncate(judgement.message, kMostForeignText);
    }
  }
  return {};
}

void Decide(VerdictWord word, std::string reason, CaseVerdict& verdict) {
  verdict.word = word;
  verdict.reason = std::move(reason);
}

// A case that passed in every ask of the baseline: the majority decides.
void JudgeStablePass(const CaseResult& entry, const Counts& counts, CaseVerdict& verdict) {
  verdict.gates = true;
  const std::string critical = entry.critical ? "critical case: " : "";
  if (2 * counts.fails > counts.asks) {
    return Decide(VerdictWord::kRegressed,
                  critical + PassedOf(counts) + ", passed in the baseline" + FirstComplaint(entry), verdict);
  }
  if (2 * counts.errors > counts.asks) {
    return Decide(VerdictWord::kInvalid, critical + "a gating case that ended in error" + FirstComplaint(entry),
                  verdict);
  }
  const bool passed = 2 * counts.passes > counts.asks;
  Decide(passed ? VerdictWord::kPass : VerdictWord::kInconclusive,
         critical + PassedOf(counts) + (passed ? "" : ": no majority") + FirstComplaint(entry), verdict);
}

void JudgeKnown(const CaseResult& entry, const Counts& counts, CaseVerdict& verdict) {
  switch (*verdict.base_class) {
    case CaseClass::kStablePass:
      return JudgeStablePass(entry, counts, verdict);
    case CaseClass::kStableFail:
      if (counts.passes == counts.asks) {
        return Decide(VerdictWord::kImproved, PassedOf(counts) + ", failed in the baseline", verdict);
      }
      if (counts.passes == 0) {
        return Decide(VerdictWord::kPass, PassedOf(counts) + ", as accepted in the baseline; does not gate", verdict);
      }
      return Decide(VerdictWord::kInconclusive, PassedOf(counts) + ", none in the baseline; does not gate", verdict);
    case CaseClass::kUnstable:
      return Decide(VerdictWord::kInconclusive, PassedOf(counts) + "; unstable in the baseline: does not gate",
                    verdict);
  }
}

CaseVerdict JudgeCase(const GateInput& input, const CaseResult& entry, const std::optional<std::string>& incomparable) {
  CaseVerdict verdict;
  const Counts counts = CountGrades(entry);
  verdict.id = entry.id;
  verdict.mode = entry.mode;
  verdict.file = entry.file;
  verdict.line = entry.line;
  verdict.asks = counts.asks;
  verdict.passes = counts.passes;
  if (incomparable) {
    Decide(VerdictWord::kIncomparable, PassedOf(counts) + "; not compared: " + *incomparable, verdict);
    return verdict;
  }
  const BaselineCase* base = nullptr;
  if (input.baseline != nullptr) {
    const auto found = input.baseline->cases.find(entry.id);
    if (found != input.baseline->cases.end()) base = &found->second;
  }
  if (base == nullptr || base->digest != entry.digest) {
    const std::string why = base == nullptr ? "not known to the baseline" : "its text changed since the baseline";
    Decide(VerdictWord::kNew, PassedOf(counts) + "; " + why + ": does not gate" + FirstComplaint(entry), verdict);
    return verdict;
  }
  verdict.base_class = base->case_class;
  JudgeKnown(entry, counts, verdict);
  return verdict;
}

// Cases of the baseline that nobody was asked.
void AddMissing(const GateInput& input, std::vector<CaseVerdict>& cases) {
  std::set<std::string> asked;
  for (const CaseVerdict& entry : cases) asked.insert(entry.id);
  const std::string why =
      input.candidate.quality_not_run.empty() ? "" : ": " + Join(input.candidate.quality_not_run, "; ");
  for (const auto& [id, base] : input.baseline->cases) {
    if (asked.contains(id)) continue;
    CaseVerdict verdict;
    verdict.id = id;
    verdict.base_class = base.case_class;
    verdict.gates = true;
    verdict.file = input.baseline->path;
    Decide(VerdictWord::kMissing, "in the baseline and not asked" + Truncate(why, kMostForeignText), verdict);
    cases.push_back(std::move(verdict));
  }
}

void SortCases(std::vector<CaseVerdict>& cases) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const CaseVerdict& a, const CaseVerdict& b) { return Severity(a.word) > Severity(b.word); });
}

std::size_t CountWords(const std::vector<CaseVerdict>& cases, VerdictWord word) {
  return static_cast<std::size_t>(std::count_if(
      cases.begin(), cases.end(), [&](const CaseVerdict& entry) { return entry.word == word && !entry.waived; }));
}

std::string Summary(const std::vector<CaseVerdict>& cases) {
  const auto passing =
      std::count_if(cases.begin(), cases.end(), [](const CaseVerdict& entry) { return 2 * entry.passes > entry.asks; });
  std::string text = std::to_string(passing) + " of " + std::to_string(cases.size()) + " pass";
  for (const VerdictWord word : {VerdictWord::kRegressed, VerdictWord::kMissing, VerdictWord::kInvalid,
                                 VerdictWord::kIncomparable, VerdictWord::kImproved, VerdictWord::kNew}) {
    if (const std::size_t count = CountWords(cases, word); count > 0) {
      text += ", " + std::to_string(count) + " " + VerdictName(word);
    }
  }
  const auto waived =
      std::count_if(cases.begin(), cases.end(), [](const CaseVerdict& entry) { return entry.waived.has_value(); });
  return waived > 0 ? text + ", " + std::to_string(waived) + " waived" : text;
}

// Cases that do not gate report and decide nothing, except that a gain wants to be recorded.
VerdictWord Overall(const std::vector<CaseVerdict>& cases) {
  const bool all_new = CountWords(cases, VerdictWord::kNew) == cases.size();
  VerdictWord word = all_new ? VerdictWord::kNew : VerdictWord::kPass;
  for (const CaseVerdict& entry : cases) {
    const bool counts = entry.gates || entry.word == VerdictWord::kImproved || entry.word == VerdictWord::kIncomparable;
    if (counts) word = Worse(entry.word, word);
  }
  return word;
}

std::string ForMetrics(const QualityVerdict& quality) {
  const std::size_t count = CountWords(quality.cases, quality.word);
  if (quality.word == VerdictWord::kPass || quality.word == VerdictWord::kNew) return VerdictName(quality.word);
  return VerdictName(quality.word) + " (" + std::to_string(count) + " of " + std::to_string(quality.cases.size()) + ")";
}

}  // namespace

QualityVerdict JudgeQuality(const GateInput& input, const std::optional<std::string>& incomparable) {
  QualityVerdict quality;
  const bool any = std::any_of(input.candidate.quality.begin(), input.candidate.quality.end(),
                               [](const CaseResult& entry) { return !entry.asks.empty(); });
  if (input.candidate.quality_asked && !any) {
    quality.word = VerdictWord::kInvalid;
    quality.summary = "no case executed";
    if (!input.candidate.quality_not_run.empty()) {
      quality.summary += ": " + Truncate(Join(input.candidate.quality_not_run, "; "), kMostForeignText);
    }
    quality.for_metrics = "not run";
    return quality;
  }
  for (const CaseResult& entry : input.candidate.quality) {
    if (!entry.asks.empty()) quality.cases.push_back(JudgeCase(input, entry, incomparable));
  }
  if (input.baseline != nullptr && !incomparable) AddMissing(input, quality.cases);
  if (quality.cases.empty()) {
    quality.summary = "not asked";
    quality.for_metrics = "not run";
    return quality;
  }
  WaiveCases(input, quality.cases);
  SortCases(quality.cases);
  quality.word = Overall(quality.cases);
  quality.summary = Summary(quality.cases);
  quality.for_metrics = ForMetrics(quality);
  return quality;
}

}  // namespace inferproof
