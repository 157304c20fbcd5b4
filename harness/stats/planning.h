#pragma once

namespace inferproof {

// The true change (on the scale of the estimate) that a gate with band limit `limit` convicts with probability `power`,
// given the standard error, its degrees of freedom and the one-sided error: limit + (t(1-alpha) + t(power)) * SE.
double ReliablyFailsFrom(double limit, double standard_error, double degrees_of_freedom, double alpha, double power);

// The smallest k (3..max_k) runs a side with which a true change `effect` beyond `limit` is convicted with `power`, at
// run spread `run_spread` (standard deviation on the estimate's scale); max_k + 1 when none does.
int RunsNeeded(double limit, double effect, double run_spread, double alpha, double power, int max_k);

}  // namespace inferproof
