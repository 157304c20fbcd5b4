#include "tests/calibration/pictures/pictures.h"

#include <cmath>

#include "harness/base/number.h"
#include "tests/calibration/model/cells.h"
#include "tests/calibration/model/suite_rates.h"

namespace inferproof {
namespace {

constexpr double kMostChange = 0.15;
constexpr int kSteps = 15;

PlotAxis ChangeAxis() {
  return {.label = "true slow-down of one of ten metrics", .from = 0, .to = kMostChange, .percent = true, .ticks = {}};
}
PlotAxis ShareAxis(const std::string& label) {
  return {.label = label, .from = 0, .to = 1, .percent = true, .ticks = {}};
}

PlotPoint PointOf(double x, long hits, long n) {
  const Figure share = ShareOf("", hits, n);
  return {x, share.value, share.bounds.lo, share.bounds.hi};
}

// The curves of `pick` over the true change.
template <typename Simulate, typename Pick>
PlotSeries Curve(std::string name, double most, const Simulate& simulate, const Pick& pick) {
  PlotSeries series{.name = std::move(name), .points = {}};
  for (int i = 0; i <= kSteps; ++i) {
    const double change = most * i / kSteps;
    series.points.push_back(pick(change, simulate(change)));
  }
  return series;
}

PlotPoint FoundAt(double change, const SuiteTally& tally) {
  return PointOf(change, change > 0 ? tally.found : tally.red, tally.suites);
}

// Five intervals and the words that rule 3 gives them at a band of 5 %.
SvgPlot Words(std::uint64_t, long) {
  SvgPlot plot;
  plot.title = "What an interval and a band of 5 % mean (lower is better)";
  plot.description =
      "Five intervals of a change against a band of 5 %: regressed lies above the band, pass ends below it, improved "
      "lies "
      "below minus the band, and two that cross the band are inconclusive.";
  plot.x = {.label = "",
            .from = 0,
            .to = 6,
            .percent = false,
            .ticks = {{1, "regressed"}, {2, "inconclusive"}, {3, "inconclusive"}, {4, "pass"}, {5, "improved"}}};
  plot.y = {.label = "change of the candidate", .from = -0.16, .to = 0.24, .percent = true, .ticks = {}};
  plot.series = {{.name = "estimate and interval",
                  .points = {{1, 0.13, 0.08, 0.18},
                             {2, 0.08, 0.02, 0.14},
                             {3, 0.01, -0.05, 0.07},
                             {4, 0.01, -0.02, 0.04},
                             {5, -0.10, -0.14, -0.06}},
                  .line = false}};
  plot.rules = {{false, 0.05, "band +5 %"}, {false, 1 / 1.05 - 1, "the same, better"}};
  return plot;
}

SvgPlot Power(std::uint64_t seed, long n) {
  SvgPlot plot;
  plot.title = "How often a slow-down is found beside a base";
  plot.description =
      "Share of simulated suites in which the slowed metric is convicted, over its true slow-down, with 95 % bounds: "
      "near 0 "
      "inside the band, rising through 50 % near 6 % (band 3 %) and 8 % (band 5 %).";
  plot.x = ChangeAxis();
  plot.y = ShareAxis("convicted");
  for (const double band : {0.03, 0.05}) {
    plot.series.push_back(Curve(
        "band " + FormatFixed(band * 100, 0) + " %, run spread 2 %", kMostChange,
        [&](double change) { return SimulateBesideABase("picture power", {}, band, change, seed, n); }, FoundAt));
  }
  RunNoise noisy;
  noisy.spread = 0.04;
  plot.series.push_back(Curve(
      "band 5 %, run spread 4 %", kMostChange,
      [&](double change) { return SimulateBesideABase("picture power", noisy, 0.05, change, seed, n); }, FoundAt));
  plot.rules = {{false, 0.95, "95 %"}};
  return plot;
}

SvgPlot Runs(std::uint64_t seed, long n) {
  SvgPlot plot;
  plot.title = "How many runs a side a gate takes";
  plot.description =
      "Mean runs a side at which simulated gates end, over the true slow-down: most near the edge of the band, fewest "
      "for large slow-downs.";
  plot.x = ChangeAxis();
  plot.y = {.label = "runs a side on average", .from = 3, .to = 9, .percent = false, .ticks = {}};
  for (const double band : {0.03, 0.05}) {
    plot.series.push_back(Curve(
        "band " + FormatFixed(band * 100, 0) + " %, run spread 2 %", kMostChange,
        [&](double change) { return SimulateBesideABase("picture power", {}, band, change, seed, n); },
        [](double change, const SuiteTally& tally) {
          return PlotPoint{change, static_cast<double>(tally.runs) / static_cast<double>(tally.suites), {}, {}};
        }));
  }
  plot.rules = {{false, 4, "first look"}, {false, 8, "last look"}};
  return plot;
}

SvgPlot Stored(std::uint64_t seed, long n) {
  constexpr double kMost = 0.30;
  SvgPlot plot;
  plot.title = "How often a slow-down is found against stored sessions";
  plot.description =
      "Share of simulated suites in which the slowed metric is convicted against a stored baseline, over its true "
      "slow-down: some 20 % is needed, fewer with more sessions; with twice the stated spread there are false alarms "
      "at 0.";
  plot.x = ChangeAxis();
  plot.x.to = kMost;
  plot.y = ShareAxis("convicted (at 0: suite red)");
  struct Row {
    std::size_t sessions;
    double spread;
  };
  for (const auto& [sessions, spread] : {Row{1, 0.03}, Row{3, 0.03}, Row{5, 0.03}, Row{3, 0.06}}) {
    SessionNoise noise;
    noise.session_spread = spread;
    plot.series.push_back(Curve(
        std::to_string(sessions) + (sessions == 1 ? " session" : " sessions") + ", true spread " +
            FormatFixed(spread * 100, 0) + " % (stated 3 %)",
        kMost,
        [&, sessions = sessions](double change) {
          return SimulateStored("picture stored", noise, sessions, change, seed, n);
        },
        FoundAt));
  }
  plot.rules = {{false, 0.85, "85 %"}, {true, 0.05, "band"}};
  return plot;
}

SvgPlot Coverage(std::uint64_t seed, long n) {
  SvgPlot plot;
  plot.title = "How often an end of the printed interval keeps the truth inside";
  plot.description =
      "Coverage of the low and the high end for 4, 6 and 8 runs a side under normal, lognormal and contaminated noise, "
      "with 95 % bounds; the stated levels are 98.5, 98.5 and 98 %.";
  plot.x = {.label = "noise and runs a side", .from = 0, .to = 10, .percent = false, .ticks = {}};
  plot.y = {.label = "coverage of one end", .from = 0.96, .to = 1, .percent = true, .ticks = {}};
  plot.series = {{.name = "low end", .points = {}, .line = false}, {.name = "high end", .points = {}, .line = false}};
  const std::vector<Cell> cells = CoverageCells();
  for (std::size_t i = 0; i < 9; ++i) {
    const std::vector<Figure> figures = cells[i].figures(seed, n);
    const std::string noise = cells[i].title.substr(0, cells[i].title.find(' '));
    plot.x.ticks.push_back({static_cast<double>(i + 1), noise.substr(0, 7) + " " + std::to_string(4 + 2 * (i % 3))});
    for (std::size_t end = 0; end < 2; ++end) {
      plot.series[end].points.push_back({static_cast<double>(i + 1) + (end == 0 ? -0.1 : 0.1), figures[end].value,
                                         figures[end].bounds.lo, figures[end].bounds.hi});
    }
  }
  plot.rules = {{false, 0.985, "stated at 4 and 6 runs"}, {false, 0.98, "stated at 8 runs"}};
  return plot;
}

}  // namespace

const std::vector<Picture>& Pictures() {
  static const std::vector<Picture> kPictures = {{"words.svg", Words},
                                                 {"power.svg", Power},
                                                 {"runs.svg", Runs},
                                                 {"stored.svg", Stored},
                                                 {"coverage.svg", Coverage}};
  return kPictures;
}

}  // namespace inferproof
