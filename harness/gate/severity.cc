#include "harness/gate/severity.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace inferproof {

std::string VerdictName(VerdictWord word) {
  switch (word) {
    case VerdictWord::kPass:
      return "pass";
    case VerdictWord::kRegressed:
      return "regressed";
    case VerdictWord::kImproved:
      return "improved";
    case VerdictWord::kInconclusive:
      return "inconclusive";
    case VerdictWord::kIncomparable:
      return "incomparable";
    case VerdictWord::kInvalid:
      return "invalid";
    case VerdictWord::kMissing:
      return "missing";
    case VerdictWord::kNew:
      break;
  }
  return "new";
}

int Severity(VerdictWord word) {
  switch (word) {
    case VerdictWord::kPass:
      return 0;
    case VerdictWord::kImproved:
      return 1;
    case VerdictWord::kNew:
      return 2;
    case VerdictWord::kInconclusive:
      return 3;
    case VerdictWord::kIncomparable:
      return 4;
    case VerdictWord::kInvalid:
      return 5;
    case VerdictWord::kMissing:
      return 6;
    case VerdictWord::kRegressed:
      break;
  }
  return 7;
}

VerdictWord Worse(VerdictWord a, VerdictWord b) { return Severity(a) >= Severity(b) ? a : b; }

bool Decides(const MetricVerdict& verdict) { return verdict.role != Role::kWatch && !verdict.waived; }

double Badness(const MetricVerdict& verdict) {
  if (!verdict.change) return 0;
  const double change = verdict.change->value;
  const double size = verdict.relative ? std::log1p(std::max(change, -1 + 1e-300)) : change;
  if (verdict.better == Better::kNeither) return std::abs(size);
  return verdict.better == Better::kHigher ? -size : size;
}

void SortForReaders(std::vector<MetricVerdict>& verdicts) {
  const auto key = [](const MetricVerdict& verdict) {
    return std::make_tuple(!Decides(verdict), -Severity(verdict.word), -Badness(verdict), verdict.metric);
  };
  std::stable_sort(verdicts.begin(), verdicts.end(),
                   [&](const MetricVerdict& a, const MetricVerdict& b) { return key(a) < key(b); });
}

}  // namespace inferproof
