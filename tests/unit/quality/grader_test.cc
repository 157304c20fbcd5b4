#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/quality/grading.h"
#include "tests/unit/quality/judging.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

QualityCase CaseWith(std::vector<AssertionSpec> assertions) {
  QualityCase quality_case;
  quality_case.id = "fact.capital.1";
  quality_case.file = "quality/smoke.jsonl";
  quality_case.line = 4;
  quality_case.assertions = std::move(assertions);
  return quality_case;
}

RequestRecord Completing(Response response) {
  RequestRecord record;
  record.phase = Phase::kQuality;
  record.response = std::move(response);
  record.outcome = Completed{};
  return record;
}

Grader RomeGrader() {
  return *Grader::Make(CaseWith({{"contains", {{"value", "Rome"}}},
                                 {"length", {{"unit", "tokens"}, {"max", 8}}},
                                 {"finish_reason", {{"in", {"stop"}}}}}));
}

Response WithTokens(Response response) {
  response.usage = Usage{.prompt_tokens = 9, .output_tokens = 3, .cached_tokens = std::nullopt};
  return response;
}

TEST(Grader, PassesWhenEveryAssertionDoes) {
  const Ask ask = RomeGrader().Judge(Completing(WithTokens(AnswerOf("It is Rome."))));
  EXPECT_EQ(ask.grade, Grade::kPass);
  EXPECT_TRUE(ask.judgements.empty());
  EXPECT_EQ(ask.answer, "It is Rome.");
  EXPECT_EQ(ask.finish_reason, "stop");
}

TEST(Grader, KeepsWhatDidNotPass) {
  const Ask ask = RomeGrader().Judge(Completing(WithTokens(AnswerOf("Paris", "length"))));
  EXPECT_EQ(ask.grade, Grade::kFail);
  ASSERT_EQ(ask.judgements.size(), 2u);
  EXPECT_EQ(ask.judgements[0].assertion, "contains");
  EXPECT_EQ(ask.judgements[1].assertion, "finish_reason");
}

TEST(Grader, RanksErrorBeforeFail) {
  const Ask ask = RomeGrader().Judge(Completing(AnswerOf("Paris")));
  EXPECT_EQ(ask.grade, Grade::kError);
  ASSERT_EQ(ask.judgements.size(), 2u);
  EXPECT_EQ(ask.judgements[0].grade, Grade::kFail);
  EXPECT_EQ(ask.judgements[1].grade, Grade::kError);
}

TEST(Grader, GivesOneErrorWhenNoAnswerCame) {
  RequestRecord record = Completing(AnswerOf("It is Rome."));
  record.outcome = HttpError{503, "overloaded"};
  const Ask ask = RomeGrader().Judge(record);
  EXPECT_EQ(ask.grade, Grade::kError);
  ASSERT_EQ(ask.judgements.size(), 1u);
  EXPECT_EQ(ask.judgements[0].grade, Grade::kError);
  EXPECT_EQ(ask.judgements[0].message, "no answer: " + DescribeOutcome(record.outcome));
}

TEST(Grader, NegationDoesNotHideAMissingAnswer) {
  const Grader grader = *Grader::Make(CaseWith({{"not_contains", {{"value", "sorry"}}}}));
  RequestRecord record = Completing(AnswerOf("partial"));
  record.outcome = Truncated{3, "[DONE]"};
  EXPECT_EQ(grader.Judge(record).grade, Grade::kError);
  EXPECT_EQ(grader.Judge(Completing(AnswerOf("fine"))).grade, Grade::kPass);
}

TEST(Grader, KeepsTheHeadOfALongAnswerRepaired) {
  const Ask ask = RomeGrader().Judge(Completing(AnswerOf("\xFF" + std::string(10000, 'a'))));
  EXPECT_EQ(ask.answer.size(), 4096u);
  EXPECT_TRUE(
      ask.answer.starts_with("\xEF\xBF\xBD"
                             "aaa"));
}

TEST(Grader, SaysWhichCaseHasAWrongAssertion) {
  EXPECT_EQ(Grader::Make(CaseWith({{"contains", {{"vaule", "x"}}}})).error().where,
            "quality/smoke.jsonl:4: case \"fact.capital.1\": assertion contains");
  EXPECT_THAT(Grader::Make(CaseWith({})).error().Text(), HasSubstr("has no assertion"));
}

}  // namespace
}  // namespace inferproof
