// doctor --gate as a process, planting into the committed baseline of the shipped suite: nothing is measured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/json/document.h"
#include "tests/support/cli_process.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The shipped suite, with its first band changed, in a directory of its own.
void CopySmoke(const GateDirectory& directory, const std::string& band) {
  const std::string source = INFERPROOF_SOURCE_DIR;
  std::string suite = ReadFileText(source + "/suites/smoke.json");
  const std::string usual = R"("band": {"relative": 0.05, "absolute": 2})";
  const std::size_t at = suite.find(usual);
  ASSERT_NE(at, std::string::npos);
  suite.replace(at, usual.size(), band);
  directory.Write("suites/smoke.json", suite);
  directory.Write("suites/targets/reference.json", ReadFileText(source + "/suites/targets/reference.json"));
}

CliOutcome Doctor(GateDirectory& directory, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {
      "doctor", "--gate", "suites/smoke.json", "--baselines", INFERPROOF_SOURCE_DIR "/baselines", "--quick"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return directory.Run(arguments);
}

TEST(Doctor, FindsThatEveryGateOfTheShippedSuiteCanFail) {
  GateDirectory directory;
  CopySmoke(directory, R"("band": {"relative": 0.05, "absolute": 2})");
  const CliOutcome outcome = Doctor(directory, {"--out", "doctor.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("every gate can fail"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("INERT")));
  const Json report = Json::parse(directory.Text("doctor.json"));
  EXPECT_EQ(report["schema"], "inferproof.doctor/1");
  EXPECT_EQ(report["recorded_runs"], 24);  // 3 sessions of 4 runs of 2 scenarios
  EXPECT_TRUE(report["live"].empty());
}

TEST(Doctor, IsRedOnABandThatNothingCanLeaveAndSaysWhichAndWhatToDo) {
  GateDirectory directory;
  CopySmoke(directory, R"("band": {"relative": 10})");
  const CliOutcome outcome = Doctor(directory);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("inert: single ttft_ms.p50: cannot fail"));
  EXPECT_THAT(outcome.output, HasSubstr("Narrow its band"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("inert: single tpot_ms.p50")));
}

TEST(Doctor, NeedsRecordedRuns) {
  GateDirectory directory;
  const CliOutcome outcome = directory.Run({"doctor", "--gate", "suites/quick.json", "--quick"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("no such baseline"));
  EXPECT_EQ(directory.Run({"doctor"}).exit_code, 2);
}

}  // namespace
}  // namespace inferproof
