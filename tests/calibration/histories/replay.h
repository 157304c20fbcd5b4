#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/calibration/histories/series.h"
#include "tests/calibration/model/rate.h"

namespace inferproof {

// What the judge says of neighbouring parts of a history in which nothing changed, with a change planted into the later
// part.
struct Replayed {
  long n = 0;
  long beyond = 0;     // Welch's interval alone (one-sided 5 %) lies beyond the band
  long convicted = 0;  // the ranks agree: the gate is red
  long passed = 0;
  long runs = 0;  // a side, summed
  Replayed& operator+=(const Replayed& other);
};

// Five values against the next five: each block against its follower, with the later one as the candidate alone or with
// either of the two.
enum class Candidate { kLater, kEither };
Replayed ReplayBlocks(const std::vector<Series>& series, double band, double change,
                      Candidate candidate = Candidate::kEither);
// Sixteen values in a row as ABBA BAAB ABBA BAAB, judged at 4, 6 and 8 a side with the gate's stop rules.
Replayed ReplayLooks(const std::vector<Series>& series, double band, double change);

// The rows of the printed table for one history, with the limits it must keep.
struct HistoryClaims {
  Limit same = Limit::kShown;        // failures without a change: at most 0.5 %
  Limit edge = Limit::kShown;        // failures at the band's edge: at most 6 %
  Limit found = Limit::kShown;       // +10 % found: at least 85 %
  Limit not_passed = Limit::kShown;  // +10 % called pass: at most 5 %
};
std::vector<Figure> FiguresOf(const std::vector<Series>& series, double band, const HistoryClaims& claims);

}  // namespace inferproof
