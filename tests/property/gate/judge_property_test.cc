#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/base/random.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

CaseResult RandomCase(Random& random, const std::string& id) {
  std::vector<Grade> grades;
  for (std::uint64_t i = random.Below(4); i > 0; --i) grades.push_back(static_cast<Grade>(random.Below(3)));
  return CaseOf(id, grades);
}

double StrangeNumber(Random& random) {
  constexpr double kStrange[] = {0,
                                 -1,
                                 1e308,
                                 -1e308,
                                 5e-324,
                                 1e-300,
                                 std::numeric_limits<double>::infinity(),
                                 -0.0,
                                 1e200,
                                 std::numeric_limits<double>::quiet_NaN()};
  return kStrange[random.Below(std::size(kStrange))];
}

void MutilateRun(Random& random, RunResult& run) {
  switch (random.Below(9)) {
    case 0:
      run.metrics.values.clear();
      break;
    case 1:
      for (auto& [metric, value] : run.metrics.values) value.value = StrangeNumber(random);
      break;
    case 2:
      run.conservation.by_outcome["truncated"] = static_cast<std::int64_t>(random.Below(20)) - 5;
      break;
    case 3:
      run.conservation = {};
      break;
    case 4:
      run.server_died = "signal";
      break;
    case 5:
      run.side = random.Below(2) == 0 ? "base" : "neither";
      break;
    case 6:
      run.scenario = random.Below(2) == 0 ? "" : "elsewhere";
      break;
    case 7:
      run.finish_reasons = {{"stop", static_cast<std::int64_t>(random.Below(30)) - 10}, {"", 3}};
      break;
    default:
      for (auto& [metric, value] : run.metrics.values) value.value *= random.Unit() * 4;
  }
}

void Mutilate(Random& random, ResultFile& result) {
  for (RunResult& run : result.runs) {
    if (random.Below(8) == 0) MutilateRun(random, run);
  }
  if (random.Below(10) == 0) result.runs.resize(random.Below(result.runs.size() + 1));
  if (random.Below(10) == 0) result.scenarios.resize(random.Below(result.scenarios.size() + 1));
  if (random.Below(10) == 0 && !result.scenarios.empty()) result.scenarios[0].requests = -3;
  if (random.Below(10) == 0) result.session_spread = StrangeNumber(random);
  if (random.Below(10) == 0) result.interrupted = true;
  if (random.Below(10) == 0) result.suite_digest.clear();
  if (random.Below(10) == 0) result.evidence = {};
  result.quality_asked = random.Below(2) == 0;
  for (const char* id : {"a", "b", "c"}) {
    if (random.Below(3) > 0) result.quality.push_back(RandomCase(random, id));
  }
}

void MutilateBaseline(Random& random, Baseline& baseline) {
  for (BaselineSession& session : baseline.sessions) {
    for (auto& [scenario, metrics] : session.values) {
      for (auto& [metric, values] : metrics) {
        if (random.Below(12) == 0) values.clear();
        if (random.Below(12) == 0 && !values.empty()) values[0] = StrangeNumber(random);
      }
    }
  }
  if (random.Below(6) == 0) baseline.sessions.clear();
  if (random.Below(6) == 0) baseline.scenarios.erase("four");
  if (random.Below(6) == 0) baseline.anchors["single"]["ttft_ms.p50"] = StrangeNumber(random);
  baseline.cases["a"] = {"sha256:a", static_cast<CaseClass>(random.Below(3)), 3, 3};
}

void ExpectFinite(double value, const std::string& what) { EXPECT_TRUE(std::isfinite(value)) << what; }

void ExpectSound(const Verdict& verdict) {
  EXPECT_FALSE(verdict.headline.empty());
  EXPECT_EQ(verdict.headline.find('\n'), std::string::npos);
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    EXPECT_FALSE(scenario.reason.empty()) << scenario.name;
    for (const MetricVerdict& metric : scenario.metrics) {
      EXPECT_FALSE(metric.reason.empty()) << metric.metric;
      ExpectFinite(metric.limit, metric.metric + " limit");
      if (metric.base) ExpectFinite(*metric.base, metric.metric + " base");
      if (metric.candidate) ExpectFinite(*metric.candidate, metric.metric + " candidate");
      if (metric.fails_from) ExpectFinite(*metric.fails_from, metric.metric + " fails_from");
      if (!metric.change) continue;
      for (const double end : {metric.change->value, metric.change->lo, metric.change->hi, metric.change->level}) {
        ExpectFinite(end, metric.metric + " change: " + metric.reason);
      }
    }
  }
  for (const CaseVerdict& entry : verdict.cases) EXPECT_FALSE(entry.reason.empty()) << entry.id;
}

bool AnythingMeasured(const ResultFile& result) {
  for (const RunResult& run : result.runs) {
    if (run.side != "base" && run.conservation.planned > 0) return true;
  }
  return false;
}

TEST(JudgeProperty, AnswersEveryMutilatedInputSoundlyAndNeverPassesNothing) {
  Random random(20260101);
  for (int round = 0; round < 2000; ++round) {
    ResultFile result = random.Below(2) == 0
                            ? ResultOf({SingleStream(), FourStreams()}, "s2")
                            : Interleaved({SingleStream(), FourStreams()}, {SingleStream(), FourStreams()});
    Mutilate(random, result);
    std::optional<Baseline> baseline;
    if (random.Below(3) > 0) {
      baseline = BaselineOf({ResultOf({SingleStream(), FourStreams()})});
      MutilateBaseline(random, *baseline);
    }
    const Verdict verdict = Judge(SuiteOf({"single", "four"}), result, baseline, {});
    ExpectSound(verdict);
    const bool good = verdict.word == VerdictWord::kPass || verdict.word == VerdictWord::kImproved;
    EXPECT_FALSE(good && !AnythingMeasured(result)) << "round " << round;
    if (HasFailure()) FAIL() << "round " << round << ": " << verdict.headline;
  }
}

VerdictWord Mirrored(VerdictWord word) {
  if (word == VerdictWord::kRegressed) return VerdictWord::kImproved;
  if (word == VerdictWord::kImproved) return VerdictWord::kRegressed;
  return word;
}

ScenarioValues Noisy(Random& random, double ttft_ms, double spread) {
  ScenarioValues scenario = SingleStream(ttft_ms, ttft_ms / 10, 5000 / ttft_ms, 4 + static_cast<int>(random.Below(5)));
  for (auto& [metric, values] : scenario.values) {
    if (metric.ends_with("tokens.mean")) continue;
    for (double& value : values) value *= std::exp(spread * random.Normal());
  }
  return scenario;
}

void ExpectMirrored(const Verdict& forth, const Verdict& back, const std::string& metric, int round) {
  const VerdictWord there = MetricNamed(forth, "single", metric).word;
  const VerdictWord again = MetricNamed(back, "single", metric).word;
  const auto strong = [](VerdictWord word) {
    return word == VerdictWord::kRegressed || word == VerdictWord::kImproved;
  };
  EXPECT_EQ(strong(there), strong(again)) << round << " " << metric;
  EXPECT_EQ(strong(there) ? Mirrored(there) : again, again) << round << " " << metric;
}

// What regressed one way improved the other way, whichever part of the band is the wider one. Between them stand pass
// and inconclusive, which are about slow-downs only.
TEST(JudgeProperty, SwappingTheSidesSwapsRegressedAndImproved) {
  Random random(7);
  int strong = 0;
  for (int round = 0; round < 400; ++round) {
    // Below 40 ms the absolute bands of 2 ms and 0.05 ms are the wider ones, and differ between the sides.
    const double center = round % 2 == 0 ? 200 : 5 + 35 * random.Unit();
    const ScenarioValues first = Noisy(random, center, 0.01);
    const ScenarioValues second = Noisy(random, center * std::exp(0.3 * random.Normal()), 0.01);
    const Verdict forth = Judge(SuiteOf({"single"}), Interleaved({first}, {second}), std::nullopt, {});
    const Verdict back = Judge(SuiteOf({"single"}), Interleaved({second}, {first}), std::nullopt, {});
    for (const char* metric : {"ttft_ms.p50", "tpot_ms.p50", "output_tps"}) {
      ExpectMirrored(forth, back, metric, round);
      const VerdictWord word = MetricNamed(forth, "single", metric).word;
      strong += word == VerdictWord::kRegressed || word == VerdictWord::kImproved ? 1 : 0;
    }
  }
  EXPECT_GT(strong, 300);  // the property was put to the test
}

// Values that no clean run has: equal ones, one far out, zeros, and numbers near the ends of a double.
std::vector<double> Degenerate(Random& random, std::size_t runs) {
  constexpr double kCenters[] = {0, 1e-300, 1, 200, 1e300};
  std::vector<double> values(runs, kCenters[random.Below(std::size(kCenters))]);
  switch (random.Below(4)) {
    case 0:
      break;
    case 1:
      values[random.Below(runs)] *= 1e6;
      break;
    case 2:
      values[random.Below(runs)] = 0;
      break;
    default:
      for (double& value : values) value *= 1 + 0.01 * random.Unit();
  }
  return values;
}

TEST(JudgeProperty, DegenerateSamplesAreMirroredTooAndHaveOneLineEach) {
  Random random(13);
  for (int round = 0; round < 600; ++round) {
    ScenarioValues first = SingleStream(200, 20, 50, 4);
    ScenarioValues second = first;
    for (const char* metric : {"ttft_ms.p50", "tpot_ms.p50", "output_tps", "send_lag_ms.p50"}) {
      first.values[metric] = Degenerate(random, 4);
      second.values[metric] = Degenerate(random, 4);
    }
    const Verdict forth = Judge(SuiteOf({"single"}), Interleaved({first}, {second}), std::nullopt, {});
    const Verdict back = Judge(SuiteOf({"single"}), Interleaved({second}, {first}), std::nullopt, {});
    ExpectSound(forth);
    for (const char* metric : {"ttft_ms.p50", "tpot_ms.p50", "output_tps", "send_lag_ms.p50"}) {
      ExpectMirrored(forth, back, metric, round);
      EXPECT_EQ(MetricNamed(forth, "single", metric).reason.find('\n'), std::string::npos);
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
}

std::string Digest(const Verdict& verdict) {
  std::string text = verdict.headline + "\n";
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    for (const MetricVerdict& metric : scenario.metrics) {
      text += metric.scenario + metric.metric + VerdictName(metric.word) + metric.reason + "\n";
    }
  }
  return text;
}

TEST(JudgeProperty, TheOrderOfRunsIsIrrelevant) {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    ResultFile result = Interleaved({Noisy(random, 200, 0.02)}, {Noisy(random, 215, 0.02)});
    const std::string before = Digest(Judge(SuiteOf({"single"}), result, std::nullopt, {}));
    random.Shuffle(result.runs);
    EXPECT_EQ(Digest(Judge(SuiteOf({"single"}), result, std::nullopt, {})), before);
    // Nor does it matter which run had which number.
    for (RunResult& run : result.runs) run.run = 9 - run.run;
    EXPECT_EQ(Digest(Judge(SuiteOf({"single"}), result, std::nullopt, {})), before);
  }
}

}  // namespace
}  // namespace inferproof
