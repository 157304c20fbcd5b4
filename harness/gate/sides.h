#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/gate/gate.h"

namespace inferproof {

// What decides.
enum class Against { kNothing, kBaseSide, kStored };

// Everything a scenario is judged from.
struct GateInput {
  const Suite& suite;
  const ResultFile& candidate;
  const Baseline* baseline = nullptr;  // also beside a base: it knows the annotations' lines and the cases
  const GateOptions& options;
  Against against = Against::kNothing;

  // The one-sided error to judge a comparison of `runs` a side with: beside a base that of the look that the scenario
  // reached, since scenarios end at different looks.
  double alpha(int runs) const {
    return against == Against::kBaseSide ? options.looks.AlphaFor(runs) : options.alpha_stored;
  }
};

// The requests of one side of one scenario.
struct Failures {
  std::int64_t planned = 0;
  std::int64_t failed = 0;
  std::map<std::string, std::int64_t> by_kind;
  std::int64_t not_ours = 0;  // cancelled or never started without the server's death: says nothing of it
  std::map<std::string, std::vector<std::string>> named;  // "server_died" -> "run 2: killed by signal 9" ...
  bool stated = true;                                     // false: a run does not say how many of its requests failed
  double Share() const { return planned > 0 ? static_cast<double>(failed) / static_cast<double>(planned) : 0; }
};

// The two sides of one scenario.
struct Sides {
  ScenarioSummary summary;
  std::vector<const RunResult*> candidate;
  std::vector<const RunResult*> base;        // runs of side "base"
  const BaselineScenario* stored = nullptr;  // what the stored baseline knows of it
};
// The error to judge requests and answers with, which have no values a run.
double AlphaOf(const GateInput& input, const Sides& sides);
Sides SidesOf(const GateInput& input, const ScenarioSummary& summary);

// One metric's values on one side: a list of run values for each session; runs that lack it are counted.
struct Sample {
  std::vector<std::vector<double>> sessions;
  int absent = 0;
  bool approximate = false;
  bool n_too_small = false;
  std::set<std::string> definitions;  // of its values; "" is ours

  bool empty() const { return sessions.empty(); }
  int runs() const;
  int asked() const { return runs() + absent; }  // a run that lacks the metric was made all the same
  // All run values, sessions one after the other.
  std::vector<double> Pooled() const;
};
// The error to judge two samples with: of the look that both sides reached.
double AlphaOf(const GateInput& input, const Sample& base, const Sample& candidate);
// Why two samples of one name are not compared: nothing when both are non-empty and of one definition, or one is empty.
std::optional<std::string> WhyDefinitionsDiffer(const Sample& base, const Sample& candidate);
Sample SampleOf(const std::vector<const RunResult*>& runs, const std::string& metric);
// What the stored baseline holds of it, whatever decides.
Sample StoredSample(const Baseline& baseline, const std::string& scenario, const std::string& metric);
Sample CandidateSample(const Sides& sides, const std::string& metric);
Sample BaseSample(const GateInput& input, const Sides& sides, const std::string& metric);

// Names of the metrics that either side has, less the finish mix, which is compared by its counts.
std::set<std::string> MetricNames(const GateInput& input, const Sides& sides);

Failures CountFailures(const std::vector<const RunResult*>& runs);
std::map<std::string, std::int64_t> FinishReasons(const std::vector<const RunResult*>& runs);
std::map<std::string, std::int64_t> BaseFinishReasons(const GateInput& input, const Sides& sides);

// A verdict with its names, rule and place filled in and nothing decided.
MetricVerdict BlankVerdict(const GateInput& input, const Sides& sides, const std::string& metric,
                           const EffectiveRule& rule);

}  // namespace inferproof
