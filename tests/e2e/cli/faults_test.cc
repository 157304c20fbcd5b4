#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "harness/base/text.h"
#include "harness/json/document.h"
#include "tests/support/cli_process.h"
#include "tests/support/listening.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

CliOutcome GateWith(GateDirectory& directory, const std::vector<std::string>& flags) {
  directory.WriteTarget("faulty.json", flags);
  return directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/faulty.json", "--out", "out/faulty"});
}

TEST(Faults, AServerThatDropsStreamsIsARegressionByName) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = GateWith(directory, {"--fault", "truncated=0.1"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("success_rate"));
  EXPECT_THAT(outcome.output, HasSubstr("truncated"));
}

TEST(Faults, AServerKilledInTheMiddleIsARegressionByName) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  CliProcess process = directory.Start({"gate", "suites/quick.json", "--out", "out/killed"});
  ASSERT_TRUE(WaitForText(directory, "out/killed/samples.jsonl", "\"measured\""));
  ASSERT_TRUE(process.KillItsServer());
  const CliOutcome outcome = process.Wait();
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("server_died"));
  EXPECT_THAT(outcome.output, HasSubstr("success_rate"));
}

// It dies while the cases are asked and again in every run: the dead server is the regression that is established.
TEST(Faults, AServerThatDiesInEveryStartIsARegressionByName) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = GateWith(directory, {"--fault", "die-after=15"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("server_died"));
}

TEST(Faults, ErrorsInMidStreamAreARegressionByName) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = GateWith(directory, {"--fault", "error-mid-stream=0.2"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("malformed"));
}

TEST(Faults, ABufferedStreamIsInvalidAndNotARegression) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = GateWith(directory, {"--fault", "buffered"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("buffered"));
}

TEST(Interrupt, KeepsWhatHadEndedAndLeavesNoServer) {
  GateDirectory directory;
  CliProcess process = directory.Start({"gate", "suites/quick.json", "--out", "out/cut"});
  ASSERT_TRUE(process.started());
  ASSERT_TRUE(WaitForText(directory, "out/cut/samples.jsonl", "\"measured\""));
  process.Interrupt();
  const CliOutcome outcome = process.Wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.output;
  const std::vector<std::string> lines = Split(directory.Text("out/cut/samples.jsonl"), '\n');
  ASSERT_GT(lines.size(), 1u);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    EXPECT_FALSE(Json::parse(lines[i], nullptr, false).is_discarded()) << lines[i];
  EXPECT_TRUE(Json::parse(directory.Text("out/cut/result.json"))["session"]["interrupted"].get<bool>());
  // The servers print their own address when they start; none of them answers any more.
  const std::vector<int> ports = PortsIn(directory.Text("out/cut/server.log"));
  ASSERT_FALSE(ports.empty());
  EXPECT_FALSE(SomebodyListensOn(ports.back()));
}

}  // namespace
}  // namespace inferproof
