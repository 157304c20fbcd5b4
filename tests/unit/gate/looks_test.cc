#include "harness/gate/looks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/gate/verdict.h"

namespace inferproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

MetricVerdict Undecided(double change, Better better = Better::kLower) {
  MetricVerdict metric;
  metric.metric = better == Better::kLower ? "ttft_ms.p50" : "output_tps";
  metric.better = better;
  metric.role = Role::kGate;
  metric.word = VerdictWord::kInconclusive;
  metric.limit = 0.05;
  metric.change = Estimate{change, change - 0.1, change + 0.1, 0.985, 0.03, 6, {}};
  return metric;
}

MetricVerdict Decided(VerdictWord word, Role role = Role::kGate) {
  MetricVerdict metric = Undecided(0);
  metric.word = word;
  metric.role = role;
  return metric;
}

ScenarioVerdict ScenarioWith(const std::string& name, const std::vector<MetricVerdict>& metrics) {
  ScenarioVerdict scenario;
  scenario.name = name;
  scenario.metrics = metrics;
  return scenario;
}

Verdict VerdictOf(const std::vector<ScenarioVerdict>& scenarios) {
  Verdict verdict;
  verdict.scenarios = scenarios;
  return verdict;
}

TEST(LookPlan, SpendsTheErrorOfTheLookThatTheRunsReached) {
  const LookPlan plan = StandardLooks();
  EXPECT_EQ(plan.AlphaFor(4), 0.015);
  EXPECT_EQ(plan.AlphaFor(6), 0.015);
  EXPECT_EQ(plan.AlphaFor(8), 0.02);
  EXPECT_EQ(plan.AlphaFor(3), 0.015);  // a side that lost a run
  EXPECT_EQ(plan.AlphaFor(9), 0.02);
  double spent = 0;
  for (const Look& look : plan.looks) spent += look.alpha;
  EXPECT_DOUBLE_EQ(spent, 0.05);
}

TEST(LookPlan, JudgesAtItsLooksAndBeyondTheLast) {
  std::vector<int> judged;
  for (int runs = 1; runs <= 10; ++runs) {
    if (StandardLooks().Judges(runs)) judged.push_back(runs);
  }
  EXPECT_THAT(judged, ElementsAre(4, 6, 8, 9, 10));
}

TEST(AfterLook, StopsWhenAGateMetricIsConvictedWhateverElseIsOpen) {
  for (const VerdictWord word : {VerdictWord::kRegressed, VerdictWord::kMissing}) {
    for (const Role role : {Role::kGate, Role::kEqual}) {
      const Verdict verdict =
          VerdictOf({ScenarioWith("a", {Undecided(0.2)}), ScenarioWith("b", {Decided(word, role)})});
      const LookDecision decision = AfterLook(verdict, true);
      EXPECT_THAT(decision.again, IsEmpty());
      EXPECT_THAT(decision.why, HasSubstr("convicted: b ttft_ms.p50 is " + VerdictName(word)));
    }
  }
}

TEST(AfterLook, StopsWhenAWholeScenarioOrAGatingCaseIsConvicted) {
  Verdict scenario = VerdictOf({ScenarioWith("a", {Undecided(0.2)}), ScenarioWith("gone", {})});
  scenario.scenarios.back().word = VerdictWord::kMissing;
  EXPECT_EQ(AfterLook(scenario, false).why, "convicted: gone is missing");

  Verdict quality = VerdictOf({ScenarioWith("a", {Undecided(0.2)})});
  quality.cases.emplace_back();
  quality.cases.back().id = "sum-2";
  quality.cases.back().word = VerdictWord::kRegressed;
  EXPECT_THAT(AfterLook(quality, false).again, ElementsAre("a"));  // it does not gate
  quality.cases.back().gates = true;
  EXPECT_EQ(AfterLook(quality, false).why, "convicted: quality case sum-2 is regressed");
}

TEST(AfterLook, StopsWhenEveryGateMetricIsDecidedAndIgnoresWatchedOnes) {
  const Verdict verdict =
      VerdictOf({ScenarioWith("a", {Decided(VerdictWord::kPass), Decided(VerdictWord::kInconclusive, Role::kWatch)}),
                 ScenarioWith("b", {Decided(VerdictWord::kImproved), Decided(VerdictWord::kNew),
                                    Decided(VerdictWord::kRegressed, Role::kWatch)})});
  const LookDecision decision = AfterLook(verdict, true);
  EXPECT_THAT(decision.again, IsEmpty());
  EXPECT_EQ(decision.why, "every gate metric is decided");
}

TEST(AfterLook, AsksNoMoreOfAResultThatMoreRunsCannotMend) {
  Verdict verdict = VerdictOf({ScenarioWith("a", {})});
  for (const VerdictWord word : {VerdictWord::kInvalid, VerdictWord::kIncomparable, VerdictWord::kNew}) {
    verdict.scenarios.front().word = word;
    EXPECT_THAT(AfterLook(verdict, true).again, IsEmpty());
  }
  EXPECT_THAT(AfterLook(Verdict(), true).again, IsEmpty());
}

TEST(AfterLook, RunsOnlyScenariosWithAnUndecidedGateAgain) {
  const Verdict verdict =
      VerdictOf({ScenarioWith("a", {Decided(VerdictWord::kPass)}), ScenarioWith("b", {Undecided(0.04)}),
                 ScenarioWith("c", {Decided(VerdictWord::kPass), Undecided(0.2)})});
  const LookDecision decision = AfterLook(verdict, false);
  EXPECT_THAT(decision.again, ElementsAre("b", "c"));
  EXPECT_EQ(decision.why, "2 scenarios are undecided");
}

struct SignRow {
  const char* name;
  MetricVerdict metric;
  bool stops;
};

MetricVerdict Points(double change) {
  MetricVerdict metric = Undecided(change, Better::kHigher);
  metric.relative = false;
  metric.limit = 0.005;
  return metric;
}

MetricVerdict Equal(double change) {
  MetricVerdict metric = Undecided(change, Better::kNeither);
  metric.role = Role::kEqual;
  return metric;
}

MetricVerdict WithoutEstimate() {
  MetricVerdict metric = Undecided(0);
  metric.change.reset();
  return metric;
}

// Half of a band of 5 % on logs: sqrt(1.05) - 1 = 2.470 % more, or 1 - 1 / sqrt(1.05) = 2.410 % less.
TEST(AfterLook, StopsWithoutASignOfARegressionUnlessToldToDecide) {
  const SignRow rows[] = {
      {"just inside half the band", Undecided(0.0246), true},
      {"just beyond half the band", Undecided(0.0248), false},
      {"any distance on the good side", Undecided(-0.3), true},
      {"a throughput just inside", Undecided(-0.0240, Better::kHigher), true},
      {"a throughput just beyond", Undecided(-0.0242, Better::kHigher), false},
      {"a throughput that rose", Undecided(0.3, Better::kHigher), true},
      {"points just inside", Points(-0.0024), true},
      {"points just beyond", Points(-0.0026), false},
      {"work that may be less", Equal(-0.04), false},
      {"work that may be more", Equal(0.04), false},
      {"work that is the same", Equal(0.01), true},
      {"no estimate", WithoutEstimate(), false},
  };
  for (const SignRow& row : rows) {
    const Verdict verdict = VerdictOf({ScenarioWith("a", {row.metric, Undecided(0)})});
    EXPECT_EQ(AfterLook(verdict, false).again.empty(), row.stops) << row.name;
    EXPECT_THAT(AfterLook(verdict, true).again, ElementsAre("a")) << row.name;
  }
}

}  // namespace
}  // namespace inferproof
