#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/calibration/histories/replay.h"

namespace inferproof {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

CsvShape ValuesBy(std::vector<std::string> group) {
  CsvShape shape;
  shape.value = "value";
  shape.group = std::move(group);
  return shape;
}

TEST(CsvFields, MayBeQuoted) {
  EXPECT_THAT(CsvFields("cargo,\"+/- 2,802\",\"say \"\"x\"\"\","), ElementsAre("cargo", "+/- 2,802", "say \"x\"", ""));
}

TEST(ReadSeries, GroupsByColumnsAndTurnsThroughputs) {
  CsvShape shape = ValuesBy({"tool"});
  shape.higher_column = "tool";
  shape.higher_values = {"js"};
  const Result<std::vector<Series>> series = ReadSeries("tool,value\njs,2\ngo,3\r\njs,4\n", shape, "f");
  ASSERT_TRUE(series.ok());
  ASSERT_EQ(series->size(), 2u);
  EXPECT_EQ((*series)[0].name, "f js");
  EXPECT_THAT((*series)[0].logs, ElementsAre(DoubleEq(-std::log(2)), DoubleEq(-std::log(4))));
  EXPECT_THAT((*series)[1].logs, ElementsAre(DoubleEq(std::log(3))));
}

TEST(ReadSeries, NamesTheLineThatIsNotANumberAboveZero) {
  for (const char* row : {"0", "-1", "x", "", "nan"}) {
    const Result<std::vector<Series>> series =
        ReadSeries("value,a\n1,1\n" + std::string(row) + ",1\n", ValuesBy({}), "f");
    ASSERT_FALSE(series.ok()) << row;
    EXPECT_THAT(series.error().Text(), HasSubstr("f:3"));
  }
  EXPECT_FALSE(ReadSeries("value,a\n1\n", ValuesBy({}), "f").ok());
  EXPECT_FALSE(ReadSeries("other\n1\n", ValuesBy({}), "f").ok());
}

TEST(ReadRunMedians, LeavesOutTheFirstRequestOfARun) {
  const Result<std::vector<Series>> series =
      ReadRunMedians("setup,run,req,ttft_ms\na,0,0,99\na,0,1,2\na,0,2,4\na,1,0,99\na,1,1,5\n", "ttft_ms", "f");
  ASSERT_TRUE(series.ok());
  ASSERT_EQ(series->size(), 1u);
  EXPECT_THAT((*series)[0].logs, ElementsAre(DoubleEq(std::log(3)), DoubleEq(std::log(5))));
}

// Twelve values of 1 % spread: one pair of neighbouring blocks, taken both ways.
Series SteadySeries(std::size_t runs) {
  Series series{"steady", {}};
  for (std::size_t i = 0; i < runs; ++i) series.logs.push_back(i % 2 == 0 ? 0.01 : -0.01);
  return series;
}

TEST(ReplayBlocks, ComparesEachBlockWithTheNextBothWays) {
  const Replayed same = ReplayBlocks({SteadySeries(12)}, 0.05, 0);
  EXPECT_EQ(same.n, 2);
  EXPECT_EQ(same.passed, 2);
  EXPECT_EQ(ReplayBlocks({SteadySeries(12)}, 0.05, 0, Candidate::kLater).n, 1);
  const Replayed slower = ReplayBlocks({SteadySeries(16)}, 0.05, 0.10);
  EXPECT_EQ(slower.n, 4);
  EXPECT_EQ(slower.convicted, 4);
  EXPECT_EQ(slower.beyond, 4);
}

TEST(ReplayLooks, EndsWhereTheGateWouldStop) {
  const Replayed slower = ReplayLooks({SteadySeries(16)}, 0.05, 0.20);
  EXPECT_EQ(slower.n, 1);
  EXPECT_EQ(slower.convicted, 1);
  EXPECT_EQ(slower.runs, 4);
}

TEST(ReplayHistories, BreakTheirLimitsWhereAStepIsTakenForChange) {
  // A level that falls by 20 % half-way: one of the pairs is red, which is more than half a per cent.
  Series series = SteadySeries(20);
  for (std::size_t i = 10; i < 20; ++i) series.logs[i] += 0.2;
  HistoryClaims claims;
  claims.same = Limit::kAtMost;
  long broken = 0;
  for (const Figure& figure : FiguresOf({series}, 0.05, claims)) broken += Keeps(figure, false) ? 0 : 1;
  EXPECT_GT(broken, 0);
}

}  // namespace
}  // namespace inferproof
