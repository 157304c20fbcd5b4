#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/stats/interval.h"

namespace inferproof {

// What the two t intervals of this part share.

// kInvalid when `alpha` is not inside (0, 0.5): one half and beyond would turn the interval inside out.
Status CheckAlpha(double alpha);
// kInvalid when there are fewer than `least` values or one is not finite. `side` names them in the message.
Status CheckValues(std::string_view side, std::span<const double> values, std::size_t least);
// kInvalid when `value` is negative or not finite.
Status CheckSpread(std::string_view name, double value);

// `spread`, but never below `least`; says so in `warnings`, once.
double FlooredSpread(double spread, double least, std::vector<std::string>& warnings);

// value +- t(1 - alpha) * standard_error, from an estimate whose value, standard error and degrees of freedom are set.
// Without any spread the interval is the value itself. kInvalid when an end is beyond the range of double.
Result<Estimate> WithInterval(Estimate estimate, double alpha);

}  // namespace inferproof
