#include "harness/gate/sides.h"

#include <algorithm>
#include <cmath>

#include "harness/base/text.h"
#include "harness/gate/rules.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

std::int64_t CountOf(const std::map<std::string, std::int64_t>& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

void AddNames(const std::map<std::string, MetricValue>& values, std::set<std::string>& names) {
  for (const auto& [metric, value] : values) names.insert(metric);
}

void NoteNamed(const RunResult& run, const char* name, const std::optional<std::string>& why, Failures& failures) {
  if (why) failures.named[name].push_back("run " + std::to_string(run.run + 1) + ": " + *why);
}

}  // namespace

Sides SidesOf(const GateInput& input, const ScenarioSummary& summary) {
  Sides sides;
  sides.summary = summary;
  for (const RunResult& run : input.candidate.runs) {
    if (run.scenario == summary.name) (run.side == "base" ? sides.base : sides.candidate).push_back(&run);
  }
  // The order in which runs stand in a file decides nothing.
  const auto by_number = [](const RunResult* a, const RunResult* b) { return a->run < b->run; };
  std::stable_sort(sides.candidate.begin(), sides.candidate.end(), by_number);
  std::stable_sort(sides.base.begin(), sides.base.end(), by_number);
  if (input.baseline != nullptr) {
    const auto stored = input.baseline->scenarios.find(summary.name);
    if (stored != input.baseline->scenarios.end()) sides.stored = &stored->second;
  }
  return sides;
}

double AlphaOf(const GateInput& input, const Sides& sides) {
  return input.alpha(static_cast<int>(std::min(sides.base.size(), sides.candidate.size())));
}

double AlphaOf(const GateInput& input, const Sample& base, const Sample& candidate) {
  return input.alpha(std::min(base.asked(), candidate.asked()));
}

int Sample::runs() const {
  std::size_t count = 0;
  for (const std::vector<double>& session : sessions) count += session.size();
  return static_cast<int>(count);
}

std::vector<double> Sample::Pooled() const {
  std::vector<double> all;
  for (const std::vector<double>& session : sessions) all.insert(all.end(), session.begin(), session.end());
  return all;
}

Sample SampleOf(const std::vector<const RunResult*>& runs, const std::string& metric) {
  Sample sample;
  std::vector<double> values;
  for (const RunResult* run : runs) {
    const auto found = run->metrics.values.find(metric);
    if (found == run->metrics.values.end()) {
      ++sample.absent;
      continue;
    }
    values.push_back(found->second.value);
    sample.approximate = sample.approximate || found->second.approximate;
    sample.n_too_small = sample.n_too_small || found->second.n_too_small;
    sample.definitions.insert(found->second.definition);
  }
  // Sums of doubles depend on their order; the verdict must not.
  std::sort(values.begin(), values.end());
  if (!values.empty()) sample.sessions.push_back(std::move(values));
  return sample;
}

std::optional<std::string> WhyDefinitionsDiffer(const Sample& base, const Sample& candidate) {
  std::set<std::string> all = base.definitions;
  all.insert(candidate.definitions.begin(), candidate.definitions.end());
  if (base.empty() || candidate.empty() || all.size() <= 1) return std::nullopt;
  const auto words = [](const Sample& sample) {
    std::vector<std::string> names;
    for (const std::string& name : sample.definitions) names.push_back(name.empty() ? "inferproof's own" : name);
    return Truncate(Join(names, " and "), 120);
  };
  return "two definitions under one name (base: " + words(base) + ", run: " + words(candidate) + ")";
}

Sample CandidateSample(const Sides& sides, const std::string& metric) { return SampleOf(sides.candidate, metric); }

Sample StoredSample(const Baseline& baseline, const std::string& scenario, const std::string& metric) {
  Sample sample;
  for (const BaselineSession& session : baseline.sessions) {
    const auto metrics = session.values.find(scenario);
    if (metrics == session.values.end()) continue;
    const auto values = metrics->second.find(metric);
    if (values == metrics->second.end()) continue;
    std::vector<double> finite = values->second;
    std::erase_if(finite, [](double value) { return !std::isfinite(value); });
    if (!finite.empty()) sample.sessions.push_back(std::move(finite));
  }
  const auto known = baseline.scenarios.find(scenario);
  if (sample.empty() || known == baseline.scenarios.end()) return sample;
  const auto definition = known->second.definitions.find(metric);
  sample.definitions.insert(definition == known->second.definitions.end() ? "" : definition->second);
  return sample;
}

Sample BaseSample(const GateInput& input, const Sides& sides, const std::string& metric) {
  if (input.against == Against::kBaseSide) return SampleOf(sides.base, metric);
  if (input.against == Against::kStored) return StoredSample(*input.baseline, sides.summary.name, metric);
  return {};
}

std::set<std::string> MetricNames(const GateInput& input, const Sides& sides) {
  std::set<std::string> names;
  for (const RunResult* run : sides.candidate) AddNames(run->metrics.values, names);
  if (input.against == Against::kBaseSide) {
    for (const RunResult* run : sides.base) AddNames(run->metrics.values, names);
  }
  if (input.against == Against::kStored) {
    for (const BaselineSession& session : input.baseline->sessions) {
      const auto metrics = session.values.find(sides.summary.name);
      if (metrics == session.values.end()) continue;
      for (const auto& [metric, values] : metrics->second) names.insert(metric);
    }
  }
  for (const GateRule& rule : input.suite.gates.rules) {
    if (Demands(rule, sides.summary.name)) names.insert(rule.metric);
  }
  std::erase_if(names, [](const std::string& name) { return name.starts_with(kFinishPrefix); });
  return names;
}

Failures CountFailures(const std::vector<const RunResult*>& runs) {
  Failures failures;
  for (const RunResult* run : runs) {
    const Conservation& counts = run->conservation;
    failures.planned += counts.planned;
    NoteNamed(*run, kServerDied, run->server_died, failures);
    NoteNamed(*run, kServerRestarted, run->server_restarted, failures);
    NoteNamed(*run, kUsageDisagrees, run->usage_disagrees, failures);
    failures.stated = failures.stated && counts.failures_stated;
    if (run->server_died) {
      failures.failed += counts.planned - CountOf(counts.by_outcome, "completed");
    } else {
      failures.not_ours += counts.not_started + CountOf(counts.by_outcome, "cancelled");
    }
    for (const auto& [kind, count] : counts.by_outcome) {
      if (kind == "completed" || kind == "cancelled" || count <= 0) continue;
      failures.by_kind[kind] += count;
      if (!run->server_died) failures.failed += count;
    }
  }
  return failures;
}

std::map<std::string, std::int64_t> FinishReasons(const std::vector<const RunResult*>& runs) {
  std::map<std::string, std::int64_t> reasons;
  for (const RunResult* run : runs) {
    for (const auto& [reason, count] : run->finish_reasons) reasons[reason] += count;
  }
  return reasons;
}

std::map<std::string, std::int64_t> BaseFinishReasons(const GateInput& input, const Sides& sides) {
  if (input.against == Against::kBaseSide) return FinishReasons(sides.base);
  if (input.against == Against::kStored && sides.stored != nullptr) return sides.stored->finish_reasons;
  return {};
}

MetricVerdict BlankVerdict(const GateInput& input, const Sides& sides, const std::string& metric,
                           const EffectiveRule& rule) {
  MetricVerdict verdict;
  verdict.scenario = sides.summary.name;
  verdict.metric = metric;
  if (const MetricDefinition* definition = FindMetric(metric)) {
    verdict.unit = definition->unit;
    verdict.better = definition->better;
  }
  verdict.role = rule.role;
  verdict.file = rule.file;
  verdict.line = rule.line;
  verdict.candidate_runs = static_cast<int>(sides.candidate.size());
  if (input.baseline == nullptr) return verdict;
  const auto lines = input.baseline->lines.find(sides.summary.name);
  if (lines == input.baseline->lines.end()) return verdict;
  const auto line = lines->second.find(metric);
  if (line == lines->second.end()) return verdict;
  verdict.file = input.baseline->path;
  verdict.line = line->second;
  return verdict;
}

}  // namespace inferproof
