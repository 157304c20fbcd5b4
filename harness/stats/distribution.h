#pragma once

#include "harness/base/result.h"

namespace inferproof {

// Quantiles from Boost.Math, whose exceptions end here as kInvalid errors.

// Student's t: the value with `probability` (0 < probability < 1) below it.
Result<double> StudentQuantile(double probability, double degrees_of_freedom);

// Chi-squared: the value with `probability` below it.
Result<double> ChiSquaredQuantile(double probability, double degrees_of_freedom);

// Beta(a, b): the value with `probability` below it, or above it for the upper quantile (computed from that side, so
// that a small tail keeps its digits).
Result<double> BetaQuantile(double probability, double a, double b);
Result<double> BetaUpperQuantile(double probability, double a, double b);

}  // namespace inferproof
