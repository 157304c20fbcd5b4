#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "harness/os/process.h"
#include "harness/report/report.h"
#include "tests/support/scratch_directory.h"
#include "tests/support/verdict_builder.h"
#include "tests/support/xml_reader.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

// What xmllint (package libxml2-utils) says against the schema; "" when the report fits.
std::string SchemaProblems(const std::string& text) {
  const ScratchDirectory scratch;
  std::ofstream(scratch.File("junit.xml")) << text;
  const Result<std::string> checked =
      RunForOutput({"xmllint", "--nonet", "--noout", "--schema",
                    std::string(INFERPROOF_SOURCE_DIR) + "/tests/unit/report/junit.xsd", scratch.File("junit.xml")},
                   std::chrono::seconds(30));
  return checked.ok() ? "" : checked.error().Text();
}

const XmlElement* FindCase(const XmlElement& root, const std::string& name) {
  for (const XmlElement& test : root.children.front().children) {
    if (test.name == "testcase" && test.attributes.at("name") == name) return &test;
  }
  return nullptr;
}

Report MixedReport() {
  MetricVerdict watched = ReportBuilder::Metric("ttft_ms.p90", VerdictWord::kRegressed);
  watched.role = Role::kWatch;
  CaseVerdict unstable = FailedCase("unstable.1", "now and then");
  unstable.gates = false;
  ReportBuilder builder;
  builder.With(ReportBuilder::Metric("ttft_ms.p50", VerdictWord::kRegressed))
      .With(ReportBuilder::Metric("tpot_ms.p50", VerdictWord::kPass))
      .With(ReportBuilder::Metric("e2e_ms.p50", VerdictWord::kInconclusive))
      .With(watched)
      .With(FailedCase("num.sum.1", "expected <42> & \"got\" 41"))
      .With(unstable);
  builder.verdict().scenarios.push_back({"four", VerdictWord::kInvalid, "client CPU over its limit", {}, "", "", 0});
  return builder.Build();
}

TEST(Junit, HasACaseForEachGateAndEachQualityCase) {
  const std::string text = RenderJunit(MixedReport());
  const std::optional<XmlElement> root = XmlReader::Read(text);
  ASSERT_TRUE(root) << text;
  const auto& counts = root->children.front().attributes;
  EXPECT_EQ(counts.at("tests"), "6");
  EXPECT_EQ(counts.at("failures"), "2");
  EXPECT_EQ(counts.at("errors"), "1");
  EXPECT_EQ(counts.at("skipped"), "2");
  EXPECT_EQ(counts.at("timestamp"), "2026-01-01T00:00:00");
  EXPECT_EQ(FindCase(*root, "ttft_ms.p90"), nullptr);
  const XmlElement* slow = FindCase(*root, "ttft_ms.p50");
  ASSERT_NE(slow, nullptr);
  EXPECT_EQ(slow->attributes.at("classname"), "smoke.single");
  EXPECT_EQ(slow->attributes.at("line"), "42");
  EXPECT_EQ(slow->children.front().name, "failure");
  EXPECT_EQ(slow->children.front().attributes.at("type"), "regressed");
  EXPECT_EQ(FindCase(*root, "e2e_ms.p50")->children.front().name, "skipped");
  EXPECT_EQ(FindCase(*root, "scenario")->children.front().name, "error");
  EXPECT_TRUE(FindCase(*root, "tpot_ms.p50")->children.empty());
  EXPECT_THAT(FindCase(*root, "num.sum.1 (sequential)")->children.front().text,
              HasSubstr("expected <42> & \"got\" 41"));
}

TEST(Junit, FitsTheSchemaOfItsReaders) {
  EXPECT_EQ(SchemaProblems(RenderJunit(MixedReport())), "");
  EXPECT_EQ(SchemaProblems(RenderJunit(ReportBuilder().BuildMeasured())), "");
  FailureReport failure;
  failure.error = MakeError(ErrorCode::kUnreachable, "http://127.0.0.1:1", "does <not> answer\x01");
  failure.suite = "suites/chat.json";
  EXPECT_EQ(SchemaProblems(RenderJunit(failure)), "");
  EXPECT_NE(SchemaProblems("<?xml version=\"1.0\"?><testsuites><testsuite/></testsuites>"), "");
}

TEST(Junit, ARedVerdictThatNoCaseTellsIsAnErrorOfItsOwn) {
  ReportBuilder builder;
  builder.Word(VerdictWord::kInvalid, 3).verdict().scenarios.clear();
  const std::optional<XmlElement> root = XmlReader::Read(RenderJunit(builder.Build()));
  ASSERT_TRUE(root);
  ASSERT_NE(FindCase(*root, "verdict"), nullptr);
  EXPECT_EQ(FindCase(*root, "verdict")->children.front().name, "error");
}

TEST(Junit, OfAMeasurementSaysWhetherItWasOne) {
  ReportBuilder builder;
  EXPECT_TRUE(FindCase(*XmlReader::Read(RenderJunit(builder.BuildMeasured())), "measured")->children.empty());
  builder.result().runs.front().invalid = {"client CPU 97 %"};
  const std::optional<XmlElement> root = XmlReader::Read(RenderJunit(builder.BuildMeasured()));
  EXPECT_EQ(FindCase(*root, "measured")->children.front().attributes.at("message"), "client CPU 97 %");
}

// What gbench/util.py and gbench/report.py of Google Benchmark 1.7.1 and 1.9 read: rows of one name share their time
// unit and have both times, above 0 for the geometric mean; a schema version, when stated, is 1.
TEST(GoogleBenchmark, HasWhatComparePyReads) {
  ReportBuilder builder;
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs[1].run = 1;
  builder.result().runs[1].metrics.values["ttft_ms.p50"].value = 41.25;
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs[2].invalid = {"client CPU 97 %"};
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs[3].metrics.values["ttft_ms.p50"].value = 0;
  const Json json = GoogleBenchmarkJson(builder.BuildMeasured());
  EXPECT_EQ(json["context"]["json_schema_version"], 1);
  const Json& rows = json["benchmarks"];
  ASSERT_EQ(rows.size(), 2u) << rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i]["name"], "single/ttft_ms.p50");
    EXPECT_EQ(rows[i]["run_name"], "single/ttft_ms.p50");
    EXPECT_EQ(rows[i]["run_type"], "iteration");
    EXPECT_EQ(rows[i]["repetitions"], 2);
    EXPECT_EQ(rows[i]["repetition_index"], i);
    EXPECT_EQ(rows[i]["iterations"], 24);
    EXPECT_EQ(rows[i]["threads"], 1);
    EXPECT_EQ(rows[i]["time_unit"], "us");
    EXPECT_EQ(rows[i]["real_time"], rows[i]["cpu_time"]);
    EXPECT_EQ(rows[i]["output_tps"], 260);
  }
  EXPECT_EQ(rows[0]["real_time"], 40500);
  EXPECT_EQ(rows[1]["real_time"], 41250);
}

// github-action-benchmark takes a name, a unit and a number, and one direction a file.
TEST(BenchmarkAction, HasOneDirectionAFile) {
  ReportBuilder builder;
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs[1].metrics.values["ttft_ms.p50"].value = 41.5;  // beside 40.5: mean 41, spread 0.7071
  builder.result().runs.push_back(builder.result().runs.front());
  builder.result().runs[2].invalid = {"client CPU 97 %"};
  const Report report = builder.BuildMeasured();
  const Json smaller = BenchmarkActionJson(report, Better::kLower);
  const Json bigger = BenchmarkActionJson(report, Better::kHigher);
  const Json wanted = {{"name", "single/ttft_ms.p50"},
                       {"unit", "ms"},
                       {"value", 41.0},
                       {"range", "\xC2\xB1 0.707"},
                       {"extra", "runs=2"}};
  EXPECT_NE(std::find(smaller.begin(), smaller.end(), wanted), smaller.end()) << smaller;
  for (const Json& row : smaller) EXPECT_NE(row["unit"], "tokens/s");
  EXPECT_TRUE(std::any_of(bigger.begin(), bigger.end(), [](const Json& row) { return row["unit"] == "tokens/s"; }));
}

}  // namespace
}  // namespace inferproof
