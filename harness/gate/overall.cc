#include "harness/gate/overall.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/base/shell.h"
#include "harness/base/text.h"
#include "harness/gate/drift.h"
#include "harness/gate/rules.h"
#include "harness/gate/severity.h"
#include "harness/gate/waive.h"
#include "harness/gate/words.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostNamed = 3;

std::vector<const MetricVerdict*> DecidingMetrics(const Verdict& verdict) {
  std::vector<const MetricVerdict*> metrics;
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (Decides(metric)) metrics.push_back(&metric);
    }
  }
  return metrics;
}

// Metrics, whole scenarios and cases with one of two words, worst first, a few by name.
std::string NameThose(const Verdict& verdict, VerdictWord first, VerdictWord second) {
  const auto wanted = [&](VerdictWord word) { return word == first || word == second; };
  std::vector<const MetricVerdict*> metrics = DecidingMetrics(verdict);
  std::erase_if(metrics, [&](const MetricVerdict* metric) { return !wanted(metric->word); });
  std::stable_sort(metrics.begin(), metrics.end(), [](const MetricVerdict* a, const MetricVerdict* b) {
    if (a->word != b->word) return Severity(a->word) > Severity(b->word);
    return Badness(*a) > Badness(*b);
  });
  std::vector<std::string> names;
  for (const MetricVerdict* metric : metrics) names.push_back(NameInWords(*metric));
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    const bool whole = std::none_of(scenario.metrics.begin(), scenario.metrics.end(), Decides);
    if (whole && wanted(scenario.word)) names.push_back(scenario.name + " " + VerdictName(scenario.word));
  }
  if (names.size() > kMostNamed) {
    const std::size_t more = names.size() - kMostNamed;
    names.resize(kMostNamed);
    names.push_back(std::to_string(more) + " more");
  }
  const auto cases = std::count_if(verdict.cases.begin(), verdict.cases.end(), [&](const CaseVerdict& entry) {
    return wanted(entry.word) && (entry.gates || entry.word == VerdictWord::kImproved);
  });
  if (cases > 0) names.push_back(Counted(cases, "quality case"));
  return Join(names, ", ");
}

// The first scenario that ended in `word`, with its reason; else what quality says.
std::string FirstReason(const Verdict& verdict, VerdictWord word) {
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    if (scenario.word == word) return scenario.name + ": " + scenario.reason;
  }
  for (const CaseVerdict& entry : verdict.cases) {
    if (entry.word == word) return "quality case " + entry.id + ": " + entry.reason;
  }
  return "quality: " + verdict.quality_summary;
}

// The worst upper bound of what the gate metrics may hide, as a slow-down; nothing when none has an interval.
std::optional<double> WorstSlowDown(const Verdict& verdict) {
  std::optional<double> worst;
  for (const MetricVerdict* metric : DecidingMetrics(verdict)) {
    if (!metric->change || !metric->relative || metric->better == Better::kNeither) continue;
    const double kept = std::max(1 + metric->change->lo, 1e-9);  // of a throughput
    const double slower = metric->better == Better::kHigher ? 1 / kept - 1 : metric->change->hi;
    worst = std::max(worst.value_or(0), slower);
  }
  return worst;
}

std::string NothingFound(const Verdict& verdict) {
  const std::optional<double> worst = WorstSlowDown(verdict);
  const std::vector<std::string> waived = WaivedByName(verdict);
  std::string line = waived.empty() ? "no regression found; " : "no regression found beside what is waived; ";
  line += worst ? "slow-downs above " + FormatFixed(*worst * 100, 1) + " % are excluded"
                : std::string("no speed metric was able to fail");
  const std::string undecided = NameThose(verdict, VerdictWord::kInconclusive, VerdictWord::kInconclusive);
  if (!undecided.empty()) line += "; undecided: " + undecided;
  return waived.empty() ? line : line + "; would have failed: " + Join(waived, ", ");
}

// The worst change that a gate metric is sure to see, such as 0.14.
std::optional<double> SeesFrom(const Verdict& verdict) {
  std::optional<double> worst;
  for (const MetricVerdict* metric : DecidingMetrics(verdict)) {
    if (!metric->fails_from || !metric->relative) continue;
    worst = std::max(worst.value_or(0), std::abs(*metric->fails_from));
  }
  return worst;
}

void AddStoredCaveats(const GateInput& input, const Verdict& verdict, std::vector<std::string>& caveats) {
  caveats.push_back("against a stored baseline: session effect estimated, not controlled");
  if (input.baseline->sessions.size() == 1) {
    caveats.push_back("one session: the spread between sessions is assumed, not measured");
  }
  if (const auto sees = SeesFrom(verdict)) {
    caveats.push_back("such a gate sees about " + FormatFixed(*sees * 100, 0) + " %");
  }
}

// Many small accepted losses add up; each baseline keeps where it started. Beyond twice the band it fails by itself.
void AddDrift(const Verdict& verdict, std::vector<std::string>& caveats) {
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      if (!IsDrift(metric) || Decides(metric) || metric.word != VerdictWord::kRegressed) continue;
      caveats.push_back("drift: " + scenario.name + " " + metric.metric.substr(std::string_view(kDriftPrefix).size()) +
                        " of accepted baselines has moved " + ChangeInWords(metric, metric.change->value) +
                        " from its anchor (band " + BandInWords(metric, metric.limit) + ")");
    }
  }
}

bool HasSpeedGate(const ScenarioVerdict& scenario) {
  return std::any_of(scenario.metrics.begin(), scenario.metrics.end(), [](const MetricVerdict& metric) {
    return metric.role == Role::kGate && metric.change && metric.relative && !IsDrift(metric);
  });
}

void AddUngated(const Verdict& verdict, std::vector<std::string>& caveats) {
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    const bool compared = scenario.word == VerdictWord::kPass || scenario.word == VerdictWord::kInconclusive ||
                          scenario.word == VerdictWord::kImproved;
    if (compared && !HasSpeedGate(scenario)) caveats.push_back(scenario.name + ": no speed metric was able to fail");
  }
}

}  // namespace

VerdictWord OverallWord(const Verdict& verdict) {
  VerdictWord word = VerdictWord::kPass;
  for (const ScenarioVerdict& scenario : verdict.scenarios) word = Worse(scenario.word, word);
  // New cases alone make nothing new.
  if (verdict.quality != VerdictWord::kNew) word = Worse(verdict.quality, word);
  return verdict.scenarios.empty() ? Worse(VerdictWord::kInvalid, word) : word;
}

std::string Headline(const GateInput& input, const Verdict& verdict) {
  switch (verdict.word) {
    case VerdictWord::kRegressed:
    case VerdictWord::kMissing:
      return VerdictName(verdict.word) + ": " + NameThose(verdict, VerdictWord::kRegressed, VerdictWord::kMissing);
    case VerdictWord::kImproved:
      return "improved: " + NameThose(verdict, VerdictWord::kImproved, VerdictWord::kImproved);
    case VerdictWord::kInvalid:
    case VerdictWord::kIncomparable:
      return VerdictName(verdict.word) + ": " + FirstReason(verdict, verdict.word);
    case VerdictWord::kNew:
      if (input.against == Against::kNothing) {
        return "new: no baseline for " + input.candidate.target_name + "/" + input.candidate.environment + "/" +
               input.candidate.suite_name + ", nothing was compared";
      }
      return "new: " + FirstReason(verdict, verdict.word);
    case VerdictWord::kPass:
    case VerdictWord::kInconclusive:
      break;
  }
  return VerdictName(verdict.word) + ": " + NothingFound(verdict);
}

std::vector<std::string> Caveats(const GateInput& input, const Verdict& verdict) {
  std::vector<std::string> caveats;
  if (input.against == Against::kStored) AddStoredCaveats(input, verdict, caveats);
  if (input.candidate.restart != "run") caveats.push_back("process-to-process variation not sampled");
  AddDrift(verdict, caveats);
  AddUngated(verdict, caveats);
  for (std::string& note : WaiverNotes(input, verdict)) caveats.push_back(std::move(note));
  for (const std::string& not_run : input.candidate.quality_not_run) {
    caveats.push_back("quality not run: " + Truncate(not_run, 200));
  }
  return caveats;
}

std::string NextCommand(const Verdict& verdict) {
  const bool accepts = verdict.word == VerdictWord::kNew || verdict.word == VerdictWord::kImproved ||
                       verdict.word == VerdictWord::kIncomparable;
  return accepts ? "inferproof baseline update RESULT --reason \"...\"" : "";
}

std::string RepeatCommand(const ResultFile& candidate) {
  std::vector<std::string> words;
  for (const std::string& word : candidate.command_line) words.push_back(ShellQuoted(word));
  return Join(words, " ");
}

}  // namespace inferproof
