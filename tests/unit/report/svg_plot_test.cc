#include "harness/report/svg_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SvgPlot TwoPoints() {
  SvgPlot plot;
  plot.title = "Found";
  plot.description = "The share found rises.";
  plot.x = {.label = "change", .from = 0, .to = 0.1, .percent = true, .ticks = {}};
  plot.y = {.label = "share", .from = 0, .to = 1, .percent = true, .ticks = {}};
  plot.series = {{.name = "one", .points = {{0, 0, {}, {}}, {0.1, 1, 0.9, 1}}}};
  return plot;
}

TEST(SvgPlot, PutsValuesWhereTheAxesSay) {
  // The plot spans 72 to 696 across and 344 up to 44: its corners are the two points.
  EXPECT_THAT(RenderSvg(TwoPoints()), HasSubstr("<path d=\"M72.0 344.0L696.0 44.0\""));
}

TEST(SvgPlot, DrawsTheIntervalOfAPoint) {
  // 0.9 of the way from 344 to 44 is 74.
  EXPECT_THAT(RenderSvg(TwoPoints()), HasSubstr("x1=\"696.0\" y1=\"74.0\" x2=\"696.0\" y2=\"44.0\""));
}

TEST(SvgPlot, LabelsRoundTicksInPerCent) {
  const std::string svg = RenderSvg(TwoPoints());
  for (const char* label : {">0 %<", ">2 %<", ">10 %<", ">20 %<", ">100 %<"}) EXPECT_THAT(svg, HasSubstr(label));
  EXPECT_THAT(svg, Not(HasSubstr(">1 %<")));
}

TEST(SvgPlot, LabelsTheTicksItIsGiven) {
  SvgPlot plot = TwoPoints();
  plot.x.ticks = {{0.05, "half"}, {7, "outside"}};
  EXPECT_THAT(RenderSvg(plot), HasSubstr(">half<"));
  EXPECT_THAT(RenderSvg(plot), Not(HasSubstr("outside")));
}

TEST(SvgPlot, EscapesAndBoundsEveryText) {
  SvgPlot plot = TwoPoints();
  const std::string hostile = "<script>alert(\"1\")</script>&\x01\xff";
  plot.title = plot.description = plot.x.label = plot.y.label = plot.series[0].name = hostile;
  plot.rules = {{false, 0.5, hostile}};
  plot.x.ticks = {{0.05, hostile + std::string(5000, 'x')}};
  const std::string svg = RenderSvg(plot);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;alert(\"1\")&lt;/script&gt;&amp;"));
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_LT(svg.size(), 10000u);
}

TEST(SvgPlot, LeavesOutWhatIsNotFiniteOrHasNoRoom) {
  SvgPlot plot = TwoPoints();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  plot.series[0].points = {
      {kNaN, 0.5, {}, {}}, {0.05, kInfinity, {}, {}}, {0.05, 0.5, -kInfinity, kInfinity}, {2, 0.5, {}, {}}};
  plot.rules = {{true, kNaN, "nowhere"}};
  const std::string svg = RenderSvg(plot);
  EXPECT_THAT(svg, HasSubstr("<path d=\"M384.0 194.0\""));
  EXPECT_THAT(svg, Not(HasSubstr("nowhere")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(SvgPlot, SurvivesAxesWithoutRoom) {
  for (const auto& [from, to] : {std::pair{1.0, 1.0},
                                 {2.0, 1.0},
                                 {0.0, std::numeric_limits<double>::infinity()},
                                 {0.0, std::numeric_limits<double>::denorm_min()},
                                 {1e300, 1e300 * (1 + 1e-15)}}) {
    SvgPlot plot = TwoPoints();
    plot.x.from = from;
    plot.x.to = to;
    EXPECT_THAT(RenderSvg(plot), HasSubstr("</svg>"));
  }
}

TEST(SvgPlot, HasColoursForLightAndDarkAndNoScript) {
  const std::string svg = RenderSvg(TwoPoints());
  EXPECT_THAT(svg, HasSubstr("@media(prefers-color-scheme:dark)"));
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
  EXPECT_THAT(svg, Not(HasSubstr("script")));
  EXPECT_THAT(svg, Not(HasSubstr("href")));
}

TEST(SvgPlot, NamesItsSeriesInALegend) {
  SvgPlot plot = TwoPoints();
  plot.series.push_back({.name = "two", .points = {{0.05, 0.5, {}, {}}}, .line = false});
  const std::string svg = RenderSvg(plot);
  EXPECT_THAT(svg, HasSubstr(">one<"));
  EXPECT_THAT(svg, HasSubstr(">two<"));
}

}  // namespace
}  // namespace inferproof
