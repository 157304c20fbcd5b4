#pragma once

#include <functional>

namespace inferproof {

// The true change (on the scale of the estimate) that a gate with band limit `limit` convicts with probability `power`,
// given the standard error, its degrees of freedom and the one-sided error: limit + (t(1-alpha) + t(power)) * SE.
// Infinity (no change does) when an input is not finite or out of its range.
double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power);

// The same beside a base, where a conviction needs Welch's interval and the exact rank interval of `runs` against
// `runs`: limit + sqrt(pi/3) (t(1-alpha; runs) + t(power; runs)) * SE. Found by simulation, which it meets within 2
// points for 3 to 50 runs a side (tests/calibration): Satterthwaite's degrees of freedom lie between runs - 1 and 2
// (runs - 1), and ranks have 3/pi of the efficiency of t under normal noise (Hodges & Lehmann 1956). With 2 (runs - 1)
// and no price for the ranks a promise of 90 % is kept to 79 % at 4 runs a side, 84 % at 6 and 86 % at 8.
double FailsBesideABaseFrom(double limit, double standard_error, int runs, double alpha, double power);

// The smallest k (3..max_k) runs a side with which a true change of `effect`, which lies beyond `limit`, is convicted
// with `power` beside a base at run spread `run_spread` (standard deviation on the estimate's scale):
// FailsBesideABaseFrom is at most `effect`, and the exact rank interval of k against k can reach the error (4 against 4
// reaches 1/70, 3 against 3 only 1/20). `alpha` gives the one-sided error of k runs a side: looks spend it apart. max_k
// + 1 when none does.
int RunsNeeded(double limit, double effect, double run_spread, const std::function<double(int)>& alpha, double power,
               int max_k);

}  // namespace inferproof
