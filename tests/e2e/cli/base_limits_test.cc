// A base that is elsewhere, broken or too dear, and a comparison that is cut short.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/base/text.h"
#include "tests/e2e/cli/base_directory.h"
#include "tests/support/listening.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t LinesIn(const std::string& text) { return Split(text, '\n').size() - 1; }

TEST(Base, MayBeAnEndpointThatIsThere) {
  BaseDirectory directory;
  CliProcess server = directory.Start(
      {"serve", "--port", "0", "--model", "old-model", "--profile", "ttft-ms=15", "--profile", "token-ms=2"});
  ASSERT_TRUE(WaitForText(directory, "output-1.txt", "noise seed"));
  const int port = PortsIn(server.output()).at(0);
  directory.WriteTarget(
      "pair.json", {},
      R"(, "base": {"model": "old-model", "endpoint": "http://127.0.0.1:)" + std::to_string(port) + "\"}");
  const CliOutcome outcome = directory.Gate("out/there", {"--runs", "2", "--vary", "model.id"});
  server.Interrupt();
  EXPECT_EQ(server.Wait().exit_code, 0);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("measuring: 5 server starts"));
  EXPECT_THAT(outcome.output, HasSubstr("process-to-process variation not sampled"));
  EXPECT_THAT(outcome.output, HasSubstr("model.id (old-model -> reference-model)"));
  const Json result = directory.Result("out/there");
  EXPECT_EQ(result["target"]["restart"], "endpoint");
  EXPECT_NE(result["scenarios"][0]["plan_digest"], result["scenarios"][0]["base_plan_digest"]);
  EXPECT_EQ(directory.Order("out/there", "single"), "ABBA");
}

TEST(Base, ATargetFileOnTheCommandLineWinsOverTheOneInTheTarget) {
  BaseDirectory directory;
  directory.WritePair({}, {});
  directory.WriteTarget("other.json", {});
  const CliOutcome named = directory.Gate("out/x", {"--dry-run"});
  EXPECT_THAT(named.output, HasSubstr("4, 6, 8 runs a side of each scenario, beside release-1, in turn"));
  const CliOutcome given = directory.Gate("out/x", {"--dry-run", "--base-target", "suites/targets/other.json"});
  EXPECT_EQ(given.exit_code, 0) << given.output;
  EXPECT_THAT(given.output, HasSubstr("beside reference, in turn"));
}

TEST(Base, OneThatDiesIsInvalidAndNoRegressionOfTheCandidate) {
  BaseDirectory directory;
  directory.WritePair({}, {"--fault", "die-after=8"});
  const CliOutcome outcome = directory.Gate("out/dead");
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: invalid"));
  EXPECT_THAT(outcome.output, HasSubstr("the server died on the base side"));
}

TEST(Base, OneThatDropsRequestsIsInvalidAndNoRegressionOfTheCandidate) {
  BaseDirectory directory;
  directory.WritePair({}, {"--fault", "truncated=0.5"});
  const CliOutcome outcome = directory.Gate("out/broken");
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("the base side is broken"));
}

TEST(Base, OneThatCannotBeStartedSaysWhy) {
  BaseDirectory directory;
  directory.WriteTarget("pair.json", {},
                        R"(, "base": {"command": ["/bin/sh", "-c", "echo no such wheel; exit 7", "{port}"]})");
  const CliOutcome outcome = directory.Gate("out/none");
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("the base"));
  EXPECT_THAT(outcome.output, HasSubstr("exit code 7"));
  EXPECT_THAT(outcome.output, HasSubstr("no such wheel"));
}

TEST(Base, OneOfAnotherModelThanItServesIsAnErrorThatNamesTheBase) {
  BaseDirectory directory;
  directory.WriteTarget("pair.json", {}, R"(, "base": {"model": "m-old",
    "command": ["{self}", "serve", "--port", "{port}", "--model", "m-new"]})");
  const CliOutcome outcome = directory.Gate("out/other");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("the base"));
  EXPECT_THAT(outcome.output, HasSubstr("m-new"));
}

// 244 requests reach the first look, 56 more the second one of the scenario that is undecided.
TEST(Base, ABudgetEndsTheComparisonBeforeALookThatItDoesNotAllow) {
  BaseDirectory directory;
  directory.WriteSuiteWith(1.0, R"({"max_requests": 299, "max_duration_s": 200})");
  directory.WriteNoisyPair();
  const CliOutcome outcome = directory.Gate("out/dear", {"--decide"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(directory.Order("out/dear", "single"), "ABBABAAB");
  EXPECT_EQ(directory.Result("out/dear")["session"]["stopped_because"],
            "budget: a look at 6 runs a side needs 300 requests, budget.max_requests is 299");
  EXPECT_EQ(LinesIn(directory.Text("out/dear/samples.jsonl")), 244u);
}

TEST(Base, ABudgetBelowTheFirstLookSendsNothing) {
  BaseDirectory directory;
  directory.WriteSuiteWith(0.3, R"({"max_requests": 243})");
  directory.WritePair({}, {});
  const CliOutcome outcome = directory.Gate("out/dear");
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("needs 244 requests, budget.max_requests is 243"));
  EXPECT_FALSE(std::filesystem::exists(directory.At("out/dear")));
}

TEST(Base, AnInterruptKeepsWhatHadEndedAndLeavesNoServerOfEitherSide) {
  BaseDirectory directory;
  directory.WritePair({}, {}, R"(, "restart": "never")");
  CliProcess process = directory.Start({"gate", "suites/quick.json", "--out", "out/cut"});
  ASSERT_TRUE(process.started());
  ASSERT_TRUE(WaitForText(directory, "out/cut/samples.jsonl", "\"side\":\"candidate\""));
  process.Interrupt();
  const CliOutcome outcome = process.Wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.output;
  EXPECT_TRUE(directory.Result("out/cut")["session"]["interrupted"].get<bool>());
  for (const char* log : {"out/cut/server.log", "out/cut/base_server.log"}) {
    const std::vector<int> ports = PortsIn(directory.Text(log));
    ASSERT_FALSE(ports.empty()) << log;
    EXPECT_FALSE(SomebodyListensOn(ports.back())) << log;
  }
}

TEST(Base, DecideNeedsOne) {
  BaseDirectory directory;
  directory.WriteTarget("pair.json", {});
  const CliOutcome outcome = directory.Gate("out/alone", {"--decide"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("needs a base"));
}

TEST(Base, ItsKeyIsInNoFileAndNoOutput) {
  BaseDirectory directory;
  directory.WriteTarget("pair.json", {}, R"(, "base": {"api_key_env": "BASE_KEY", "command":
    ["/bin/sh", "-c", "echo my key is ${BASE_SECRET_TOKEN}; exec \"$0\" serve --port \"$1\" --model reference-model",
     "{self}", "{port}"]})");
  const std::map<std::string, std::string> environment = {{"BASE_KEY", "sk-base-0123456789"},
                                                          {"BASE_SECRET_TOKEN", "tk-base-0123456789"}};
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--out", "out/key", "--runs", "2"}, environment);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, Not(HasSubstr("base-0123456789")));
  for (const auto& file : std::filesystem::directory_iterator(directory.At("out/key"))) {
    EXPECT_THAT(ReadFileText(file.path().string()), Not(HasSubstr("base-0123456789"))) << file.path();
  }
  EXPECT_THAT(directory.Text("out/key/base_server.log"), HasSubstr("my key is [redacted]"));
}

}  // namespace
}  // namespace inferproof
