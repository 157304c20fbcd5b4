#pragma once

#include "harness/gate/verdict.h"

namespace inferproof {

// Which word counts when several meet (docs/getting-started.md): regressed and missing over invalid over incomparable
// over inconclusive over new over improved over pass. Larger is worse.
int Severity(VerdictWord word);
VerdictWord Worse(VerdictWord a, VerdictWord b);

// Whether a metric's word decides anything: it does not watch only, and no waiver covers it.
bool Decides(const MetricVerdict& verdict);

// Gates first, worst first; names break ties, so that equal inputs give equal reports.
void SortForReaders(std::vector<MetricVerdict>& verdicts);

// How far a change went in the bad direction, on logs for ratios: larger is worse.
double Badness(const MetricVerdict& verdict);

}  // namespace inferproof
