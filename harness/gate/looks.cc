#include "harness/gate/looks.h"

namespace inferproof {

double LookPlan::AlphaFor(int runs) const {
  for (const Look& look : looks) {
    if (look.runs >= runs) return look.alpha;
  }
  return looks.back().alpha;
}

LookPlan StandardLooks() { return {{{4, 0.015}, {6, 0.015}, {8, 0.02}}}; }

LookPlan FixedRuns(int runs) { return {{{runs, 0.05}}}; }

LookPlan LooksOf(const ResultFile& result) {
  return result.looks.size() == 1 ? FixedRuns(result.looks.front()) : StandardLooks();
}

}  // namespace inferproof
