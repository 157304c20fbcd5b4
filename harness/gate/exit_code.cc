#include <vector>

#include "harness/gate/severity.h"
#include "harness/gate/verdict.h"

namespace inferproof {
namespace {

constexpr int kOk = 0;
constexpr int kRegression = 1;
constexpr int kCouldNotMeasure = 3;
constexpr int kIncomparableOrNew = 4;
constexpr int kUndecided = 5;

// Larger first: an established regression is not hidden by an invalid scenario beside it.
int CodeOf(VerdictWord word, ExitPolicy policy) {
  switch (word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
      return kRegression;
    case VerdictWord::kInvalid:
      return kCouldNotMeasure;
    case VerdictWord::kIncomparable:
      return kIncomparableOrNew;
    case VerdictWord::kNew:
      return policy.require_baseline ? kIncomparableOrNew : kOk;
    case VerdictWord::kInconclusive:
      return policy.strict ? kUndecided : kOk;
    case VerdictWord::kPass:
    case VerdictWord::kImproved:
      break;
  }
  return kOk;
}

}  // namespace

int ExitCodeFor(const Verdict& verdict, ExitPolicy policy) {
  std::vector<VerdictWord> words = {verdict.word};
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    words.push_back(scenario.word);
    for (const MetricVerdict& metric : scenario.metrics) {
      if (Decides(metric)) words.push_back(metric.word);
    }
  }
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.gates) words.push_back(entry.word);
  }
  // New cases do not make a result new: editing a case file does not void what else was compared.
  if (verdict.quality != VerdictWord::kNew) words.push_back(verdict.quality);
  // The smaller of two codes that are not 0 goes first: 1 before 3 before 4 before 5.
  int code = kOk;
  for (const VerdictWord word : words) {
    const int next = CodeOf(word, policy);
    if (next != kOk && (code == kOk || next < code)) code = next;
  }
  return code;
}

}  // namespace inferproof
