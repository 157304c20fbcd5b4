#include "harness/doctor/check_gates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

constexpr GateShape kStored{6, 6, false};
const CheckOptions kFew{.clean = 20, .planted = 20, .work = 3, .seed = 4, .interrupted = {}};

Recorded Runs(const Suite& suite, int requests = 24) {
  ScenarioValues scenario = SingleStream();
  scenario.requests = requests;
  scenario.fixed_length = false;
  ResultFile first = ResultOf({scenario}, "s1");
  ResultFile second = ResultOf({scenario}, "s2");
  for (ResultFile* result : {&first, &second}) {
    result->quality_asked = true;
    result->quality = {CaseOf("math", {P, P, P}), CaseOf("odd", {F, F, F})};
  }
  Suite of_requests = suite;
  std::get<ClosedLoad>(of_requests.scenarios[0].load).requests = requests;
  Target target;
  target.session_spread = 0.002;
  return RecordedIn(of_requests, target, BaselineOf({first, second})).value();
}

const Referee kProduction{Judge, {}};

GateReport Check(const Suite& suite, const Recorded& recorded, const Referee& referee = kProduction) {
  return CheckGates(suite, recorded, kStored, StandardLooks(), referee, kFew);
}

const GateCheck& Named(const GateReport& report, const std::string& subject) {
  static const GateCheck kNone;
  for (const GateCheck& check : report.checks) {
    if (check.subject == subject) return check;
  }
  ADD_FAILURE() << "no check of " << subject;
  return kNone;
}

Suite WithBand(const std::string& metric, Role role, double band) {
  Suite suite = SuiteOf({"single"});
  suite.gates.rules.push_back({"single", metric, role, Band{band, 0}, {}});
  return suite;
}

TEST(CheckGates, FindsAllGatesOfASoundSuiteAbleToFail) {
  const Suite suite = SuiteOf({"single"});
  const GateReport report = Check(suite, Runs(suite));
  EXPECT_TRUE(report.sound());
  EXPECT_EQ(report.false_alarms.hits, 0);
  EXPECT_EQ(report.typical_runs, 6);
  for (const char* subject : {"ttft_ms.p50", "tpot_ms.p50"}) {
    const GateCheck& check = Named(report, subject);
    EXPECT_NEAR(*check.band, 0.05, 1e-9) << subject;
    ASSERT_GE(check.doses.size(), 3u) << subject;
    EXPECT_LE(check.doses.front().caught.hits, 3) << "the band's edge: " << subject;
    EXPECT_EQ(check.doses.back().caught.hits, 20) << "a doubling: " << subject;
  }
}

TEST(CheckGates, TurnsRedOnDifferentWorkFailuresAndEveryCase) {
  const Suite suite = SuiteOf({"single"});
  const GateReport report = Check(suite, Runs(suite));
  for (const char* subject :
       {"prompt_tokens.mean", "output_tokens.mean", "success_rate", "finish reasons", "presence"}) {
    const GateCheck& check = Named(report, subject);
    EXPECT_EQ(check.doses.back().caught.hits, 3) << subject;
  }
  // +1 prompt token and 3 % fewer output tokens are the first that are planted.
  EXPECT_EQ(Named(report, "prompt_tokens.mean").doses.front().what, "+1");
  EXPECT_EQ(Named(report, "prompt_tokens.mean").doses.front().caught.hits, 3);
  EXPECT_EQ(Named(report, "output_tokens.mean").doses.front().what, "-3 %");
  EXPECT_EQ(Named(report, "output_tokens.mean").doses.front().caught.hits, 3);
  // One stable case; the other failed before and does not gate.
  for (const CaughtDose& dose : Named(report, "quality cases").doses) {
    EXPECT_EQ(dose.caught.hits, 1) << dose.what;
    EXPECT_EQ(dose.caught.trials, 1) << dose.what;
  }
}

TEST(CheckGates, CallsAnAbsurdBandInertAndOnlyThat) {
  const Suite suite = WithBand("ttft_ms.p50", Role::kGate, 10);
  const GateReport report = Check(suite, Runs(suite));
  EXPECT_FALSE(report.sound());
  EXPECT_THAT(Named(report, "ttft_ms.p50").why.value_or(""), HasSubstr("cannot fail: +100.0 % is caught in 0 %"));
  EXPECT_THAT(Named(report, "ttft_ms.p50").why.value_or(""), HasSubstr("(band 1000.0 %)"));
  EXPECT_FALSE(Named(report, "tpot_ms.p50").why.has_value());
}

TEST(CheckGates, CallsEveryGateOfAJudgeThatAlwaysPassesInert) {
  const Suite suite = SuiteOf({"single"});
  const Referee blind{[](const Suite& of, const ResultFile& candidate, const std::optional<Baseline>& baseline,
                         const GateOptions& options) {
                        Verdict verdict = Judge(of, candidate, baseline, options);
                        verdict.word = VerdictWord::kPass;
                        return verdict;
                      },
                      {}};
  for (const GateCheck& check : Check(suite, Runs(suite), blind).checks) {
    EXPECT_TRUE(check.why.has_value()) << check.subject;
    EXPECT_FALSE(check.advice.empty()) << check.subject;
  }
}

TEST(CheckGates, KnowsItsGatesEvenWhenTheJudgeNamesNone) {
  const Suite suite = SuiteOf({"single"});
  const Referee silent{[](const Suite&, const ResultFile&, const std::optional<Baseline>&, const GateOptions&) {
                         Verdict verdict;
                         verdict.word = VerdictWord::kPass;
                         return verdict;
                       },
                       {}};
  const GateReport report = Check(suite, Runs(suite), silent);
  EXPECT_TRUE(Named(report, "ttft_ms.p50").why.has_value());
  EXPECT_TRUE(Named(report, "quality cases").why.has_value());
}

TEST(CheckGates, SaysWhyAGateIsNotAllowedToDecide) {
  const Suite suite = SuiteOf({"single"});
  const GateReport report = Check(suite, Runs(suite, 9));
  EXPECT_THAT(Named(report, "ttft_ms.p50").why.value_or(""), HasSubstr("9 measured requests, fewer than 10"));
}

TEST(CheckGates, CallsAGatedQuantileInertThatTooFewRequestsSupport) {
  const Suite suite = WithBand("e2e_ms.p99", Role::kGate, 0.05);
  ScenarioValues scenario = SingleStream();
  scenario.requests = 24;
  scenario.values["e2e_ms.p99"] = Steady(500);
  Suite of_requests = suite;
  std::get<ClosedLoad>(of_requests.scenarios[0].load).requests = 24;
  Target target;
  target.session_spread = 0.002;
  const Recorded recorded = RecordedIn(of_requests, target, BaselineOf({ResultOf({scenario})})).value();
  EXPECT_THAT(Named(Check(suite, recorded), "e2e_ms.p99").why.value_or(""), HasSubstr("too few requests"));
}

TEST(CheckGates, CallsAMetricThatNoRunHasUseless) {
  const Suite suite = WithBand("itl_ms.p50", Role::kGate, 0.05);
  EXPECT_THAT(Named(Check(suite, Runs(suite)), "itl_ms.p50").why.value_or(""), HasSubstr("red in 100 %"));
}

TEST(CheckGates, CallsCasesInertWhenNoneGates) {
  const Suite suite = SuiteOf({"single"});
  Recorded recorded = Runs(suite);
  recorded.cases.erase("math");
  EXPECT_THAT(Named(Check(suite, recorded), "quality cases").why.value_or(""), HasSubstr("none of 1 cases"));
}

TEST(CheckGates, RepeatsItselfForASeed) {
  const Suite suite = WithBand("ttft_ms.p50", Role::kGate, 0.01);
  const GateReport one = Check(suite, Runs(suite));
  const GateReport same = Check(suite, Runs(suite));
  ASSERT_EQ(one.checks.size(), same.checks.size());
  for (std::size_t i = 0; i < one.checks.size(); ++i) {
    for (std::size_t j = 0; j < one.checks[i].doses.size(); ++j) {
      EXPECT_EQ(one.checks[i].doses[j].caught.hits, same.checks[i].doses[j].caught.hits);
    }
  }
}

// A doubling is caught at the first look, and a clean gate whose decision says "again" runs to the last.
TEST(CheckGates, GoesLookByLookBesideABase) {
  const Suite suite = SuiteOf({"single"});
  const Referee patient{
      Judge, [](const Verdict& verdict) {
        return verdict.word == VerdictWord::kRegressed ? LookDecision{} : LookDecision{{"single"}, ""};
      }};
  const GateReport report = CheckGates(suite, Runs(suite), {6, 8, true}, StandardLooks(), patient, kFew);
  EXPECT_TRUE(report.sound());
  EXPECT_EQ(report.typical_runs, 8);
  EXPECT_EQ(Named(report, "ttft_ms.p50").doses.back().caught.hits, 20);
  EXPECT_EQ(report.false_alarms.hits, 0);
}

// A fault must not hide in runs that a gate which stops early never makes.
TEST(CheckGates, PlantsWhereTheFirstLookSeesIt) {
  const Suite suite = SuiteOf({"single"});
  const Referee hasty{Judge, [](const Verdict&) { return LookDecision{}; }};
  const GateReport report = CheckGates(suite, Runs(suite), {6, 8, true}, StandardLooks(), hasty, kFew);
  EXPECT_TRUE(report.sound());
  EXPECT_EQ(report.typical_runs, 4);
}

}  // namespace
}  // namespace inferproof
