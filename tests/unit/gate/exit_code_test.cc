#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "harness/json/schema.h"
#include "tests/unit/gate/gate_builder.h"

namespace inferproof {
namespace {

int CodeOf(std::vector<VerdictWord> scenarios, ExitPolicy policy = {}) {
  Verdict verdict;
  verdict.word = VerdictWord::kPass;
  verdict.quality = VerdictWord::kPass;
  for (const VerdictWord word : scenarios) {
    ScenarioVerdict scenario;
    scenario.word = word;
    verdict.scenarios.push_back(scenario);
  }
  return ExitCodeFor(verdict, policy);
}

TEST(ExitCodeFor, GivesEachWordItsCode) {
  struct Row {
    VerdictWord word;
    int code;
    int demanding;  // with strict and require_baseline
  };
  const std::vector<Row> rows = {
      {VerdictWord::kPass, 0, 0},         {VerdictWord::kImproved, 0, 0}, {VerdictWord::kRegressed, 1, 1},
      {VerdictWord::kMissing, 1, 1},      {VerdictWord::kInvalid, 3, 3},  {VerdictWord::kIncomparable, 4, 4},
      {VerdictWord::kInconclusive, 0, 5}, {VerdictWord::kNew, 0, 4},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(CodeOf({row.word}), row.code) << VerdictName(row.word);
    EXPECT_EQ(CodeOf({row.word}, {true, true}), row.demanding) << VerdictName(row.word);
  }
}

TEST(ExitCodeFor, PutsOneBeforeThreeBeforeFourBeforeFive) {
  EXPECT_EQ(CodeOf({VerdictWord::kInvalid, VerdictWord::kRegressed, VerdictWord::kIncomparable}), 1);
  EXPECT_EQ(CodeOf({VerdictWord::kIncomparable, VerdictWord::kInvalid}), 3);
  EXPECT_EQ(CodeOf({VerdictWord::kInconclusive, VerdictWord::kIncomparable}, {true, false}), 4);
  EXPECT_EQ(CodeOf({VerdictWord::kInconclusive, VerdictWord::kNew}, {true, true}), 4);
  EXPECT_EQ(CodeOf({VerdictWord::kInconclusive, VerdictWord::kPass}, {true, true}), 5);
}

TEST(ExitCodeFor, AVerdictThatNobodyFilledInIsNoPass) { EXPECT_EQ(ExitCodeFor(Verdict(), {}), 3); }

TEST(VerdictSchema, AcceptsAVerdictAndRefusesAWordThatIsNone) {
  std::ifstream file(INFERPROOF_SOURCE_DIR "/suites/schema/verdict.schema.json");
  std::stringstream text;
  text << file.rdbuf();
  const Json schema = Json::parse(text.str());
  Json metric = {{"metric", "ttft_ms.p50"},
                 {"unit", "ms"},
                 {"better", "lower"},
                 {"role", "gate"},
                 {"word", "pass"},
                 {"reason", "+0.1 %"},
                 {"base", 200},
                 {"candidate", 200.2},
                 {"relative", true},
                 {"change", {{"value", 0.001}, {"lo", -0.01}, {"hi", 0.012}, {"level", 0.99}}},
                 {"limit", 0.05},
                 {"fails_from", 0.07},
                 {"base_runs", 4},
                 {"candidate_runs", 6},
                 {"file", "b.json"},
                 {"line", 12}};
  Json verdict = {{"schema", "inferproof.verdict/1"},
                  {"word", "pass"},
                  {"exit_code", 0},
                  {"headline", "no regression"},
                  {"scenarios",
                   {{{"name", "single"},
                     {"word", "pass"},
                     {"reason", ""},
                     {"quality", "pass"},
                     {"file", "s.json"},
                     {"line", 4},
                     {"metrics", {metric}}}}},
                  {"quality",
                   {{"word", "pass"},
                    {"summary", "1 of 1 pass"},
                    {"cases",
                     {{{"id", "add"},
                       {"mode", "sequential"},
                       {"word", "pass"},
                       {"base_class", "stable_pass"},
                       {"gates", true},
                       {"asks", 3},
                       {"passes", 3},
                       {"reason", "3 of 3 passed"},
                       {"file", "c.jsonl"},
                       {"line", 1}}}}}},
                  {"differences", Json::array()},
                  {"caveats", {"one session"}},
                  {"next_command", ""},
                  {"repeat_command", "inferproof gate"}};
  EXPECT_THAT(CheckSchema(schema, verdict).value(), ::testing::IsEmpty());
  verdict["scenarios"][0]["metrics"][0]["word"] = "fine";
  EXPECT_THAT(CheckSchema(schema, verdict).value(), ::testing::Not(::testing::IsEmpty()));
}

}  // namespace
}  // namespace inferproof
