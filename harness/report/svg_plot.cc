#include "harness/report/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/report/xml.h"

namespace inferproof {
namespace {

constexpr double kWidth = 720;
constexpr double kLeft = 72, kRight = 24, kTop = 44, kBottom = 56;
constexpr double kPlotHeight = 300;
constexpr double kLegendRow = 20;
constexpr std::size_t kMostText = 400;
constexpr std::size_t kMostPoints = 10'000;  // of a series
constexpr std::size_t kMostTicks = 40;
constexpr std::size_t kStyles = 6;

// Okabe & Ito's colours, told apart by the colour-blind; lighter ones on dark. Every rule is for this plot alone, so
// that it can stand inside a page.
constexpr std::string_view kStyle =
    "<style>"
    ".svg-plot{font:13px system-ui,sans-serif;"
    "--ground:#fff;--text:#1f2328;--soft:#59636e;--grid:#d8dee4;"
    "--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b0528a;--s4:#8a6d00;--s5:#444}"
    "@media(prefers-color-scheme:dark){.svg-plot{"
    "--ground:#0d1117;--text:#e6edf3;--soft:#9198a1;--grid:#30363d;"
    "--s0:#56b4e9;--s1:#f0883e;--s2:#2ec4a0;--s3:#e7a6cb;--s4:#f0e442;--s5:#c9d1d9}}"
    ".svg-plot .ground{fill:var(--ground)}.svg-plot .text{fill:var(--text)}.svg-plot .soft{fill:var(--soft)}"
    ".svg-plot .axis,.svg-plot .rule{stroke:var(--soft)}.svg-plot .grid{stroke:var(--grid)}"
    ".svg-plot .s0{color:var(--s0)}.svg-plot .s1{color:var(--s1)}.svg-plot .s2{color:var(--s2)}"
    ".svg-plot .s3{color:var(--s3)}.svg-plot .s4{color:var(--s4)}.svg-plot .s5{color:var(--s5)}"
    "</style>";
constexpr std::array<std::string_view, kStyles> kDashes = {"", "7 4", "2 3", "9 3 2 3", "4 2", "1 4"};

std::string Escaped(const std::string& text) { return XmlText(Truncate(text, kMostText)); }

std::string Coordinate(double value) { return FormatFixed(value, 1); }

// From values of one axis to places in the picture.
struct Span {
  double from, to;    // values
  double start, end;  // places
  double At(double value) const { return start + (value - from) / (to - from) * (end - start); }
  bool Holds(double value) const { return std::isfinite(value) && value >= from && value <= to; }
};

Span SpanOf(const PlotAxis& axis, double start, double end) {
  constexpr double kLeastRoom = 1e-9;  // of the larger end: below it ticks would all be the same number
  const double size = std::max({std::abs(axis.from), std::abs(axis.to), kLeastRoom});
  const double room = axis.to - axis.from;
  const bool usable = std::isfinite(size) && std::isfinite(room) && room > kLeastRoom * size;
  return usable ? Span{axis.from, axis.to, start, end} : Span{0, 1, start, end};
}

// About `wanted` steps of 1, 2 or 5 times a power of ten.
double RoundStep(double range, double wanted) {
  const double rough = range / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

std::string TickLabel(double value, double step, bool percent) {
  const double shown = percent ? value * 100 : value;
  const double shown_step = percent ? step * 100 : step;
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(shown_step) - 1e-9)), 0, 6);
  return FormatFixed(shown, decimals) + (percent ? " %" : "");
}

std::vector<PlotTick> TicksOf(const PlotAxis& axis, const Span& span) {
  std::vector<PlotTick> ticks;
  if (!axis.ticks.empty()) {
    for (const PlotTick& tick : axis.ticks)
      if (span.Holds(tick.at) && ticks.size() < kMostTicks) ticks.push_back(tick);
    return ticks;
  }
  const double step = RoundStep(span.to - span.from, 6);
  const double first = std::ceil(span.from / step - 1e-9);
  const double last = std::floor(span.to / step + 1e-9);
  for (double i = first; i <= last && ticks.size() < kMostTicks; ++i)
    ticks.push_back({i * step, TickLabel(i * step, step, axis.percent)});
  return ticks;
}

std::string Line(std::string_view style, double x1, double y1, double x2, double y2, std::string_view more = "") {
  std::string line = "<line class=\"";
  line += style;
  line += "\" x1=\"" + Coordinate(x1) + "\" y1=\"" + Coordinate(y1) + "\" x2=\"" + Coordinate(x2) + "\" y2=\"" +
          Coordinate(y2) + "\"";
  line += more;
  return line + "/>\n";
}

std::string Text(std::string_view style, double x, double y, std::string_view anchor, const std::string& text,
                 std::string_view more = "") {
  std::string element = "<text class=\"";
  element += style;
  element += "\" x=\"" + Coordinate(x) + "\" y=\"" + Coordinate(y) + "\" text-anchor=\"";
  element += anchor;
  element += "\"";
  element += more;
  return element + ">" + Escaped(text) + "</text>\n";
}

// A mark of its own for each style: circle, square, diamond, triangle, cross, ring.
std::string Mark(std::size_t style, double x, double y) {
  const auto path = [](const std::string& d, bool filled) {
    return "<path d=\"" + d + "\" fill=\"" + (filled ? "currentColor" : "none") +
           "\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\n";
  };
  const auto at = [&](double dx, double dy) { return Coordinate(x + dx) + " " + Coordinate(y + dy); };
  switch (style % kStyles) {
    case 1:
      return path("M" + at(-3.5, -3.5) + "H" + Coordinate(x + 3.5) + "V" + Coordinate(y + 3.5) + "H" +
                      Coordinate(x - 3.5) + "Z",
                  true);
    case 2:
      return path("M" + at(0, -5) + "L" + at(5, 0) + "L" + at(0, 5) + "L" + at(-5, 0) + "Z", true);
    case 3:
      return path("M" + at(0, -4.5) + "L" + at(4.5, 4) + "L" + at(-4.5, 4) + "Z", true);
    case 4:
      return path("M" + at(-4, -4) + "L" + at(4, 4) + "M" + at(4, -4) + "L" + at(-4, 4), false);
    default:
      return "<circle cx=\"" + Coordinate(x) + "\" cy=\"" + Coordinate(y) + "\" r=\"3.8\" fill=\"" +
             (style % kStyles == 0 ? "currentColor" : "none") + "\" stroke=\"currentColor\" stroke-width=\"1.5\"/>\n";
  }
}

std::string Dash(std::size_t style) {
  const std::string_view dash = kDashes[style % kStyles];
  return dash.empty() ? std::string() : " stroke-dasharray=\"" + std::string(dash) + "\"";
}

std::string StrokeOf(std::size_t style) { return " stroke=\"currentColor\" stroke-width=\"2\"" + Dash(style); }

std::string Axes(const SvgPlot& plot, const Span& x, const Span& y) {
  std::string svg;
  for (const PlotTick& tick : TicksOf(plot.y, y)) {
    svg += Line("grid", x.start, y.At(tick.at), x.end, y.At(tick.at));
    svg += Text("soft", x.start - 8, y.At(tick.at) + 4, "end", tick.label);
  }
  for (const PlotTick& tick : TicksOf(plot.x, x)) {
    svg += Line("axis", x.At(tick.at), y.start, x.At(tick.at), y.start + 5);
    svg += Text("soft", x.At(tick.at), y.start + 20, "middle", tick.label);
  }
  svg += Line("axis", x.start, y.start, x.end, y.start);
  svg += Line("axis", x.start, y.start, x.start, y.end);
  svg += Text("text", (x.start + x.end) / 2, y.start + 42, "middle", plot.x.label);
  const double middle = (y.start + y.end) / 2;
  svg += Text("text", 18, middle, "middle", plot.y.label, " transform=\"rotate(-90 18 " + Coordinate(middle) + ")\"");
  return svg;
}

std::string Rules(const SvgPlot& plot, const Span& x, const Span& y) {
  std::string svg;
  for (const PlotRule& rule : plot.rules) {
    if (!(rule.vertical ? x : y).Holds(rule.at)) continue;
    const double place = (rule.vertical ? x : y).At(rule.at);
    if (rule.vertical) {
      svg += Line("rule", place, y.start, place, y.end, " stroke-dasharray=\"4 4\"");
      svg += Text("soft", place + 5, y.end + 14, "start", rule.label);
    } else {
      svg += Line("rule", x.start, place, x.end, place, " stroke-dasharray=\"4 4\"");
      svg += Text("soft", x.end - 4, place - 5, "end", rule.label);
    }
  }
  return svg;
}

std::string DrawSeries(const PlotSeries& series, std::size_t style, const Span& x, const Span& y) {
  std::string path, intervals, marks;
  const std::size_t count = std::min(series.points.size(), kMostPoints);
  for (std::size_t i = 0; i < count; ++i) {
    const PlotPoint& point = series.points[i];
    if (!x.Holds(point.x) || !y.Holds(point.y)) continue;
    const double across = x.At(point.x);
    path += (path.empty() ? "M" : "L") + Coordinate(across) + " " + Coordinate(y.At(point.y));
    if (point.lo && point.hi && std::isfinite(*point.lo) && std::isfinite(*point.hi)) {
      const double lo = y.At(std::clamp(*point.lo, y.from, y.to));
      const double hi = y.At(std::clamp(*point.hi, y.from, y.to));
      intervals += Line("", across, lo, across, hi, " stroke=\"currentColor\" stroke-width=\"1.5\"");
    }
    if (series.marks) marks += Mark(style, across, y.At(point.y));
  }
  std::string svg = "<g class=\"s" + std::to_string(style % kStyles) + "\">\n";
  if (series.line && !path.empty()) svg += "<path d=\"" + path + "\" fill=\"none\"" + StrokeOf(style) + "/>\n";
  return svg + intervals + marks + "</g>\n";
}

std::string Legend(const SvgPlot& plot, double top) {
  std::string svg;
  double y = top;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    if (series.name.empty()) continue;
    svg += "<g class=\"s" + std::to_string(i % kStyles) + "\">\n";
    if (series.line) svg += Line("", kLeft, y, kLeft + 34, y, StrokeOf(i));
    if (series.marks) svg += Mark(i, kLeft + 17, y);
    svg += "</g>\n" + Text("text", kLeft + 44, y + 4, "start", series.name);
    y += kLegendRow;
  }
  return svg;
}

}  // namespace

std::string RenderSvg(const SvgPlot& plot) {
  const auto named = std::count_if(plot.series.begin(), plot.series.end(),
                                   [](const PlotSeries& series) { return !series.name.empty(); });
  const double height = kTop + kPlotHeight + kBottom + kLegendRow * static_cast<double>(named);
  const Span x = SpanOf(plot.x, kLeft, kWidth - kRight);
  const Span y = SpanOf(plot.y, kTop + kPlotHeight, kTop);

  const std::string size = Coordinate(kWidth) + " " + Coordinate(height);
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" +
                    Coordinate(kWidth) + "\" height=\"" + Coordinate(height) +
                    "\" class=\"svg-plot\" role=\"img\">\n<title>" + Escaped(plot.title) + "</title>\n<desc>" +
                    Escaped(plot.description) + "</desc>\n";
  svg += kStyle;
  svg += "\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n";
  svg += Text("text", kLeft, 24, "start", plot.title, " font-weight=\"600\" font-size=\"15\"");
  svg += Axes(plot, x, y) + Rules(plot, x, y);
  for (std::size_t i = 0; i < plot.series.size(); ++i) svg += DrawSeries(plot.series[i], i, x, y);
  svg += Legend(plot, kTop + kPlotHeight + kBottom);
  return svg + "</svg>\n";
}

}  // namespace inferproof
