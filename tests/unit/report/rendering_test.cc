#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/report/report.h"
#include "harness/report/rows.h"
#include "harness/report/text_table.h"
#include "tests/support/verdict_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TextTable, AlignsByDisplayWidth) {
  TextTable table({"name", "n"}, {false, true});
  table.AddRow({"\u6771\u4EAC", "1"});
  table.AddRow({"e\u0301", "20"});
  EXPECT_EQ(table.Lines(), (std::vector<std::string>{"name   n", "\u6771\u4EAC   1", "e\u0301     20"}));
}

TEST(FormatValue, KeepsThreeOrFourDigits) {
  EXPECT_EQ(FormatValue(40.567, "ms"), "40.57 ms");
  EXPECT_EQ(FormatValue(1234.5, "tokens/s"), "1234 tokens/s");
  EXPECT_EQ(FormatValue(0.0123, "ms"), "0.012 ms");
  EXPECT_EQ(FormatValue(0.9958, "ratio"), "0.996");
}

TEST(Console, PutsTheVerdictLastAndEveryGateInTheTable) {
  const Report report = ReportBuilder().With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed)).Build();
  const std::string text = RenderConsole(report, {});
  EXPECT_THAT(text, HasSubstr("single    ttft_ms.p50"));
  EXPECT_THAT(text, HasSubstr("+20.0 %"));
  EXPECT_THAT(text, HasSubstr("+19.0 % to +21.0 % (99.0 %)"));
  EXPECT_THAT(text, HasSubstr("single: 24 planned = 24 completed"));
  EXPECT_THAT(text, HasSubstr("verdict: regressed: see below\n"));
  EXPECT_GT(text.find("verdict:"), text.find("ttft_ms.p50"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Console, ColoursOnlyWhenAsked) {
  const Report report = ReportBuilder().With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed)).Build();
  EXPECT_THAT(RenderConsole(report, {.colour = true}), HasSubstr("\x1b[31m"));
}

TEST(Console, CarriesTheNoticeThatTheEngineGives) {
  ReportBuilder builder;
  builder.result().evidence.server["engine.notice"] = {"paced, not a model", "reported"};
  EXPECT_THAT(RenderConsole(builder.Build(), {}), HasSubstr("paced, not a model"));
  EXPECT_THAT(RenderMarkdown(builder.Build()), HasSubstr("paced, not a model"));
}

TEST(Console, ShowsAMeasurementWithoutAVerdict) {
  const std::string text = RenderConsole(ReportBuilder().BuildMeasured(), {});
  EXPECT_THAT(text, HasSubstr("ttft_ms.p50"));
  EXPECT_THAT(text, HasSubstr("40.50 ms"));
  EXPECT_THAT(text, Not(HasSubstr("verdict:")));
}

TEST(Console, NamesAnomaliesOnce) {
  ReportBuilder builder;
  builder.result().runs.push_back(builder.result().runs.front());
  for (RunResult& run : builder.result().runs) run.metrics.warnings = {"fewer than 10 measured requests"};
  const std::string text = RenderConsole(builder.Build(), {});
  EXPECT_EQ(text.find("fewer than 10"), text.rfind("fewer than 10"));
}

TEST(Console, SaysWhichSideAnAnomalyIsOfAndWhyNoLaterLookWasMade) {
  ReportBuilder builder;
  builder.result().stopped_because = "every gate metric is decided";
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs.back().side = "base";
  builder.result().runs.back().failures = {"3 truncated"};
  const std::string text = RenderConsole(builder.Build(), {});
  EXPECT_THAT(text, HasSubstr("single base run 1: 3 truncated"));
  EXPECT_THAT(text, HasSubstr("no later look: every gate metric is decided"));
}

TEST(Markdown, HasItsFiveParts) {
  const std::string text =
      RenderMarkdown(ReportBuilder().With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed)).Build());
  for (const char* part : {"## 1. Model and service", "## 2. Environment", "## 3. Inputs", "## 4. Metrics and quality",
                           "## 5. Raw logs"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(text, HasSubstr("**regressed**"));
  EXPECT_THAT(text, HasSubstr("Repeat: `inferproof gate suites/smoke.json`"));
}

TEST(Markdown, HostileTextStaysInItsCell) {
  ReportBuilder builder;
  builder.With(FailedCase("c", "x`</td>|<script>alert(1)</script>\n# heading"));
  const std::string text = RenderMarkdown(builder.Build());
  EXPECT_THAT(text, HasSubstr("``x`</td>\\|<script>alert(1)</script>\\n# heading``"));
  EXPECT_THAT(text, Not(HasSubstr("\n# heading")));
}

TEST(Markdown, ListsTheFilesThatAreThere) {
  Report report = ReportBuilder().BuildMeasured();
  report.files = {"junit.xml", "result.json", "samples.jsonl"};
  EXPECT_THAT(RenderMarkdown(report), HasSubstr("Files beside this one: `junit.xml`, `result.json`, `samples.jsonl`."));
  EXPECT_THAT(RenderMarkdown(report), Not(HasSubstr("server.log")));
}

TEST(JobSummary, NamesWhatIsWrongBeforeAnyTable) {
  ReportBuilder builder;
  builder.With(ReportBuilder::Metric("tpot_ms.p50", VerdictWord::kInconclusive));
  builder.With(FailedCase("num.1", "wrong"));
  const std::string text = RenderJobSummary(builder.Build());
  const std::size_t case_at = text.find("quality case num.1 regressed");
  const std::size_t metric_at = text.find("tpot\\_ms.p50 \\+20.0 %");
  ASSERT_NE(metric_at, std::string::npos) << text;
  EXPECT_LT(case_at, metric_at);
  EXPECT_LT(metric_at, text.find("| scenario | metric |"));
}

TEST(JobSummary, IsCutAtALineAndSaysSo) {
  ReportBuilder builder;
  for (int i = 0; i < 200; ++i) builder.With(FailedCase("case." + std::to_string(i), "wrong"));
  const std::string text = RenderJobSummary(builder.Build(), 2000);
  EXPECT_LE(text.size(), 2000u);
  EXPECT_THAT(text, HasSubstr("the rest is in report.md"));
  EXPECT_LT(text.find("regressed"), 200u);
}

TEST(VerdictJson, HoldsWhatTheConsoleShows) {
  const Report report = ReportBuilder()
                            .With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed))
                            .With(FailedCase("num.1", "expected 1, got 2"))
                            .Build();
  const Json json = VerdictToJson(*report.verdict, report.exit_code);
  EXPECT_EQ(json["schema"], "inferproof.verdict/1");
  EXPECT_EQ(json["word"], "regressed");
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["scenarios"][0]["metrics"][0]["change"]["value"], 0.2);
  EXPECT_EQ(json["quality"]["cases"][0]["id"], "num.1");
  EXPECT_EQ(json["quality"]["cases"][0]["base_class"], "stable_pass");
}

}  // namespace
}  // namespace inferproof
