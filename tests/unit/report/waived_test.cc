#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/report/findings.h"
#include "harness/report/report.h"
#include "tests/support/verdict_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A gate that would have failed, in a result that passed.
Report Waived() {
  MetricVerdict metric = ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed);
  metric.waived = "waived until 2026-12-31 by ann: longer prompts";
  ReportBuilder builder;
  builder.verdict().scenarios.front().metrics.push_back(metric);
  return builder.Build();
}

TEST(WaivedMetric, IsAWarningAndNoError) {
  const std::vector<Finding> findings = FindingsOf(Waived());
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& finding) { return finding.check == "ttft_ms.p50"; });
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->level, FindingLevel::kWarning);
}

TEST(WaivedMetric, IsASkippedTestAndNoFailure) {
  const std::string xml = RenderJunit(Waived());
  EXPECT_THAT(xml, HasSubstr("<skipped"));
  EXPECT_THAT(xml, Not(HasSubstr("<failure")));
}

TEST(WaivedMetric, IsMarkedInTheTable) { EXPECT_THAT(RenderConsole(Waived(), {}), HasSubstr("regressed (waived)")); }

TEST(WaivedMetric, IsWrittenWithItsWaiver) {
  const Json json = VerdictToJson(Waived().verdict.value(), 0);
  EXPECT_EQ(json["scenarios"][0]["metrics"][0]["waived"], "waived until 2026-12-31 by ann: longer prompts");
}

TEST(Drift, IsShownInTheTableThoughItOnlyWatches) {
  MetricVerdict drift = ReportBuilder::Metric("drift.ttft_ms.p50", VerdictWord::kPass, 0.03);
  drift.role = Role::kWatch;
  ReportBuilder builder;
  builder.verdict().scenarios.front().metrics.push_back(drift);
  EXPECT_THAT(RenderConsole(builder.Build(), {}), HasSubstr("drift.ttft_ms.p50"));
}

}  // namespace
}  // namespace inferproof
