#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/report/svg_plot.h"

namespace inferproof {

// A picture of docs/statistics.md, drawn from `n` simulated suites or comparisons a point.
struct Picture {
  std::string file;  // "power.svg", in docs/img
  std::function<SvgPlot(std::uint64_t seed, long n)> draw;
};
const std::vector<Picture>& Pictures();

}  // namespace inferproof
