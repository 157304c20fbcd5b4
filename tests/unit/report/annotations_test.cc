#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "harness/report/report.h"
#include "tests/support/verdict_builder.h"
#include "tests/support/workflow_commands.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

TEST(GithubAnnotations, SayMetricBaseCandidateChangeAndWhere) {
  const Report report = ReportBuilder().With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed)).Build();
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(report));
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
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(report));
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[1].properties.at("file"), "quality/smoke.jsonl");
  EXPECT_EQ(commands[1].properties.at("line"), "7");
  EXPECT_THAT(commands[1].message, HasSubstr("num.sum.1"));
  EXPECT_THAT(commands[1].message, HasSubstr("expected 42, got 41"));
}

TEST(GithubAnnotations, OfAPassAreOneNotice) {
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(ReportBuilder().Build()));
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0].name, "notice");
}

TEST(GithubAnnotations, KeepTheVerdictAndTheWorstNineOfALevel) {
  ReportBuilder builder;
  for (int i = 0; i < 30; ++i) builder.With(FailedCase("case." + std::to_string(i), "wrong"));
  builder.With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed));
  const auto commands = ParseWorkflowLog(RenderGithubAnnotations(builder.Build()));
  EXPECT_EQ(commands.size(), 10u);
  EXPECT_THAT(commands[0].message, HasSubstr("22 more findings"));
  EXPECT_THAT(commands[1].message, HasSubstr("ttft_ms.p50"));
}

TEST(GithubAnnotations, WatchedMetricsStaySilent) {
  MetricVerdict watched = ReportBuilder::Metric("ttft_ms.p90", VerdictWord::kInconclusive);
  watched.role = Role::kWatch;
  EXPECT_EQ(ParseWorkflowLog(RenderGithubAnnotations(ReportBuilder().With(watched).Build())).size(), 1u);
}

TEST(GithubAnnotations, HostileModelTextAddsNoCommand) {
  const std::string hostile =
      "\n::error file=x::owned\n##[error]owned\r\n::stop-commands::abc\n\x1b[2Jx%0A::warning::y,a:b";
  ReportBuilder builder;
  builder.With(FailedCase("evil\n::error::id", hostile));
  builder.verdict().headline += hostile;
  builder.result().runs.front().failures.push_back(hostile);
  const std::string log = RenderGithubAnnotations(builder.Build()) + RenderConsole(builder.Build(), {});
  const auto commands = ParseWorkflowLog(log);
  EXPECT_EQ(commands.size(), 2u);
  for (const WorkflowCommand& command : commands) EXPECT_TRUE(command.name == "error") << command.name;
  EXPECT_EQ(log.find('\x1b'), std::string::npos);
}

TEST(GithubAnnotations, MessagesStayUnderTheRunnersLimit) {
  const auto commands = ParseWorkflowLog(
      RenderGithubAnnotations(ReportBuilder().With(FailedCase("c", std::string(100'000, '%'))).Build()));
  for (const WorkflowCommand& command : commands) EXPECT_LT(command.message.size(), 4096u);
}

TEST(GithubError, IsAnchoredWhereTheErrorStands) {
  const Error error = MakeError(ErrorCode::kConfig, "suites/chat.json:14:9: scenarios[1].load", "must be > 0, got -3");
  const auto commands = ParseWorkflowLog(RenderGithubError(error));
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0].properties.at("file"), "suites/chat.json");
  EXPECT_EQ(commands[0].properties.at("line"), "14");
}

}  // namespace
}  // namespace inferproof
