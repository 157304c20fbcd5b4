#include "harness/gate/rules.h"

#include <algorithm>

#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

struct Default {
  Role role;
  Band band;
};

constexpr Band kWatchBand{0.05, 0};
constexpr Band kWatchShareBand{0, 0.02};
constexpr Band kSameTokens{0.02, 0};
constexpr Band kSameFinishMix{0, 0.02};
constexpr Band kExact{0, 0};

// docs/gate.md, rules 7 and 8.
Default DefaultFor(const ScenarioSummary& scenario, const std::string& metric, bool exact_work) {
  const bool single_stream = scenario.concurrency <= 1;
  if (metric == kSuccessRate) return {Role::kGate, {0, 0.005}};
  if (metric == "ttft_ms.p50" && single_stream) return {Role::kGate, {0.05, 2.0}};
  if (metric == "tpot_ms.p50" && single_stream) return {Role::kGate, {0.05, 0.05}};
  if (metric == "output_tps" && !single_stream) return {Role::kGate, {0.05, 0}};
  if (metric == "prompt_tps" || metric == "generation_tps" || metric == "real_time_ns") return {Role::kGate, {0.05, 0}};
  if (metric == "smaller_is_better" || metric == "bigger_is_better") return {Role::kGate, {0.05, 0}};
  if (metric == "prompt_tokens.mean") return {Role::kEqual, kExact};
  if (metric == "output_tokens.mean") return {Role::kEqual, exact_work ? kExact : kSameTokens};
  if (metric.starts_with(kFinishPrefix)) return {Role::kEqual, exact_work ? kExact : kSameFinishMix};
  const MetricDefinition* definition = FindMetric(metric);
  const bool share = definition != nullptr && definition->unit == "ratio";
  return {Role::kWatch, share ? kWatchShareBand : kWatchBand};
}

void Apply(const GateRule& rule, const std::string& suite_path, EffectiveRule& effective) {
  if (rule.role) effective.role = *rule.role;
  if (rule.band) effective.band = *rule.band;
  effective.file = suite_path;
  effective.line = rule.position.line;
}

}  // namespace

EffectiveRule RuleForWork(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric,
                          bool exact_work) {
  const Default fallback = DefaultFor(scenario, metric, exact_work);
  EffectiveRule effective{fallback.role, fallback.band, suite.path, scenario.suite_line};
  const auto in_suite = std::find_if(suite.scenarios.begin(), suite.scenarios.end(),
                                     [&](const Scenario& known) { return known.name == scenario.name; });
  if (in_suite != suite.scenarios.end() && in_suite->position.line > 0) effective.line = in_suite->position.line;
  // A rule for one scenario wins over a rule for all of them, wherever it stands.
  for (const std::string& scope : {std::string("*"), scenario.name}) {
    for (const GateRule& rule : suite.gates.rules) {
      if (rule.scenario == scope && rule.metric == metric) Apply(rule, suite.path, effective);
    }
  }
  return effective;
}

EffectiveRule RuleFor(const Suite& suite, const ScenarioSummary& scenario, const std::string& metric) {
  return RuleForWork(suite, scenario, metric, scenario.fixed_length);
}

bool Demands(const GateRule& rule, const std::string& scenario) {
  if (!rule.role || *rule.role == Role::kWatch) return false;
  return rule.scenario == scenario || (rule.scenario == "*" && FindMetric(rule.metric) == nullptr);
}

bool IsSpeed(const std::string& unit) {
  return unit == "ms" || unit == "ms/token" || unit == "tokens/s" || unit == "1/s" || unit == "ns";
}

}  // namespace inferproof
