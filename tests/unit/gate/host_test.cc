#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

struct Host {
  double ttft_ms = 200;
  std::optional<double> probe_ms = 40;
};

// An engine that states no profile, on a host whose fixed work takes `probe_ms`.
ResultFile Measured(const Host& host, const std::string& session) {
  ScenarioValues scenario = SingleStream(host.ttft_ms);
  if (host.probe_ms) scenario.values["control_probe_ms"] = Steady(*host.probe_ms);
  ResultFile result = ResultOf({scenario}, session);
  result.evidence.server = {{"engine.name", {"llama.cpp", "measured"}}, {"model.id", {"m-7b", "reported"}}};
  return result;
}

Verdict Judged(const Host& before, const Host& after) {
  return Judge(SuiteOf({"single"}), Measured(after, "s2"), BaselineOf({Measured(before, "s1")}), {});
}

TEST(ControlProbe, MakesASlowDownOnASlowerHostInvalid) {
  const Verdict verdict = Judged({200, 40}, {230, 44.8});
  EXPECT_EQ(VerdictName(verdict.word), "invalid");
  EXPECT_EQ(verdict.headline, "invalid: single: host differs (control probe +12.0 %)");
  EXPECT_EQ(ExitCodeFor(verdict, {}), 3);
  EXPECT_EQ(WordOf(verdict, "single", "ttft_ms.p50"), "invalid");
  EXPECT_THAT(MetricNamed(verdict, "single", "ttft_ms.p50").reason, HasSubstr("+15.0 %"));
  EXPECT_EQ(WordOf(verdict, "single", "tpot_ms.p50"), "pass");
}

TEST(ControlProbe, ExcusesNothingWhenItDidNotMoveBeyondItsBandTheSameWay) {
  EXPECT_EQ(VerdictName(Judged({200, 40}, {230, 40}).word), "regressed");
  EXPECT_EQ(VerdictName(Judged({200, 40}, {230, 41.6}).word), "regressed");  // +4 %: inside its band
  EXPECT_EQ(VerdictName(Judged({200, 40}, {230, 34}).word), "regressed");    // a faster host
}

TEST(ControlProbe, ExcusesNothingWhenOneSideLacksIt) {
  EXPECT_EQ(VerdictName(Judged({200, std::nullopt}, {230, 44.8}).word), "regressed");
  EXPECT_EQ(VerdictName(Judged({200, 40}, {230, std::nullopt}).word), "regressed");
}

TEST(ControlProbe, ChangesNothingThatIsNotConvicted) {
  EXPECT_EQ(VerdictName(Judged({200, 40}, {200, 44.8}).word), "pass");
  EXPECT_EQ(VerdictName(Judged({200, 40}, {170, 44.8}).word), "improved");
}

TEST(ControlProbe, HasNoSayWhereAProfilePacesTheEngine) {
  ResultFile before = Measured({200, 40}, "s1");
  ResultFile after = Measured({230, 44.8}, "s2");
  before.evidence.server["engine.profile"] = {"sha256:profile", "measured"};
  after.evidence.server["engine.profile"] = {"sha256:profile", "measured"};
  EXPECT_EQ(VerdictName(Judge(SuiteOf({"single"}), after, BaselineOf({before}), {}).word), "regressed");
}

TEST(ControlProbe, HasNoSayBesideABase) {
  ResultFile result = Measured({230, 44.8}, "s1");
  for (RunResult run : Measured({200, 40}, "s1").runs) {
    run.side = "base";
    result.runs.push_back(run);
  }
  EXPECT_EQ(VerdictName(Judge(SuiteOf({"single"}), result, std::nullopt, {}).word), "regressed");
}

TEST(ControlProbe, ExcusesNoFailedRequest) {
  ResultFile after = Measured({230, 44.8}, "s2");
  for (RunResult& run : after.runs) {
    run.conservation.by_outcome = {{"completed", 5}, {"truncated", 5}};
  }
  const Verdict verdict = Judge(SuiteOf({"single"}), after, BaselineOf({Measured({200, 40}, "s1")}), {});
  EXPECT_EQ(VerdictName(verdict.word), "regressed");
  EXPECT_EQ(WordOf(verdict, "single", "success_rate"), "regressed");
}

}  // namespace
}  // namespace inferproof
