#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/baseline/baseline.h"
#include "harness/json/schema.h"
#include "tests/support/memory_file_system.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

constexpr char kPath[] = "baselines/reference/default/demo.json";

Baseline TwoSessions() {
  ResultFile first = ResultOf({SingleStream(200, 20, 50, 4), FourStreams(180, 4)}, "s1");
  first.quality_asked = true;
  first.quality = {CaseOf("add", {P, P, P}), CaseOf("copy", {F, F, F})};
  ResultFile second = first;
  second.session_id = "s2";
  second.measured_at = "2026-01-02T00:00:00Z";
  return BaselineOf({first, second});
}

std::string Written(const Baseline& baseline) {
  const Result<std::string> text = WriteBaseline(baseline);
  EXPECT_TRUE(text.ok());
  return text.ok() ? *text : "";
}

std::string WhyRefused(const std::string& text) {
  const Result<Baseline> parsed = ParseBaseline(text, kPath);
  return parsed.ok() ? "accepted" : parsed.error().Text();
}

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

std::string LineOf(const std::string& text, int number) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(lines, line);
  return line;
}

TEST(BaselineFile, ReadsBackWhatItWrote) {
  const Baseline baseline = TwoSessions();
  const std::string text = Written(baseline);
  const Result<Baseline> parsed = ParseBaseline(text, kPath);
  ASSERT_TRUE(parsed.ok()) << parsed.error().Text();
  EXPECT_EQ(Written(*parsed), text);
  EXPECT_EQ(parsed->sessions.size(), 2u);
  EXPECT_EQ(parsed->sessions[1].values.at("single").at("ttft_ms.p50"), Steady(200, 4));
  EXPECT_EQ(parsed->scenarios.at("single").finish_reasons.at("length"), 80);  // 2 sessions of 4 runs of 10
  EXPECT_EQ(parsed->cases.at("add").case_class, CaseClass::kStablePass);
  EXPECT_EQ(parsed->cases.at("copy").asks, 6);
  EXPECT_EQ(parsed->fingerprint.at("model.id"), "m-7b");
}

TEST(BaselineFile, KnowsTheLineOfEachMetricsValuesInTheNewestSession) {
  const std::string text = Written(TwoSessions());
  const Baseline parsed = ParseBaseline(text, kPath).value();
  const int line = parsed.lines.at("four").at("output_tps");
  EXPECT_THAT(LineOf(text, line), HasSubstr("\"output_tps\": ["));
  EXPECT_THAT(LineOf(text, line), HasSubstr("]"));
  EXPECT_GT(line,
            static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(text.find("\"s1\"")), '\n')));
}

TEST(BaselineFile, KeepsEvenManyValuesOfOneMetricOnOneLine) {
  const Baseline baseline = BaselineOf({ResultOf({SingleStream(1.0 / 3, 20, 50, 40)})});
  const std::string text = Written(baseline);
  const Baseline parsed = ParseBaseline(text, kPath).value();
  const std::string line = LineOf(text, parsed.lines.at("single").at("ttft_ms.p50"));
  EXPECT_EQ(std::count(line.begin(), line.end(), ','), 39);
}

TEST(BaselineFile, RefusesWhatItDoesNotUnderstand) {
  const std::string text = Written(TwoSessions());
  EXPECT_EQ(WhyRefused(text), "accepted");
  EXPECT_THAT(WhyRefused(Replaced(text, "inferproof.baseline/1", "inferproof.baseline/2")), HasSubstr("schema"));
  EXPECT_THAT(WhyRefused(Replaced(text, "\"suite_version\"", "\"suite_versoin\"")), HasSubstr("suite_version"));
  EXPECT_THAT(WhyRefused(Replaced(text, "stable_pass", "stable_pas")), HasSubstr("stable_pass"));
  EXPECT_THAT(WhyRefused(Replaced(text, "\"s2\"", "\"s1\"")), HasSubstr("stands twice"));
  EXPECT_THAT(WhyRefused(Replaced(text, "\"output_tps\": [", "\"output_tps\": [\"x\", ")),
              HasSubstr("must be a number"));
  EXPECT_THAT(WhyRefused(Replaced(text, "\"passes\": 6", "\"passes\": 7")), HasSubstr("more than asks"));
  EXPECT_THAT(WhyRefused(text.substr(0, text.size() / 2)), HasSubstr("not JSON"));
  EXPECT_THAT(WhyRefused("<<<<<<< ours\n" + text), HasSubstr("conflict"));
  EXPECT_THAT(WhyRefused(""), HasSubstr("empty"));
}

TEST(BaselineFile, LoadsNothingWhereThereIsNoFileAndRefusesOneThatIsCorrupt) {
  MemoryFileSystem files;
  const auto nothing = LoadBaseline(files, kPath);
  ASSERT_TRUE(nothing.ok());
  EXPECT_FALSE(nothing->has_value());

  files.contents[kPath] = "{\"schema\": \"inferproof.baseline/1\"";
  const auto corrupt = LoadBaseline(files, kPath);
  ASSERT_FALSE(corrupt.ok());
  EXPECT_EQ(corrupt.error().code, ErrorCode::kConfig);
  EXPECT_EQ(files.contents[kPath], "{\"schema\": \"inferproof.baseline/1\"");

  files.contents[kPath] = Written(TwoSessions());
  files.unreadable.insert(kPath);
  EXPECT_EQ(LoadBaseline(files, kPath).error().code, ErrorCode::kConfig);
}

TEST(BaselineFile, StandsBelowItsTargetAndEnvironmentWhateverTheirNames) {
  EXPECT_EQ(BaselinePath("baselines", "reference", "ci", "demo"), "baselines/reference/ci/demo.json");
  EXPECT_EQ(BaselinePath("/repo/kept", "a", "b", "c"), "/repo/kept/a/b/c.json");
  EXPECT_EQ(BaselinePath("baselines", "../../etc", "", ".."), "baselines/_._.._etc/_/_..json");
}

TEST(BaselineFile, KeepsPastAnchorsAndWritesNothingOfThemWhereThereAreNone) {
  Baseline baseline = TwoSessions();
  EXPECT_EQ(Written(baseline).find("past_anchors"), std::string::npos);
  baseline.past_anchors = {{"2026-01-03T00:00:00Z", "Ada", "new hardware", {{"single", {{"ttft_ms.p50", 180}}}}}};
  const std::string text = Written(baseline);
  const Baseline parsed = ParseBaseline(text, kPath).value();
  ASSERT_EQ(parsed.past_anchors.size(), 1u);
  EXPECT_EQ(parsed.past_anchors[0].reason, "new hardware");
  EXPECT_EQ(parsed.past_anchors[0].values.at("single").at("ttft_ms.p50"), 180);
  EXPECT_EQ(Written(parsed), text);
  EXPECT_THAT(WhyRefused(Replaced(text, "\"ended_at\"", "\"ended\"")), HasSubstr("ended"));
  EXPECT_THAT(WhyRefused(Replaced(text, "\"reason\": \"new hardware\"", "\"reason\": \"\"")), HasSubstr("reason"));
}

TEST(BaselineFile, FitsItsPublishedSchema) {
  std::ifstream file(INFERPROOF_SOURCE_DIR "/suites/schema/baseline.schema.json");
  std::stringstream schema;
  schema << file.rdbuf();
  const Json json = Json::parse(schema.str());
  Baseline baseline = TwoSessions();
  baseline.past_anchors = {{"2026-01-03T00:00:00Z", "Ada", "new hardware", {{"single", {{"ttft_ms.p50", 180}}}}}};
  const Json good = Json::parse(Written(baseline));
  EXPECT_THAT(CheckSchema(json, good).value(), ::testing::IsEmpty());
  Json no_reason = good;
  no_reason["past_anchors"][0].erase("reason");
  EXPECT_THAT(CheckSchema(json, no_reason).value(), ::testing::Not(::testing::IsEmpty()));
  EXPECT_THAT(WhyRefused(no_reason.dump()), HasSubstr("reason"));

  Json unknown_key = good;
  unknown_key["colour"] = "red";
  EXPECT_THAT(CheckSchema(json, unknown_key).value(), ::testing::Not(::testing::IsEmpty()));
  Json no_sessions = good;
  no_sessions["sessions"] = Json::array();
  EXPECT_THAT(CheckSchema(json, no_sessions).value(), ::testing::Not(::testing::IsEmpty()));
  EXPECT_THAT(WhyRefused(no_sessions.dump()), HasSubstr("at least one"));
  EXPECT_THAT(WhyRefused(unknown_key.dump()), HasSubstr("colour"));
}

}  // namespace
}  // namespace inferproof
