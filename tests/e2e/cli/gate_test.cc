#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/json/document.h"
#include "harness/json/schema.h"
#include "tests/support/cli_process.h"
#include "tests/support/workflow_commands.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

Json JsonIn(const GateDirectory& directory, const std::string& path) {
  return Json::parse(directory.Text(path), nullptr, false);
}

TEST(Gate, WithoutABaselineIsNewAndSaysHowToAcceptIt) {
  GateDirectory directory;
  const CliOutcome first = directory.Run({"gate", "suites/quick.json", "--out", "out/first"});
  EXPECT_EQ(first.exit_code, 0) << first.output;
  EXPECT_THAT(first.output, HasSubstr("verdict: new"));
  EXPECT_THAT(first.output, HasSubstr("inferproof baseline update out/first --reason"));
  const CliOutcome required = directory.Run({"gate", "suites/quick.json", "--out", "out/second", "--require-baseline"});
  EXPECT_EQ(required.exit_code, 4) << required.output;
}

TEST(Gate, PassesTheSameEngineAndWritesItsFiles) {
  GateDirectory directory;
  const CliOutcome accepted = directory.AcceptBaseline();
  ASSERT_EQ(accepted.exit_code, 0) << accepted.output;
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/second"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: pass")) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("against a stored baseline: session effect estimated, not controlled"));
  EXPECT_THAT(outcome.output, HasSubstr("paced, not a model"));
  for (const char* file :
       {"result.json", "verdict.json", "samples.jsonl", "transcripts.jsonl", "report.md", "server.log"}) {
    EXPECT_FALSE(directory.Text(std::string("out/second/") + file).empty()) << file;
  }
  EXPECT_EQ(JsonIn(directory, "out/second/verdict.json")["word"], "pass");
  EXPECT_EQ(JsonIn(directory, "out/second/result.json")["schema"], "inferproof.result/1");
}

// What a published schema does not accept.
std::vector<std::string> SchemaProblems(const std::string& kind, const Json& value) {
  const std::string path = std::string(INFERPROOF_SOURCE_DIR) + "/suites/schema/" + kind + ".schema.json";
  const Result<std::vector<std::string>> problems = CheckSchema(Json::parse(ReadFileText(path)), value);
  return problems.ok() ? *problems : std::vector<std::string>{problems.error().Text()};
}

TEST(Gate, WritesFilesThatFitTheirPublishedSchemas) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  ASSERT_EQ(directory.Run({"gate", "suites/quick.json", "--out", "out/second"}).exit_code, 0);
  EXPECT_THAT(SchemaProblems("result", JsonIn(directory, "out/second/result.json")), ::testing::IsEmpty());
  EXPECT_THAT(SchemaProblems("verdict", JsonIn(directory, "out/second/verdict.json")), ::testing::IsEmpty());
  EXPECT_THAT(SchemaProblems("baseline", JsonIn(directory, "baselines/reference/default/quick.json")),
              ::testing::IsEmpty());
  EXPECT_THAT(SchemaProblems("suite", JsonIn(directory, "suites/quick.json")), ::testing::IsEmpty());
  EXPECT_THAT(SchemaProblems("target", JsonIn(directory, "suites/targets/target.json")), ::testing::IsEmpty());
}

TEST(Gate, IsRedOnASlowerEngineAndSaysWhichMetricWhereAndHowSure) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("slow.json", {"--fault", "slow=0.4"});
  const CliOutcome outcome = directory.Run(
      {"gate", "suites/quick.json", "--target", "suites/targets/slow.json", "--out", "out/slow", "--ci", "github"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: regressed"));
  bool found = false;
  for (const WorkflowCommand& command : ParseWorkflowLog(outcome.output)) {
    if (command.name != "error" || !command.properties.contains("file")) continue;
    const std::string file = directory.Text(command.properties.at("file"));
    EXPECT_FALSE(file.empty()) << command.properties.at("file");
    const std::size_t line = static_cast<std::size_t>(std::stoi(command.properties.at("line")));
    const std::vector<std::string> lines = Split(file, '\n');
    ASSERT_LE(line, lines.size());
    if (command.message.find("ttft_ms.p50") == std::string::npos || command.message.find("->") == std::string::npos)
      continue;
    found = true;
    EXPECT_THAT(lines[line - 1], HasSubstr("ttft_ms.p50"));
    EXPECT_THAT(command.message, HasSubstr("interval"));
    EXPECT_THAT(command.message, HasSubstr("band"));
  }
  EXPECT_TRUE(found) << outcome.output;
}

TEST(Gate, IsRedOnWrongAnswersAndNamesTheCaseAtItsLine) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("wrong.json", {"--fault", "wrong"});
  const CliOutcome outcome = directory.Run(
      {"gate", "suites/quick.json", "--target", "suites/targets/wrong.json", "--out", "out/wrong", "--ci", "github"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  bool found = false;
  for (const WorkflowCommand& command : ParseWorkflowLog(outcome.output)) {
    if (command.name != "error" || !command.properties.contains("file")) continue;
    if (command.properties.at("file") != "quality/smoke.jsonl") continue;
    found = true;
    const std::size_t line = static_cast<std::size_t>(std::stoi(command.properties.at("line")));
    const Json quality_case = Json::parse(Split(directory.Text("quality/smoke.jsonl"), '\n')[line - 1]);
    EXPECT_THAT(command.properties.at("title"), HasSubstr(quality_case["id"].get<std::string>()));
  }
  EXPECT_TRUE(found) << outcome.output;
}

// No code outside the reference engine may know it: under another name, version and banner the verdict is the same.
TEST(Gate, JudgesTheEngineByItsProfileAndNotByItsName) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("renamed.json", {"--announce-name", "some-engine", "--announce-version", "9.9"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/renamed.json", "--out", "out/renamed"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("verdict: pass"));
}

TEST(Gate, RefusesToCompareAnotherProfile) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteTarget("other.json", {"--profile", "slots=3"});
  const CliOutcome outcome =
      directory.Run({"gate", "suites/quick.json", "--target", "suites/targets/other.json", "--out", "out/other"});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("engine.profile"));
}

TEST(Gate, RefusesASuiteThatChangedWithoutANewVersion) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  directory.WriteSuite("\"max_tokens\": 16", "\"max_tokens\": 17");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/changed"});
  EXPECT_EQ(outcome.exit_code, 4) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("version"));
}

TEST(Gate, DryRunPrintsThePlanAndSendsNothing) {
  GateDirectory directory;
  const CliOutcome first = directory.Run({"gate", "suites/quick.json", "--dry-run"});
  const CliOutcome second = directory.Run({"gate", "suites/quick.json", "--dry-run"});
  EXPECT_EQ(first.exit_code, 0);
  EXPECT_EQ(first.output, second.output);
  EXPECT_THAT(first.output, HasSubstr("single: concurrency 1, 5 warm-up and 12 measured requests a run"));
  // 4 runs of 17 and 29 requests, and 26 cases asked three times.
  EXPECT_THAT(first.output, HasSubstr("9 server starts, 262 requests"));
  EXPECT_FALSE(std::filesystem::exists(directory.At("out")));
}

TEST(Gate, MeasuresRequestsThatAreNotStreamed) {
  GateDirectory directory;
  directory.WriteSuite("\"warmup\": {\"requests\": 5}", "\"stream\": false, \"warmup\": {\"requests\": 5}");
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/whole"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  const Json runs = JsonIn(directory, "out/whole/result.json")["runs"];
  const Json metrics = runs[0]["metrics"];
  EXPECT_TRUE(metrics["values"].contains("e2e_ms.p50")) << metrics;
  EXPECT_TRUE(metrics["values"].contains("output_tokens.mean")) << metrics;
  EXPECT_FALSE(metrics["values"].contains("ttft_ms.p50")) << metrics;
  for (const Json& run : runs) {
    EXPECT_GT(run["metrics"]["values"]["control_probe_ms"]["value"].get<double>(), 0) << run;
    EXPECT_GE(run["metrics"]["values"]["control_probe_ms"]["n"].get<int>(), 1) << run;
  }
}

TEST(Gate, WritesTheJobSummaryOnGithub) {
  GateDirectory directory;
  directory.Write("summary.md", "");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/first"},
                                           {{"GITHUB_ACTIONS", "true"},
                                            {"GITHUB_STEP_SUMMARY", directory.At("summary.md")},
                                            {"GITHUB_WORKSPACE", directory.At(".")}});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(directory.Text("summary.md"), HasSubstr("| scenario | metric |"));
  EXPECT_FALSE(ParseWorkflowLog(outcome.output).empty());
}

TEST(Gate, RefusesASuiteOverItsBudgetBeforeTheFirstRequest) {
  GateDirectory directory;
  directory.WriteSuite("\"max_requests\": 1000", "\"max_requests\": 100");
  const CliOutcome outcome = directory.Run({"gate", "suites/quick.json", "--out", "out/first"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("budget.max_requests"));
  EXPECT_FALSE(std::filesystem::exists(directory.At("out/first/samples.jsonl")));
}

TEST(Baseline, ShowsWhatWasAccepted) {
  GateDirectory directory;
  ASSERT_EQ(directory.AcceptBaseline().exit_code, 0);
  const CliOutcome shown = directory.Run({"baseline", "show", "baselines/reference/default/quick.json"});
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("accepted"));
  EXPECT_THAT(shown.output, HasSubstr("by tester: first"));
  EXPECT_THAT(shown.output, HasSubstr("single  ttft_ms.p50"));
}

}  // namespace
}  // namespace inferproof
