#include "harness/gate/waive.h"

#include <algorithm>

#include "harness/base/text.h"
#include "harness/gate/rules.h"
#include "harness/gate/severity.h"
#include "harness/gate/words.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostText = 200;

bool Failed(VerdictWord word) { return word == VerdictWord::kRegressed || word == VerdictWord::kMissing; }

std::string InWords(const Waiver& waiver) {
  return "waived until " + waiver.expires + " by " + Truncate(waiver.owner, kMostText) + ": " +
         Truncate(waiver.reason, kMostText);
}

bool Covers(const Waiver& waiver, const std::string& scenario, const std::string& metric) {
  return waiver.metric == metric && (waiver.scenario == "*" || waiver.scenario == scenario);
}

std::string Excused(const Waiver& waiver, const std::string& reason) {
  return "would have failed: " + reason + "; " + InWords(waiver);
}

// Names of what stands in a verdict only when it went wrong.
bool IsFault(const std::string& metric) {
  return metric == kServerDied || metric == kServerRestarted || metric == kUsageDisagrees ||
         metric.starts_with(kFailedPrefix) || metric.starts_with(kDriftPrefix);
}

bool MatchesCase(const Waiver& waiver, const Verdict& verdict) {
  return verdict.cases.empty() || std::any_of(verdict.cases.begin(), verdict.cases.end(),
                                              [&](const CaseVerdict& entry) { return waiver.case_id == entry.id; });
}

bool MatchesMetric(const Waiver& waiver, const Verdict& verdict) {
  if (IsFault(*waiver.metric)) return true;
  return std::any_of(verdict.scenarios.begin(), verdict.scenarios.end(), [&](const ScenarioVerdict& scenario) {
    return std::any_of(scenario.metrics.begin(), scenario.metrics.end(),
                       [&](const MetricVerdict& metric) { return Covers(waiver, scenario.name, metric.metric); });
  });
}

std::string NameOf(const Waiver& waiver) {
  if (waiver.case_id) return "quality case " + *waiver.case_id;
  return *waiver.metric + (waiver.scenario == "*" ? "" : " of " + waiver.scenario);
}

}  // namespace

void WaiveMetrics(const Suite& suite, ScenarioVerdict& scenario) {
  for (MetricVerdict& metric : scenario.metrics) {
    if (!Decides(metric) || !Failed(metric.word)) continue;
    const auto waiver = std::find_if(suite.waivers.begin(), suite.waivers.end(),
                                     [&](const Waiver& known) { return Covers(known, scenario.name, metric.metric); });
    if (waiver == suite.waivers.end()) continue;
    metric.waived = InWords(*waiver);
    metric.reason = Excused(*waiver, metric.reason);
  }
}

void WaiveCases(const GateInput& input, std::vector<CaseVerdict>& cases) {
  for (CaseVerdict& entry : cases) {
    if (!entry.gates || !Failed(entry.word)) continue;
    const auto waiver = std::find_if(input.suite.waivers.begin(), input.suite.waivers.end(),
                                     [&](const Waiver& known) { return known.case_id == entry.id; });
    if (waiver == input.suite.waivers.end()) continue;
    const bool critical = std::any_of(input.candidate.quality.begin(), input.candidate.quality.end(),
                                      [&](const CaseResult& asked) { return asked.id == entry.id && asked.critical; });
    if (critical) {
      entry.reason += "; a critical case admits no waiver";
      continue;
    }
    entry.gates = false;
    entry.waived = InWords(*waiver);
    entry.reason = Excused(*waiver, entry.reason);
  }
}

std::vector<std::string> WaivedByName(const Verdict& verdict) {
  std::vector<std::string> names;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (metric.waived) names.push_back(NameInWords(metric));
    }
  }
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.waived) names.push_back("quality case " + entry.id);
  }
  return names;
}

std::vector<std::string> WaiverNotes(const GateInput& input, const Verdict& verdict) {
  std::vector<std::string> notes;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (metric.waived) notes.push_back("would have failed: " + NameInWords(metric) + "; " + *metric.waived);
    }
  }
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.waived) notes.push_back("would have failed: quality case " + entry.id + "; " + *entry.waived);
  }
  for (const Waiver& waiver : input.suite.waivers) {
    if (waiver.case_id ? MatchesCase(waiver, verdict) : MatchesMetric(waiver, verdict)) continue;
    notes.push_back("the waiver for " + NameOf(waiver) + " (" + input.suite.path + ":" +
                    std::to_string(waiver.position.line) + ") matches nothing: remove it");
  }
  return notes;
}

}  // namespace inferproof
