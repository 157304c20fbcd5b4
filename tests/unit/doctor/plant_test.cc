#include "harness/doctor/plant.h"

#include <gtest/gtest.h>

#include "harness/doctor/doses.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

ResultFile TwoSides() { return Interleaved({SingleStream()}, {SingleStream()}); }

// The first run of each side, after planting.
struct Planted {
  RunResult candidate;
  RunResult base;
};
Planted After(const Plant& plant) {
  ResultFile result = TwoSides();
  plant(result);
  Planted planted;
  for (const RunResult& run : result.runs) {
    if (run.run == 0) (run.side == "base" ? planted.base : planted.candidate) = run;
  }
  return planted;
}

double Value(const RunResult& run, const std::string& metric) { return run.metrics.values.at(metric).value; }

TEST(Plant, SlowsALatencyByTheFactorAndLeavesTheBaseAlone) {
  const Planted planted = After(SlowDown("single", "ttft_ms.p50", 1.2));
  EXPECT_DOUBLE_EQ(Value(planted.base, "ttft_ms.p50"), 200 * 0.997);
  EXPECT_DOUBLE_EQ(Value(planted.candidate, "ttft_ms.p50"), 200 * 0.997 * 1.2);
  EXPECT_EQ(Value(planted.candidate, "tpot_ms.p50"), Value(planted.base, "tpot_ms.p50"));
}

TEST(Plant, LowersARateByTheSameFactorOfTime) {
  EXPECT_DOUBLE_EQ(Value(After(SlowDown("single", "output_tps", 1.25)).candidate, "output_tps"), 50 * 0.997 / 1.25);
}

TEST(Plant, LeavesOtherScenariosAlone) {
  EXPECT_DOUBLE_EQ(Value(After(SlowDown("four", "ttft_ms.p50", 2)).candidate, "ttft_ms.p50"), 200 * 0.997);
}

TEST(Plant, MovesFinishReasonsAndKeepsTheirNumber) {
  const Planted planted = After(OtherFinish("single", 3));
  EXPECT_EQ(planted.candidate.finish_reasons, (std::map<std::string, std::int64_t>{{"length", 7}, {"stop", 3}}));
  EXPECT_EQ(planted.base.finish_reasons, (std::map<std::string, std::int64_t>{{"length", 10}}));
}

TEST(Plant, FailsRequestsOfEveryRunAndAccountsForEach) {
  const Planted planted = After(FailedRequests("single", 4, false));
  EXPECT_EQ(planted.candidate.conservation.by_outcome.at("completed"), 6);
  EXPECT_EQ(planted.candidate.conservation.by_outcome.at("http_error"), 4);
  EXPECT_TRUE(planted.candidate.conservation.holds());
  EXPECT_DOUBLE_EQ(Value(planted.candidate, "success_rate"), 0.6);
}

TEST(Plant, KillsTheServerInTheFirstRunAlone) {
  ResultFile result = TwoSides();
  ServerDeath("single")(result);
  for (const RunResult& run : result.runs) {
    EXPECT_EQ(run.server_died.has_value(), run.side == "candidate" && run.run == 0) << run.side << run.run;
  }
}

TEST(Plant, FailsOrDropsOneCase) {
  ResultFile result = TwoSides();
  result.quality = {CaseOf("a", {P, P, P}), CaseOf("b", {P, P, P})};
  FailedCase("b")(result);
  EXPECT_EQ(result.quality[0].CountOf(Grade::kPass), 3);
  EXPECT_EQ(result.quality[1].CountOf(Grade::kFail), 3);
  MissingCase("a")(result);
  ASSERT_EQ(result.quality.size(), 1u);
  EXPECT_EQ(result.quality[0].id, "b");
}

std::vector<std::string> NamesOf(const std::vector<Dose>& doses) {
  std::vector<std::string> names;
  for (const Dose& dose : doses) names.push_back(dose.what);
  return names;
}

TEST(SlowDowns, AreTheEdgeTwiceTheBandThePromiseAndADoubling) {
  EXPECT_EQ(NamesOf(SlowDowns("single", "ttft_ms.p50", 0.05, false, 0.2)),
            (std::vector<std::string>{"+5.0 %", "+10.0 %", "+20.0 %", "+100.0 %"}));
  // 1/1.25 = 0.8 and 1/1.5 = 0.667; a promise of -20 % is the same as the first.
  EXPECT_EQ(NamesOf(SlowDowns("single", "output_tps", 0.25, true, {})),
            (std::vector<std::string>{"-20.0 %", "-33.3 %", "-50.0 %"}));
}

TEST(SlowDowns, NeverExceedADoubling) {
  EXPECT_EQ(NamesOf(SlowDowns("single", "ttft_ms.p50", 10, false, 12.0)), (std::vector<std::string>{"+100.0 %"}));
}

}  // namespace
}  // namespace inferproof
