#pragma once

#include <optional>
#include <string>
#include <vector>

namespace inferproof {

// One observation; `lo` to `hi` is drawn as an interval around it.
struct PlotPoint {
  double x = 0;
  double y = 0;
  std::optional<double> lo;
  std::optional<double> hi;
};

struct PlotSeries {
  std::string name;  // for the legend; empty: not in it
  std::vector<PlotPoint> points;
  bool line = true;  // joins the points in their order
  bool marks = true;
};

// A line across the whole plot, such as a limit or a band.
struct PlotRule {
  bool vertical = false;
  double at = 0;
  std::string label;
};

struct PlotTick {
  double at = 0;
  std::string label;
};

struct PlotAxis {
  std::string label;
  double from = 0;
  double to = 1;
  bool percent = false;         // 0.05 is labelled "5 %"
  std::vector<PlotTick> ticks;  // empty: round numbers
};

struct SvgPlot {
  std::string title;
  std::string description;  // for those who do not see it
  PlotAxis x;
  PlotAxis y;
  std::vector<PlotSeries> series;
  std::vector<PlotRule> rules;
};

// A self-contained SVG document: no scripts, nothing fetched, colours for light and dark by a media query, series told
// apart by dashes and marks as well. All text is escaped and bounded; what is not finite or has no room is left out.
// The same plot gives the same bytes.
std::string RenderSvg(const SvgPlot& plot);

}  // namespace inferproof
