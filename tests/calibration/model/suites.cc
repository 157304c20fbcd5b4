#include "tests/calibration/model/suites.h"

#include <algorithm>
#include <cmath>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

constexpr std::size_t kMostRuns = 8;
constexpr int kStoredRuns = 6;
constexpr std::array<const char*, kScenarios> kScenarioNames = {"single", "four"};

struct Gated {
  const char* name;
  double center;
  bool higher_is_better;
};
constexpr std::array<Gated, kMetricsEach> kGated = {{{"ttft_ms.p50", 40, false},
                                                     {"tpot_ms.p50", 5, false},
                                                     {"e2e_ms.p50", 200, false},
                                                     {"output_tps", 180, true},
                                                     {"request_rps", 5, true}}};

const Gated& GatedOf(std::size_t metric) { return kGated[metric % kMetricsEach]; }

double ValueOf(std::size_t metric, double slower) {
  const Gated& gated = GatedOf(metric);
  return gated.center * std::exp(gated.higher_is_better ? -slower : slower);
}

ScenarioValues ValuesOf(std::size_t scenario, int runs) {
  ScenarioValues values = SingleStream(40, 5, 180, runs);
  values.name = kScenarioNames[scenario];
  for (const Gated& gated : kGated)
    values.values[gated.name] = std::vector<double>(static_cast<std::size_t>(runs), gated.center);
  return values;
}

// Jointly normal with one correlation for every pair.
RunValuesOfAll Correlated(Random& random, double spread, double correlation) {
  const double shared = std::sqrt(correlation) * random.Normal();
  RunValuesOfAll values{};
  for (double& value : values) value = spread * (shared + std::sqrt(1 - correlation) * random.Normal());
  return values;
}

RunValuesOfAll DrawRun(Random& random, const RunNoise& noise, double drift) {
  RunValuesOfAll run = Correlated(random, noise.spread, noise.correlation);
  const double slow = random.Unit() < noise.slow_share ? std::log1p(noise.slow_by) : 0;
  for (double& value : run) value += drift + slow;
  return run;
}

// The machine's drift at each of the planned places of a session: up or down with equal chance.
std::vector<double> DriftOf(Random& random, const RunNoise& noise, std::size_t places) {
  std::vector<double> drift(places, 0);
  const double last = static_cast<double>(places - 1);
  const double sign = random.Unit() < 0.5 ? -1 : 1;
  for (std::size_t i = 1; i < places; ++i) {
    drift[i] = noise.walk ? drift[i - 1] + noise.drift / std::sqrt(last) * random.Normal()
                          : sign * noise.drift * static_cast<double>(i) / last;
  }
  return drift;
}

void Plant(const Planted& planted, RunValuesOfAll& run) {
  for (std::size_t metric = 0; metric < kMetrics; ++metric)
    if (!planted.in || *planted.in == metric) run[metric] += std::log1p(planted.change);
}

// ABBA BAAB ABBA BAAB: whose turn it is at a place.
bool IsCandidate(std::size_t place) {
  constexpr std::array<bool, 8> kOrder = {false, true, true, false, true, false, false, true};
  return kOrder[place % kOrder.size()];
}

}  // namespace

RefilledResult::RefilledResult(std::array<int, kScenarios> runs, bool base) {
  std::vector<ScenarioValues> scenarios;
  for (std::size_t i = 0; i < kScenarios; ++i) scenarios.push_back(ValuesOf(i, runs[i]));
  file_ = base ? Interleaved(scenarios, scenarios) : ResultOf(scenarios);
  for (RunResult& run : file_.runs) {
    const std::size_t first = run.scenario == kScenarioNames[0] ? 0 : kMetricsEach;
    for (std::size_t i = 0; i < kMetricsEach; ++i)
      slots_[{run.side, first + i}].push_back(&run.metrics.values.at(kGated[i].name).value);
  }
}

void RefilledResult::Set(const char* side, std::size_t metric, std::size_t run, double slower) {
  std::vector<double*>& slots = slots_.at({side, metric});
  if (run < slots.size()) *slots[run] = ValueOf(metric, slower);
}

Suite TenMetricSuite(double band) {
  Suite suite = SuiteOf({kScenarioNames.begin(), kScenarioNames.end()});
  for (const Gated& gated : kGated) {
    GateRule rule;
    rule.scenario = "*";
    rule.metric = gated.name;
    rule.role = Role::kGate;
    rule.band = Band{band, 0};
    suite.gates.rules.push_back(rule);
  }
  return suite;
}

const MetricVerdict& VerdictOn(const Verdict& verdict, std::size_t metric) {
  return MetricNamed(verdict, kScenarioNames[metric / kMetricsEach], GatedOf(metric).name);
}

InterleavedGate::InterleavedGate(RunNoise noise, double band, LookPlan looks)
    : noise_(noise), suite_(TenMetricSuite(band)) {
  options_.looks = std::move(looks);
}

RefilledResult& InterleavedGate::ResultFor(std::array<int, kScenarios> runs) {
  const auto found = results_.find(runs);
  return found != results_.end() ? found->second : results_.emplace(runs, RefilledResult(runs, true)).first->second;
}

std::vector<std::vector<RunValuesOfAll>> InterleavedGate::Draw(Random& random, const Planted& planted) const {
  std::vector<std::vector<RunValuesOfAll>> sides(2);
  const std::vector<double> drift = DriftOf(random, noise_, 2 * kMostRuns);
  for (std::size_t place = 0; place < 2 * kMostRuns; ++place) {
    RunValuesOfAll run = DrawRun(random, noise_, drift[place]);
    if (IsCandidate(place)) Plant(planted, run);
    sides[IsCandidate(place) ? 1 : 0].push_back(run);
  }
  return sides;
}

InterleavedOutcome InterleavedGate::Run(Random& random, const Planted& planted) {
  InterleavedOutcome outcome;
  outcome.base_first = Draw(random, planted);
  std::array<int, kScenarios> runs{};
  runs.fill(options_.looks.looks.front().runs);
  for (std::size_t look = 0;; ++look) {
    RefilledResult& result = ResultFor(runs);
    for (std::size_t metric = 0; metric < kMetrics; ++metric) {
      for (std::size_t run = 0; run < kMostRuns; ++run) {
        result.Set("base", metric, run, outcome.base_first[0][run][metric]);
        result.Set("candidate", metric, run, outcome.base_first[1][run][metric]);
      }
    }
    outcome.verdict = Judge(suite_, result.file(), std::nullopt, options_);
    outcome.runs = *std::max_element(runs.begin(), runs.end());
    const LookDecision decision = AfterLook(outcome.verdict, false);
    if (decision.again.empty() || look + 1 == options_.looks.looks.size()) return outcome;
    for (std::size_t i = 0; i < kScenarios; ++i) {
      if (std::find(decision.again.begin(), decision.again.end(), kScenarioNames[i]) != decision.again.end())
        runs[i] = options_.looks.looks[look + 1].runs;
    }
  }
}

StoredGate::StoredGate(SessionNoise noise, std::size_t sessions, double band)
    : noise_(noise), suite_(TenMetricSuite(band)), candidate_({kStoredRuns, kStoredRuns}, false) {
  candidate_.file().session_spread = noise.assumed_spread;
  std::vector<ResultFile> results(sessions, candidate_.file());
  for (std::size_t i = 0; i < sessions; ++i) results[i].session_id = "stored-" + std::to_string(i + 1);
  baseline_ = BaselineOf(results);
  baseline_->anchors.clear();  // the sessions are drawn anew; how far baselines drift is another rule's question
}

std::vector<RunValuesOfAll> StoredGate::DrawSession(Random& random) const {
  const RunValuesOfAll luck = Correlated(random, noise_.session_spread, noise_.session_correlation);
  const std::vector<double> drift = DriftOf(random, noise_.run, kStoredRuns);
  std::vector<RunValuesOfAll> runs;
  for (const double at : drift) {
    runs.push_back(DrawRun(random, noise_.run, at));
    for (std::size_t metric = 0; metric < kMetrics; ++metric) runs.back()[metric] += luck[metric];
  }
  return runs;
}

Verdict StoredGate::Run(Random& random, const Planted& planted) {
  for (BaselineSession& session : baseline_->sessions) {
    const std::vector<RunValuesOfAll> runs = DrawSession(random);
    for (std::size_t metric = 0; metric < kMetrics; ++metric) {
      std::vector<double>& values = session.values.at(kScenarioNames[metric / kMetricsEach]).at(GatedOf(metric).name);
      for (std::size_t run = 0; run < values.size(); ++run) values[run] = ValueOf(metric, runs[run][metric]);
    }
  }
  std::vector<RunValuesOfAll> runs = DrawSession(random);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    Plant(planted, runs[run]);
    for (std::size_t metric = 0; metric < kMetrics; ++metric)
      candidate_.Set("candidate", metric, run, runs[run][metric]);
  }
  return Judge(suite_, candidate_.file(), baseline_, options_);
}

}  // namespace inferproof
