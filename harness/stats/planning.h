#pragma once

namespace inferproof {

// The true change (on the scale of the estimate) that a gate with band limit `limit` convicts with probability `power`,
// given the standard error, its degrees of freedom and the one-sided error: limit + (t(1-alpha) + t(power)) * SE.
// Infinity (no change does) when an input is not finite or out of its range. Welch's own degrees of freedom are mostly
// below 2 (k - 1): by simulation a promise of 90 % made with the latter is kept to 84 % at 4 runs a side, 88 % at 6, 89
// % at 8.
double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power);

// The smallest k (3..max_k) runs a side with which a true change of `effect`, which lies beyond `limit`, is convicted
// with `power` at run spread `run_spread` (standard deviation on the estimate's scale): ReliablyFailsFrom with 2 (k -
// 1) degrees of freedom is at most `effect`, and the exact rank interval of k against k can reach `alpha`, which a
// conviction needs too (4 against 4 reaches 1/70, 3 against 3 only 1/20). max_k + 1 when none does.
int RunsNeeded(double limit, double effect, double run_spread, double alpha, double power, int max_k);

}  // namespace inferproof
