#pragma once

#include <functional>

namespace inferproof {

// The true change (on the scale of the estimate) that a gate with band limit `limit` convicts with probability `power`,
// given the standard error, its degrees of freedom and the one-sided error: limit + (t(1-alpha) + t(power)) * SE.
// Infinity (no change does) when an input is not finite or out of its range.
double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power);

// The same for `runs` a side measured in turn, where a conviction needs Welch's interval and the exact rank interval:
// limit + sqrt(pi/3) (t(1-alpha) + t(power)) * SE with `runs` degrees of freedom. sqrt(pi/3) is what the ranks cost
// (their efficiency is 3/pi under normal noise); Satterthwaite's degrees of freedom are estimated, and the ranks take
// more of them. By simulation a promise of 90 % is kept to 90 to 92 % at 4, 6 and 8 runs a side with the errors of the
// looks, one of 80 % to 80 to 82 % (tests/calibration/stats).
double InterleavedFailsFrom(double limit, double standard_error, int runs, double alpha, double power);

// The smallest k (3..max_k) runs a side with which a true change of `effect`, which lies beyond `limit`, is convicted
// with `power` at run spread `run_spread` (standard deviation on the estimate's scale): InterleavedFailsFrom is at most
// `effect`, and the exact rank interval of k against k can reach the error (4 against 4 reaches 1/70, 3 against 3 only
// 1/20). `alpha` gives the one-sided error of k runs a side, 0 where nothing is judged. max_k + 1 when none does.
int RunsNeeded(double limit, double effect, double run_spread, const std::function<double(int)>& alpha, double power,
               int max_k);

}  // namespace inferproof
