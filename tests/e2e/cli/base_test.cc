// A base measured beside the candidate: what is run, in which order, and when it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/base/text.h"
#include "harness/json/schema.h"
#include "tests/e2e/cli/base_directory.h"

namespace inferproof {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Base, TheSameEngineIsNoRegressionAndNeedsNoStoredBaseline) {
  BaseDirectory directory;
  directory.WritePair({}, {});
  const CliOutcome outcome = directory.Gate("out/same", {"--require-baseline"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, AnyOf(HasSubstr("verdict: pass"), HasSubstr("verdict: inconclusive")));
  EXPECT_THAT(outcome.output, HasSubstr("18 to 34 server starts, 244 to 484 requests"));
  EXPECT_EQ(directory.Order("out/same", "single"), "ABBABAAB");
  EXPECT_EQ(directory.Order("out/same", "four"), "ABBABAAB");
  const Json result = directory.Result("out/same");
  EXPECT_EQ(result["session"]["looks"], Json({4, 6, 8}));
  EXPECT_FALSE(result["session"]["stopped_because"].get<std::string>().empty());
  EXPECT_EQ(result["base"]["name"], "release-1");
  EXPECT_EQ(result["base"]["evidence"]["server"]["engine.profile"], result["evidence"]["server"]["engine.profile"]);
  EXPECT_EQ(result["scenarios"][0]["plan_digest"], result["scenarios"][0]["base_plan_digest"]);
  const auto schema =
      Json::parse(ReadFileText(std::string(INFERPROOF_SOURCE_DIR) + "/suites/schema/result.schema.json"));
  const auto misfits = CheckSchema(schema, result);
  ASSERT_TRUE(misfits.ok());
  EXPECT_THAT(*misfits, IsEmpty());
  for (const char* file : {"server.log", "base_server.log", "start_command.txt", "base_start_command.txt"}) {
    EXPECT_FALSE(directory.Text(std::string("out/same/") + file).empty()) << file;
  }
}

TEST(Base, ASlowerEngineIsConvictedAtTheFirstLook) {
  BaseDirectory directory;
  directory.WriteSuiteWith(0.05);
  directory.WritePair({"--fault", "slow=0.2"}, {});
  const CliOutcome outcome = directory.Gate("out/slow");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: regressed"));
  EXPECT_THAT(outcome.output, HasSubstr("a look: convicted"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("against a stored baseline")));
  EXPECT_EQ(directory.Order("out/slow", "single"), "ABBABAAB");
}

// What the base decides and what was accepted before are two questions; each verdict says which one it answers.
TEST(Base, AStoredBaselineDecidesOnlyWithoutOne) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("slow.json", {"--fault", "slow=0.4"});
  const std::vector<std::string> slow = {"gate", "suites/quick.json", "--target", "suites/targets/slow.json"};
  const auto gate = [&](const std::vector<std::string>& flags) {
    std::vector<std::string> words = slow;
    words.insert(words.end(), flags.begin(), flags.end());
    return directory.Run(words);
  };
  const CliOutcome stored = gate({"--out", "out/stored"});
  EXPECT_EQ(stored.exit_code, 1) << stored.output;
  EXPECT_THAT(stored.output, HasSubstr("against a stored baseline"));
  // Beside itself the slow engine is no slower.
  const CliOutcome beside = gate({"--out", "out/beside", "--base-target", "suites/targets/slow.json", "--runs", "2"});
  EXPECT_EQ(beside.exit_code, 0) << beside.output;
  EXPECT_THAT(beside.output, Not(HasSubstr("against a stored baseline")));
  EXPECT_THAT(beside.output, HasSubstr("minutes of requests by the baseline's rate"));
}

TEST(Base, OnlyUndecidedScenariosAreRunAgain) {
  BaseDirectory directory;
  directory.WriteSuiteWith(1.0);
  directory.WriteNoisyPair();
  const CliOutcome outcome = directory.Gate("out/noisy", {"--decide"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: inconclusive"));
  EXPECT_THAT(outcome.output, HasSubstr("a look: undecided: single; next: single"));
  EXPECT_EQ(directory.Order("out/noisy", "single"), "ABBABAABABBABAAB");
  EXPECT_EQ(directory.Order("out/noisy", "four"), "ABBABAAB");
  // The last look is not asked about.
  EXPECT_FALSE(directory.Result("out/noisy")["session"].contains("stopped_because"));
}

TEST(Base, WithoutDecideItStopsWhereThereIsNoSignOfARegression) {
  BaseDirectory directory;
  directory.WriteSuiteWith(1.0);
  directory.WriteNoisyPair();
  const CliOutcome outcome = directory.Gate("out/noisy", {"--strict"});
  EXPECT_EQ(outcome.exit_code, 5) << outcome.output;
  EXPECT_EQ(directory.Order("out/noisy", "single"), "ABBABAAB");
  EXPECT_THAT(directory.Result("out/noisy")["session"]["stopped_because"].get<std::string>(),
              HasSubstr("no sign of a regression"));
}

TEST(Base, AFixedNumberOfRunsIsJudgedOnce) {
  BaseDirectory directory;
  directory.WriteSuiteWith(1.0);
  directory.WriteNoisyPair();
  const CliOutcome outcome = directory.Gate("out/fixed", {"--runs", "2"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("measuring: 10 server starts, 124 requests"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("a look:")));
  EXPECT_EQ(directory.Order("out/fixed", "single"), "ABBA");
  EXPECT_EQ(directory.Result("out/fixed")["session"]["looks"], Json::array({2}));
  EXPECT_THAT(outcome.output, HasSubstr("level 95 %"));
}

TEST(Base, RunMeasuresBothSidesAFixedNumberOfTimes) {
  BaseDirectory directory;
  directory.WritePair({}, {});
  const CliOutcome outcome = directory.Run({"run", "suites/quick.json", "--out", "out/run"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(directory.Order("out/run", "single"), "ABBABA");  // gates.runs of the suite
}

TEST(Base, ASideKeepsItsServerForATurnOfRuns) {
  BaseDirectory directory;
  directory.WritePair({}, {}, R"(, "restart": "side")");
  const CliOutcome outcome = directory.Gate("out/side", {"--runs", "4"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("process-to-process variation not sampled"));
  // One that is thrown away, then A BB A B AA B.
  EXPECT_EQ(Split(directory.Text("out/side/base_server.log"), '\n').size() / 2, 1u + 3u);
  EXPECT_EQ(Split(directory.Text("out/side/server.log"), '\n').size() / 2, 1u + 3u);
}

}  // namespace
}  // namespace inferproof
