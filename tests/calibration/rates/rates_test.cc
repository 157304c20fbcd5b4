#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <ostream>

#include "tests/calibration/model/cells.h"

namespace inferproof {

// Else its bytes, addresses and all, would stand in the test's name.
void PrintTo(const Cell& cell, std::ostream* out) { *out << cell.title; }

namespace {

// Every cell at every seed keeps its limits. INFERPROOF_CALIBRATION=full simulates 20,000 suites a cell, =new as many
// with a seed that is drawn and printed.
class Rates : public ::testing::TestWithParam<Cell> {};

TEST_P(Rates, KeepTheirLimits) {
  static const Effort kEffort = EffortFromEnvironment();
  const Cell& cell = GetParam();
  const long n = kEffort.CountFor(cell);
  for (const std::uint64_t seed : kEffort.seeds) {
    std::cout << cell.title << "; seed " << seed << ", " << n << "\n";
    for (const Figure& figure : cell.figures(seed, n)) {
      std::cout << "  " << figure.what << ": " << InWords(figure) << "\n";
      EXPECT_TRUE(Keeps(figure, kEffort.slack))
          << cell.title << ", seed " << seed << ": " << figure.what << " is " << InWords(figure);
    }
  }
}

std::string TestName(const ::testing::TestParamInfo<Cell>& info) {
  std::string name;
  for (const char c : info.param.name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) name += c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(BesideABase, Rates, ::testing::ValuesIn(InterleavedCells()), TestName);
INSTANTIATE_TEST_SUITE_P(AgainstStoredSessions, Rates, ::testing::ValuesIn(StoredCells()), TestName);
INSTANTIATE_TEST_SUITE_P(PrintedInterval, Rates, ::testing::ValuesIn(CoverageCells()), TestName);
INSTANTIATE_TEST_SUITE_P(Planning, Rates, ::testing::ValuesIn(PlanningCells()), TestName);
INSTANTIATE_TEST_SUITE_P(LikeMeasuredHistories, Rates, ::testing::ValuesIn(HistoryCells()), TestName);

TEST(RateWords, CarryTheClopperPearsonBoundsAndTheLimit) {
  // R: binom.test(6, 20)$conf.int is 0.1189316 0.5427892.
  EXPECT_EQ(InWords(ShareOf("red", 6, 20, Limit::kAtMost, 0.5)), "30.00 % (11.89 to 54.28 %), at most 50.00 %");
}

TEST(RateLimits, AreBrokenByTheRateItselfUnlessASeedIsNew) {
  const Figure beyond = ShareOf("red", 6, 20, Limit::kAtMost, 0.25);
  EXPECT_FALSE(Keeps(beyond, false));
  EXPECT_TRUE(Keeps(beyond, true));  // 11.9 % would do
  EXPECT_FALSE(Keeps(ShareOf("red", 6, 20, Limit::kAtMost, 0.11), true));
  EXPECT_FALSE(Keeps(ShareOf("found", 6, 20, Limit::kAtLeast, 0.55), true));
  EXPECT_FALSE(Keeps(MeanOf("runs", 6.1, Limit::kAtMost, 6), true));
}

}  // namespace
}  // namespace inferproof
