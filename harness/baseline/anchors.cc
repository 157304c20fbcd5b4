#include "harness/baseline/anchors.h"

#include <cmath>
#include <utility>

#include "harness/base/number.h"
#include "harness/baseline/acceptance.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

bool SameMeasure(const Baseline& old, const Baseline& baseline) {
  return old.suite_version == baseline.suite_version && old.metric_definitions == baseline.metric_definitions;
}

void Retire(const Baseline& old, const UpdateRequest& request, const std::string& reason, Baseline& baseline) {
  if (!old.anchors.empty()) baseline.past_anchors.push_back({request.at, request.by, reason, old.anchors});
}

// The move in the bad direction, above 0 when it got worse; nothing where no ratio says it.
std::optional<double> Worsening(const std::string& metric, double anchor, double now) {
  const MetricDefinition* definition = FindMetric(metric);
  if (definition == nullptr || definition->better == Better::kNeither || anchor <= 0 || now <= 0) return std::nullopt;
  const double slower = definition->better == Better::kHigher ? anchor / now : now / anchor;
  return slower - 1;
}

}  // namespace

void SetAnchors(const std::optional<Baseline>& old, const UpdateRequest& request, Baseline& baseline,
                std::vector<std::string>& notes) {
  if (old) baseline.past_anchors = old->past_anchors;
  if (old && !SameMeasure(*old, baseline)) {
    Retire(*old, request, "another suite version or metric definition: " + request.reason, baseline);
    notes.push_back("anchors start again: another suite version or metric definition measures something else");
  } else if (old && request.new_anchor) {
    Retire(*old, request, request.reason, baseline);
    notes.push_back("anchors start again; the old ones stay in the file under past_anchors");
  } else if (old) {
    baseline.anchors = old->anchors;
  }
  for (const BaselineSession& session : baseline.sessions) {
    for (const auto& [scenario, metrics] : session.values) {
      for (const auto& [metric, values] : metrics) {
        baseline.anchors[scenario].try_emplace(metric, *AcceptedMean(baseline, scenario, metric));
      }
    }
  }
}

std::vector<std::string> DriftBeyondBands(const Baseline& baseline, const BandOf& band_of) {
  std::vector<std::string> lines;
  for (const auto& [scenario, metrics] : baseline.anchors) {
    for (const auto& [metric, anchor] : metrics) {
      const std::optional<double> now = AcceptedMean(baseline, scenario, metric);
      const std::optional<Band> band = band_of(scenario, metric);
      if (!now || !band) continue;
      const std::optional<double> worse = Worsening(metric, anchor, *now);
      const double limit = std::max(band->relative, anchor > 0 ? band->absolute / anchor : 0);
      if (!worse || *worse <= limit) continue;
      lines.push_back("drift: " + scenario + " " + metric + " has moved " + FormatPercent(*now / anchor - 1) +
                      " from its anchor, more than its band (" + FormatFixed(limit * 100, 1) +
                      " %); beyond twice the band the gate fails");
    }
  }
  return lines;
}

}  // namespace inferproof
