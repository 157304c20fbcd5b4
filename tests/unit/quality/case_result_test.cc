#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/json/canonical.h"
#include "harness/quality/grading.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

CaseResult Asked(const std::vector<Grade>& grades) {
  CaseResult result;
  result.id = "num.sum.1";
  result.version = 2;
  result.digest = "sha256:0123456789abcdef";
  result.mode = "sequential";
  result.file = "quality/smoke.jsonl";
  result.line = 7;
  result.critical = true;
  for (const Grade grade : grades) {
    Ask ask;
    ask.grade = grade;
    ask.answer = "41";
    ask.finish_reason = "stop";
    if (grade != Grade::kPass) ask.judgements.push_back({grade, "number", "expected 42, got 41 (whole answer)"});
    result.asks.push_back(ask);
  }
  return result;
}

Result<CaseResult> ReadBack(const Json& json) {
  Result<Document> document = Document::Parse(*WriteCanonical(json), "result.json");
  if (!document.ok()) return document.error();
  return CaseResultFromJson(Node(*document));
}

TEST(CaseResult, ReadsBackAsItWasWritten) {
  const Json written = CaseResultToJson(Asked({Grade::kPass, Grade::kFail, Grade::kError}));
  const Result<CaseResult> read = ReadBack(written);
  ASSERT_TRUE(read.ok()) << read.error().Text();
  EXPECT_EQ(CaseResultToJson(*read), written);
  EXPECT_EQ(read->id, "num.sum.1");
  EXPECT_EQ(read->version, 2);
  EXPECT_EQ(read->line, 7);
  EXPECT_TRUE(read->critical);
  ASSERT_EQ(read->asks.size(), 3u);
  EXPECT_EQ(read->asks[1].grade, Grade::kFail);
  ASSERT_EQ(read->asks[1].judgements.size(), 1u);
  EXPECT_EQ(read->asks[1].judgements[0].message, "expected 42, got 41 (whole answer)");
  EXPECT_EQ(read->asks[2].finish_reason, "stop");
}

TEST(CaseResult, WritesIllFormedModelTextRepaired) {
  CaseResult result = Asked({Grade::kFail});
  result.asks[0].answer = "a\xFF";
  EXPECT_EQ(CaseResultToJson(result)["asks"][0]["answer"], "a\xEF\xBF\xBD");
}

TEST(CaseResult, RefusesAnUnknownGradeAndAnUnknownKey) {
  Json wrong = CaseResultToJson(Asked({Grade::kPass}));
  wrong["asks"][0]["grade"] = "passed";
  EXPECT_THAT(ReadBack(wrong).error().Text(), HasSubstr("Did you mean \"pass\"?"));
  Json extra = CaseResultToJson(Asked({}));
  extra["notes"] = 1;
  EXPECT_THAT(ReadBack(extra).error().Text(), HasSubstr("notes: unknown key"));
}

TEST(CaseResult, CountsAsksOfEachGrade) {
  const CaseResult result = Asked({Grade::kPass, Grade::kFail, Grade::kPass});
  EXPECT_EQ(result.CountOf(Grade::kPass), 2);
  EXPECT_EQ(result.CountOf(Grade::kFail), 1);
  EXPECT_EQ(result.CountOf(Grade::kError), 0);
}

TEST(Classify, NeedsThreeEqualAsksToBeStable) {
  const Grade pass = Grade::kPass, fail = Grade::kFail, error = Grade::kError;
  const struct {
    std::vector<Grade> asks;
    CaseClass want;
  } rows[] = {
      {{}, CaseClass::kUnstable},
      {{pass}, CaseClass::kUnstable},
      {{pass, pass}, CaseClass::kUnstable},
      {{pass, pass, pass}, CaseClass::kStablePass},
      {{pass, pass, pass, pass, pass}, CaseClass::kStablePass},
      {{pass, pass, fail}, CaseClass::kUnstable},
      {{pass, pass, pass, pass, error}, CaseClass::kUnstable},
      {{fail}, CaseClass::kStableFail},
      {{fail, error}, CaseClass::kStableFail},
      {{fail, fail, fail}, CaseClass::kStableFail},
      {{error, error, error}, CaseClass::kStableFail},
      {{fail, fail, pass}, CaseClass::kUnstable},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(CaseClassName(Classify(Asked(row.asks))), CaseClassName(row.want)) << row.asks.size() << " asks";
  }
}

TEST(CaseClass, ReadsItsNamesAndRefusesOthers) {
  const Document known = *Document::Parse("\"stable_fail\"", "b.json");
  EXPECT_EQ(*ParseCaseClass(Node(known)), CaseClass::kStableFail);
  const Document unknown = *Document::Parse("\"stable_pas\"", "b.json");
  EXPECT_THAT(ParseCaseClass(Node(unknown)).error().Text(), HasSubstr("Did you mean \"stable_pass\"?"));
  const Document number = *Document::Parse("3", "b.json");
  EXPECT_FALSE(ParseCaseClass(Node(number)).ok());
}

}  // namespace
}  // namespace inferproof
