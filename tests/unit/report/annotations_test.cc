#include "harness/report/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/azure_commands.h"
#include "tests/support/teamcity_messages.h"
#include "tests/support/verdict_builder.h"
#include "tests/support/workflow_commands.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(GithubAnnotations, SayMetricBaseCandidateChangeAndWhere) {
  const Report report = ReportBuilder().With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed)).Build();
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(FindingsOf(report)));
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].name, "error");
  EXPECT_EQ(commands[0].properties.at("title"), "inferproof: regressed");
  EXPECT_EQ(commands[1].name, "error");
  EXPECT_EQ(commands[1].properties.at("file"), "baselines/reference/default/smoke.json");
  EXPECT_EQ(commands[1].properties.at("line"), "42");
  EXPECT_EQ(commands[1].properties.at("title"), "ttft_ms.p50 +20.0 % (single)");
  EXPECT_THAT(commands[1].message, HasSubstr("single ttft_ms.p50: 40.00 ms -> 48.00 ms, +20.0 %"));
  EXPECT_THAT(commands[1].message, HasSubstr("fails reliably from +7.0 %"));
  EXPECT_THAT(commands[1].message, HasSubstr("Repeat: inferproof gate suites/smoke.json"));
}

TEST(GithubAnnotations, NameTheFailedCaseAtItsLine) {
  const Report report = ReportBuilder().With(FailedCase("num.sum.1", "expected 42, got 41")).Build();
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(FindingsOf(report)));
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[1].properties.at("file"), "quality/smoke.jsonl");
  EXPECT_EQ(commands[1].properties.at("line"), "7");
  EXPECT_THAT(commands[1].message, HasSubstr("num.sum.1"));
  EXPECT_THAT(commands[1].message, HasSubstr("expected 42, got 41"));
}

TEST(GithubAnnotations, OfAPassAreOneNotice) {
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(FindingsOf(ReportBuilder().Build())));
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0].name, "notice");
}

TEST(GithubAnnotations, KeepTheVerdictAndTheWorstNineOfALevel) {
  ReportBuilder builder;
  for (int i = 0; i < 30; ++i) builder.With(FailedCase("case." + std::to_string(i), "wrong"));
  builder.With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed));
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(FindingsOf(builder.Build())));
  EXPECT_EQ(commands.size(), 10u);
  EXPECT_THAT(commands[0].message, HasSubstr("22 more findings"));
  EXPECT_THAT(commands[1].message, HasSubstr("ttft_ms.p50"));
}

TEST(GithubAnnotations, WatchedMetricsStaySilent) {
  MetricVerdict watched = ReportBuilder::Metric("ttft_ms.p90", VerdictWord::kInconclusive);
  watched.role = Role::kWatch;
  EXPECT_EQ(ParseWorkflowLog(RenderGithubAnnotations(FindingsOf(ReportBuilder().With(watched).Build()))).size(), 1u);
}

TEST(GithubAnnotations, HostileModelTextAddsNoCommand) {
  const std::string hostile =
      "\n::error file=x::owned\n##[error]owned\r\n::stop-commands::abc\n\x1b[2Jx%0A::warning::y,a:b";
  ReportBuilder builder;
  builder.With(FailedCase("evil\n::error::id", hostile));
  builder.verdict().headline += hostile;
  builder.result().runs.front().failures.push_back(hostile);
  const std::string log = RenderGithubAnnotations(FindingsOf(builder.Build())) + RenderConsole(builder.Build(), {});
  const auto commands = ParseWorkflowLog(log);
  EXPECT_EQ(commands.size(), 2u);
  for (const WorkflowCommand& command : commands) EXPECT_TRUE(command.name == "error") << command.name;
  EXPECT_EQ(log.find('\x1b'), std::string::npos);
}

TEST(GithubAnnotations, MessagesStayUnderTheRunnersLimit) {
  const auto commands = ParseWorkflowLog(
      RenderGithubAnnotations(FindingsOf(ReportBuilder().With(FailedCase("c", std::string(100'000, '%'))).Build())));
  for (const WorkflowCommand& command : commands) EXPECT_LT(command.message.size(), 4096u);
}

FailureReport Failure(const Error& error) {
  FailureReport failure;
  failure.error = error;
  failure.exit_code = 2;
  failure.version = "0.0.0";
  failure.suite = "suites/chat.json";
  failure.command_line = {"inferproof", "gate", "suites/chat.json"};
  return failure;
}

TEST(Failure, IsAnchoredWhereTheErrorStands) {
  const Error error = MakeError(ErrorCode::kConfig, "suites/chat.json:14:9: scenarios[1].load", "must be > 0, got -3");
  const std::vector<Finding> findings = FindingsOf(Failure(error));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].file, "suites/chat.json");
  EXPECT_EQ(findings[0].line, 14);
  EXPECT_EQ(RenderPlainAnnotations(findings),
            "suites/chat.json:14: error: inferproof: error: suites/chat.json:14:9: scenarios[1].load: must be > 0, got "
            "-3\n");
}

TEST(Failure, OfAnAddressHasNoPlace) {
  const Error error = MakeError(ErrorCode::kUnreachable, "http://127.0.0.1:1", "does not answer");
  EXPECT_FALSE(FindingsOf(Failure(error)).front().anchored());
}

std::vector<Finding> TwoFindings() {
  return FindingsOf(ReportBuilder()
                        .With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed))
                        .With(FailedCase("num.sum.1", "expected [42], got 'x|y'; 100 %"))
                        .Build());
}

TEST(Findings, KeepTheirIdWhenNumbersAndLinesChange) {
  MetricVerdict metric = ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed);
  const std::string before = FindingsOf(ReportBuilder().With(metric).Build())[1].id;
  metric.candidate = 99;
  metric.reason = "+140.0 %";
  metric.line = 77;
  EXPECT_EQ(FindingsOf(ReportBuilder().With(metric).Build())[1].id, before);
  metric.metric = "tpot_ms.p50";
  EXPECT_NE(FindingsOf(ReportBuilder().With(metric).Build())[1].id, before);
}

TEST(Findings, OfTheSameSubjectTwiceDifferInTheirId) {
  const MetricVerdict metric = ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed);
  const std::vector<Finding> findings = FindingsOf(ReportBuilder().With(metric).With(metric).Build());
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_NE(findings[1].id, findings[2].id);
}

TEST(Findings, AVerdictWithoutScenariosPointsAtTheSuite) {
  ReportBuilder builder;
  builder.Word(VerdictWord::kInvalid, 3).verdict().scenarios.clear();
  Report report = builder.Build();
  report.suite_file = "suites/smoke.json";
  const Finding verdict = FindingsOf(report).front();
  EXPECT_EQ(verdict.file, "suites/smoke.json");
  EXPECT_EQ(verdict.line, 1);
}

TEST(AzureCommands, AreIssuesWithAbsolutePathsAndEndInTheResult) {
  EXPECT_THAT(RenderAzureCommands(TwoFindings(), "/s"),
              HasSubstr("##vso[task.logissue type=error;sourcepath=/s/quality/smoke.jsonl;linenumber=7;columnnumber=1;"
                        "code=quality;]quality case num.sum.1 regressed (sequential, 0 "
                        "of 3 asks pass): expected [42], got 'x|y'; 100 %AZP25%0ARepeat: "));
  const auto commands = ParseAzureLog(RenderAzureCommands(TwoFindings(), "/s"));
  ASSERT_EQ(commands.size(), 4u);
  EXPECT_EQ(commands.back().name, "task.complete");
  EXPECT_EQ(commands.back().properties.at("result"), "Failed");
}

TEST(AzureCommands, OfAWarningSucceedWithIssuesAndOfAPassSayNothing) {
  const auto warned =
      ParseAzureLog(RenderAzureCommands(FindingsOf(ReportBuilder().Word(VerdictWord::kInconclusive, 0).Build()), "/s"));
  ASSERT_EQ(warned.size(), 2u);
  EXPECT_EQ(warned[1].properties.at("result"), "SucceededWithIssues");
  EXPECT_TRUE(ParseAzureLog(RenderAzureCommands(FindingsOf(ReportBuilder().Build()), "/s")).empty());
}

TEST(AzureCommands, SetVariables) {
  EXPECT_EQ(RenderAzureVariables({{"inferproofVerdict", "pass"}}),
            "##vso[task.setvariable variable=inferproofVerdict;isOutput=true;]pass\n");
}

TEST(TeamcityMessages, AreInspectionsAndABuildProblem) {
  const std::string log = RenderTeamcityMessages(TwoFindings());
  EXPECT_THAT(log, HasSubstr("expected |[42|], got |'x||y|'; 100 %|nRepeat: "));
  const auto messages = ParseTeamcityLog(log);
  ASSERT_EQ(messages.size(), 7u);  // a type and an inspection for the verdict, the metric and the case; the problem
  EXPECT_EQ(messages[3].name, "inspection");
  EXPECT_EQ(messages[3].attributes.at("file"), "baselines/reference/default/smoke.json");
  EXPECT_EQ(messages[3].attributes.at("line"), "42");
  EXPECT_EQ(messages[3].attributes.at("SEVERITY"), "ERROR");
  EXPECT_EQ(messages[6].name, "buildProblem");
  EXPECT_LE(messages[6].attributes.at("identity").size(), 60u);
}

TEST(TeamcityMessages, WriteWhatIsNotAsciiAsUnits) {
  const auto findings = FindingsOf(ReportBuilder().With(FailedCase("c", "caf\u00E9 \U0001F600")).Build());
  EXPECT_THAT(RenderTeamcityMessages(findings), HasSubstr("caf|0x00E9 |0xD83D|0xDE00"));
}

TEST(PlainAnnotations, ReadLikeACompilers) {
  EXPECT_THAT(RenderPlainAnnotations(TwoFindings()),
              HasSubstr("baselines/reference/default/smoke.json:42: error: ttft_ms.p50 +20.0 % (single): single "
                        "ttft_ms.p50: 40.00 ms -> 48.00 ms, +20.0 %"));
}

TEST(PlainAnnotations, AFileThatLooksLikeACommandIsStillAFile) {
  MetricVerdict metric = ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed);
  metric.file = ":";
  EXPECT_THAT(RenderPlainAnnotations(FindingsOf(ReportBuilder().With(metric).Build())), HasSubstr("\n./::42: error: "));
}

TEST(GitlabCodeQuality, HasWhatGitlabRequires) {
  const Json list = GitlabCodeQuality(TwoFindings(), "suites/smoke.json");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[1]["check_name"], "ttft_ms.p50");
  EXPECT_EQ(list[1]["severity"], "major");
  EXPECT_EQ(list[1]["location"]["path"], "baselines/reference/default/smoke.json");
  EXPECT_EQ(list[1]["location"]["lines"]["begin"], 42);
  EXPECT_EQ(list[1]["fingerprint"].get<std::string>().size(), 32u);
}

TEST(GitlabCodeQuality, OfAPassIsAnEmptyList) {
  EXPECT_EQ(GitlabCodeQuality(FindingsOf(ReportBuilder().Build()), "s").dump(), "[]");
}

TEST(JenkinsWarnings, AreOneObjectWithIssues) {
  const Json json = JenkinsWarnings(TwoFindings(), "suites/smoke.json");
  ASSERT_EQ(json["issues"].size(), 3u);
  EXPECT_EQ(json["issues"][2]["fileName"], "quality/smoke.jsonl");
  EXPECT_EQ(json["issues"][2]["lineStart"], 7);
  EXPECT_EQ(json["issues"][2]["severity"], "ERROR");
  EXPECT_EQ(json["issues"][2]["category"], "quality");
}

TEST(Markdown, OfAFailureSaysWhatIsKnown) {
  FailureReport failure = Failure(MakeError(ErrorCode::kUnreachable, "http://127.0.0.1:1", "does not answer"));
  failure.files = {"junit.xml", "samples.jsonl"};
  const std::string text = RenderMarkdown(failure);
  EXPECT_THAT(text, HasSubstr("does not answer"));
  EXPECT_THAT(text, HasSubstr("(exit code 2)"));
  EXPECT_THAT(text, HasSubstr("`junit.xml`, `samples.jsonl`"));
  EXPECT_THAT(text, HasSubstr("Repeat: `inferproof gate suites/chat.json`"));
}

}  // namespace
}  // namespace inferproof
