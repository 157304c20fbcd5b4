#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/cli_process.h"

namespace inferproof {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Compare, JudgesTwoResultsOfflineWithTheSameBytesEachTime) {
  GateDirectory directory;
  directory.WriteTarget("slow.json", {"--fault", "slow=0.4"});
  ASSERT_EQ(directory.Run({"run", "suites/quick.json", "--out", "out/fast"}).exit_code, 0);
  ASSERT_EQ(directory.Run({"run", "suites/quick.json", "--target", "suites/targets/slow.json", "--out", "out/slow"})
                .exit_code,
            0);
  const CliOutcome slower = directory.Run({"compare", "out/fast", "out/slow", "--out", "out/first", "--ci", "github"});
  EXPECT_EQ(slower.exit_code, 1) << slower.output;
  EXPECT_THAT(slower.output,
              AllOf(HasSubstr("verdict: regressed"), HasSubstr("not interleaved: session effect not controlled"),
                    HasSubstr("::error file=suites/quick.json")));
  const std::string verdict = directory.Text("out/first/verdict.json");
  const std::string report = directory.Text("out/first/report.md");
  EXPECT_THAT(verdict, HasSubstr("inferproof compare out/fast out/slow"));
  EXPECT_FALSE(report.empty());
  directory.Run({"compare", "out/fast", "out/slow", "--out", "out/first"});
  EXPECT_EQ(directory.Text("out/first/verdict.json"), verdict);
  EXPECT_EQ(directory.Text("out/first/report.md"), report);

  const CliOutcome faster = directory.Run({"compare", "out/slow", "out/fast"});
  EXPECT_EQ(faster.exit_code, 0) << faster.output;
  EXPECT_THAT(faster.output, HasSubstr("verdict: improved"));
  const CliOutcome same = directory.Run({"compare", "out/fast", "out/fast"});
  EXPECT_EQ(same.exit_code, 0) << same.output;
  EXPECT_THAT(same.output, HasSubstr("both sides are the same session"));

  const CliOutcome sessions = directory.Run({"compare", "out/fast", "out"});
  EXPECT_EQ(sessions.exit_code, 0) << sessions.output;  // a fast and a slow session decide nothing together
  EXPECT_THAT(sessions.output,
              AllOf(HasSubstr("the runs of 2 sessions of the candidate pooled"), HasSubstr("verdict: inconclusive")));
  EXPECT_EQ(directory.Run({"compare", "out/fast", "out", "--strict"}).exit_code, 5);
}

TEST(Compare, TellsWhatItCannotCompare) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("other.json", {"--profile", "slots=3"});
  ASSERT_EQ(directory.Run({"run", "suites/quick.json", "--target", "suites/targets/other.json", "--out", "out/other"})
                .exit_code,
            0);
  const CliOutcome other = directory.Run({"compare", "out/base", "out/other"});
  EXPECT_EQ(other.exit_code, 4) << other.output;
  EXPECT_THAT(other.output, HasSubstr("engine.profile"));
  EXPECT_EQ(directory.Run({"compare", "baselines/reference/default/quick.json", "out/base"}).exit_code, 0);
  EXPECT_EQ(directory.Run({"compare", "out/base", "baselines/reference/default/quick.json"}).exit_code, 0);
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const CliOutcome outcome = directory.Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.output;
  };
  EXPECT_THAT(refused({"compare", "out/base"}), HasSubstr("was measured without a base"));
  EXPECT_THAT(refused({"compare", "out/base", "out/nowhere"}), HasSubstr("out/nowhere"));
  EXPECT_THAT(refused({"compare", "suites", "out/base"}), HasSubstr("holds no result"));
  EXPECT_THAT(refused({"compare", "out/base", "out/other", "--suite", "suites/none.json"}), HasSubstr("none.json"));
}

TEST(BaselineCheck, ProvesTheCommittedFileAndFindsAHandInIt) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const std::string path = "baselines/reference/default/quick.json";
  EXPECT_EQ(directory.Run({"baseline", "check", path}).exit_code, 0);
  EXPECT_EQ(directory.Run({"baseline", "check", "--suite", "suites/quick.json"}).exit_code, 0);
  const CliOutcome proven = directory.Run({"baseline", "check", path, "out/base"});
  EXPECT_EQ(proven.exit_code, 0) << proven.output;
  EXPECT_THAT(proven.output, HasSubstr("what these results give"));

  std::string text = directory.Text(path);
  const std::string good = text;
  const std::size_t at = text.find("\"ttft_ms.p50\": [");
  text.insert(at + 16, "9");
  directory.Write(path, text);
  const CliOutcome edited = directory.Run({"baseline", "check", path, "out/base"});
  EXPECT_EQ(edited.exit_code, 1) << edited.output;
  EXPECT_THAT(edited.output, HasSubstr(".ttft_ms.p50[0]"));

  const std::string conflicted = "<<<<<<< ours\n" + good;
  directory.Write(path, conflicted);
  EXPECT_EQ(directory.Run({"baseline", "check", path}).exit_code, 2);
  EXPECT_EQ(directory.Run({"baseline", "update", "out/base", "--reason", "mended"}).exit_code, 2);
  EXPECT_EQ(directory.Text(path), conflicted);
}

TEST(BaselineUpdate, WritesTheBodyOfACommitMessageAndStartsANewAnchor) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("slow.json", {"--fault", "slow=0.4"});
  ASSERT_EQ(directory.Run({"run", "suites/quick.json", "--target", "suites/targets/slow.json", "--out", "out/slow"})
                .exit_code,
            0);
  const CliOutcome drifted =
      directory.Run({"baseline", "update", "out/slow", "--reason", "bigger model", "--by", "tester", "--dry-run"});
  EXPECT_THAT(drifted.output, HasSubstr("warning: drift: single ttft_ms.p50 has moved +"));
  const CliOutcome updated = directory.Run({"baseline", "update", "out/slow", "--reason", "bigger model", "--by",
                                            "tester", "--new-anchor", "--message", "message.txt"});
  EXPECT_EQ(updated.exit_code, 0) << updated.output;
  EXPECT_THAT(updated.output, Not(HasSubstr("warning: drift")));
  const std::string message = directory.Text("message.txt");
  EXPECT_THAT(message, AllOf(HasSubstr("Reason: bigger model"), HasSubstr("single  ttft_ms.p50  "),
                             HasSubstr("1 session of 4 runs, run spread")));
  EXPECT_THAT(updated.output, HasSubstr(message));
  const CliOutcome shown = directory.Run({"baseline", "show", "baselines/reference/default/quick.json"});
  EXPECT_THAT(shown.output, HasSubstr("replaced by tester: bigger model"));
  EXPECT_EQ(directory.Run({"baseline", "check", "baselines/reference/default/quick.json", "out/slow"}).exit_code, 0);
}

TEST(BaselineDoctor, ExaminesTheNoiseAndWritesTheBandsThatItProposes) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome found = directory.Run({"baseline", "doctor", "--suite", "suites/quick.json", "out/base"});
  EXPECT_EQ(found.exit_code, 0) << found.output;
  EXPECT_THAT(found.output, AllOf(HasSubstr("single  ttft_ms.p50  4 runs in 1 session"), HasSubstr("run spread "),
                                  HasSubstr("session spread not known: one session"), HasSubstr("limit: r"),
                                  HasSubstr("beside a base at 4 runs a side")));
  directory.WriteSuite(R"("band": {"relative": 0.1, "absolute": 0})", R"("band": {"relative": 0.0001, "absolute": 0})");
  const std::string before = directory.Text("suites/quick.json");
  const CliOutcome applied = directory.Run({"baseline", "doctor", "--suite", "suites/quick.json", "--apply"});
  EXPECT_EQ(applied.exit_code, 0) << applied.output;
  EXPECT_THAT(applied.output, AllOf(HasSubstr("a band of 0.01 % is not testable with 4 runs a side"),
                                    HasSubstr("wrote suites/quick.json: 1 band(s)")));
  const std::string after = directory.Text("suites/quick.json");
  EXPECT_THAT(after, Not(HasSubstr("0.0001")));
  const std::size_t at = before.find("0.0001");
  EXPECT_EQ(after.substr(0, at), before.substr(0, at));
  EXPECT_EQ(directory.Run({"gate", "suites/quick.json", "--dry-run"}).exit_code, 0);
}

}  // namespace
}  // namespace inferproof
