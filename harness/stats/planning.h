#pragma once

#include <functional>

namespace inferproof {

// The true change (on the scale of the estimate) that a gate with band limit `limit` convicts with probability `power`,
// given the standard error, its degrees of freedom and the one-sided error: limit + (t(1-alpha) + t(power)) * SE.
// Infinity (no change does) when an input is not finite or out of its range.
double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power);

// The degrees of freedom to plan a Welch comparison of k runs against k with: 0.85 * 2 (k - 1). Satterthwaite's are
// estimated, and mostly below 2 (k - 1): by simulation a promise of 90 % made with the latter is kept to 84 % at 4 runs
// a side, 88 % at 6 and 89 % at 8 (tests/calibration/stats).
double WelchDegreesToExpect(int runs);

// The smallest k (3..max_k) runs a side with which a true change of `effect`, which lies beyond `limit`, is convicted
// with `power` at run spread `run_spread` (standard deviation on the estimate's scale): ReliablyFailsFrom with the
// degrees of freedom to expect is at most `effect`, and the exact rank interval of k against k can reach the error,
// which a conviction needs too (4 against 4 reaches 1/70, 3 against 3 only 1/20). `alpha` gives the one-sided error of
// k runs a side: looks spend it apart. max_k + 1 when none does.
int RunsNeeded(double limit, double effect, double run_spread, const std::function<double(int)>& alpha, double power,
               int max_k);

}  // namespace inferproof
