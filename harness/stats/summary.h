#pragma once

#include <span>
#include <string>
#include <vector>

namespace inferproof {

double Mean(std::span<const double> values);            // non-empty
double SampleVariance(std::span<const double> values);  // n - 1; at least 2 values
// The q-quantile (0 <= q <= 1) by linear interpolation between order statistics (Hyndman & Fan 1996, type 7). `sorted`
// is ascending, finite and non-empty.
double Quantile(std::span<const double> sorted, double q);
double Median(std::span<const double> values);  // any order, non-empty

}  // namespace inferproof
