#include "harness/stats/distribution.h"
#include "harness/stats/interval.h"

namespace inferproof {

Bounds ClopperPearson(long hits, long n, double alpha) {
  const Bounds nothing_known;
  if (n <= 0 || hits < 0 || hits > n || !(alpha > 0 && alpha < 0.5)) return nothing_known;

  // Clopper & Pearson 1934 in the beta form; with no hits the lower bound is 0 and with hits only the upper one is 1.
  const double with = static_cast<double>(hits);
  const double without = static_cast<double>(n - hits);
  Bounds bounds;
  if (hits > 0) {
    const Result<double> lo = BetaQuantile(alpha, with, without + 1);
    if (!lo.ok()) return nothing_known;
    bounds.lo = *lo;
  }
  if (hits < n) {
    const Result<double> hi = BetaUpperQuantile(alpha, with + 1, without);
    if (!hi.ok()) return nothing_known;
    bounds.hi = *hi;
  }
  return bounds;
}

}  // namespace inferproof
