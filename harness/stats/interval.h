#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// An estimate with the one-sided confidence of each of its ends: P(truth < lo) <= 1 - level and P(truth > hi) <= 1 -
// level.
struct Estimate {
  double value = 0;
  double lo = 0;
  double hi = 0;
  double level = 0;  // one-sided, such as 0.985
  double standard_error = 0;
  double degrees_of_freedom = 0;
  std::vector<std::string> warnings;  // "spread floored", "one session"
};

// Welch's t interval (Welch 1947, Satterthwaite degrees of freedom) for mean(candidate) - mean(base). Each side has at
// least 2 finite values and 0 < alpha < 0.5 (kInvalid otherwise). Each side's standard deviation is never taken below
// `least_spread`. With no spread on either side the interval is the value itself and a warning says so.
Result<Estimate> WelchDifference(std::span<const double> base, std::span<const double> candidate, double alpha,
                                 double least_spread);

// Hodges-Lehmann shift of candidate against base with the exact interval from the null distribution of the Mann-Whitney
// U (Hollander & Wolfe, Nonparametric Statistical Methods, ch. 4). `level` is the one-sided confidence achieved at each
// end: at least 1 - alpha when `reachable`. Otherwise even the widest interval (the smallest and the largest
// difference) misses it, and that one is given with its level. With an empty side, a value that is not finite, or more
// than 100 values a side there is none: level 0, from -infinity to +infinity. Ties make it wider than need be, never
// narrower.
struct RankInterval {
  double shift = 0;
  double lo = 0;
  double hi = 0;
  double level = 0;
  bool reachable = false;
};
RankInterval HodgesLehmann(std::span<const double> base, std::span<const double> candidate, double alpha);

// Candidate runs of one session against a stored baseline of S sessions (docs/gate.md, rule 6), on logs or on plain
// values: v = (d0 (s0^2 + s_run^2 / K) + (S-1) var(session means)) / (d0 + S - 1), SE^2 = v (1 + 1/S) + s_run^2 max(0,
// 1/k - 1/K), t with d0 + S - 1 degrees of freedom. `sessions` holds the run values of each session; K is their
// smallest size, s_run^2 pooled within sessions and the candidate's runs, s_run never below `least_spread`. The value
// is the candidate's mean less the mean of the session means. Each session and the candidate have at least 1 finite
// value (kInvalid otherwise); with one session the warning "one session" is given.
struct StoredPrior {
  double session_spread = 0.03;  // s0
  double weight = 10;            // d0
};
Result<Estimate> StoredDifference(std::span<const std::vector<double>> sessions, std::span<const double> candidate,
                                  StoredPrior prior, double alpha, double least_spread);

// Two-sided Clopper-Pearson bounds of a proportion at one-sided error `alpha` each; 0 <= hits <= n, n > 0, 0 < alpha <
// 0.5. Anything else tells nothing: 0 to 1.
struct Bounds {
  double lo = 0;
  double hi = 1;
};
Bounds ClopperPearson(long hits, long n, double alpha);

}  // namespace inferproof
