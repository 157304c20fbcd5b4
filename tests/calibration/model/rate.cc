#include "tests/calibration/model/rate.h"

#include <cstdlib>
#include <iostream>
#include <random>
#include <string_view>
#include <utility>

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr double kBoundError = 0.025;  // at each end: 95 % in all

std::string Number(const Figure& figure, double value) {
  return figure.is_share ? FormatFixed(value * 100, 2) : FormatFixed(value, 2);
}

std::uint64_t DrawSeed() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

}  // namespace

Figure ShareOf(std::string what, long hits, long n, Limit limit, double bound) {
  const double share = n > 0 ? static_cast<double>(hits) / static_cast<double>(n) : 0;
  return {std::move(what), share, ClopperPearson(hits, n, kBoundError), true, limit, bound};
}

Figure MeanOf(std::string what, double value, Limit limit, double bound) {
  return {std::move(what), value, {0, 0}, false, limit, bound};
}

bool Keeps(const Figure& figure, bool slack) {
  const bool by_bounds = slack && figure.is_share;
  if (figure.limit == Limit::kAtMost) return (by_bounds ? figure.bounds.lo : figure.value) <= figure.bound;
  if (figure.limit == Limit::kAtLeast) return (by_bounds ? figure.bounds.hi : figure.value) >= figure.bound;
  return true;
}

std::string InWords(const Figure& figure) {
  const std::string unit = figure.is_share ? " %" : "";
  std::string words = Number(figure, figure.value) + unit;
  if (figure.is_share)
    words += " (" + Number(figure, figure.bounds.lo) + " to " + Number(figure, figure.bounds.hi) + " %)";
  if (figure.limit == Limit::kAtMost) words += ", at most " + Number(figure, figure.bound) + unit;
  if (figure.limit == Limit::kAtLeast) words += ", at least " + Number(figure, figure.bound) + unit;
  return words;
}

std::vector<std::uint64_t> ListedSeeds() { return {20261130, 7, 987654321}; }

Effort EffortFromEnvironment() {
  const char* asked = std::getenv("INFERPROOF_CALIBRATION");
  const std::string_view word = asked == nullptr ? "quick" : asked;
  if (word == "full") return {ListedSeeds(), true, false};
  if (word != "new") return {ListedSeeds(), false, false};
  const std::uint64_t seed = DrawSeed();
  std::cout << "seed " << seed << " (drawn for this run)\n";
  return {{seed}, true, true};
}

}  // namespace inferproof
