#include "harness/refserver/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "harness/quality/grading.h"
#include "harness/suite/case.h"

namespace inferproof {
namespace {

constexpr std::size_t kBytesOfAShortToken = 4;

CaseFile SmokeCases() {
  const std::string path = std::string(INFERPROOF_SOURCE_DIR) + "/quality/smoke.jsonl";
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<CaseFile> cases = ParseCases(text, "quality/smoke.jsonl");
  if (cases.ok()) return *std::move(cases);
  ADD_FAILURE() << cases.error().Text();
  return {};
}

bool WantsLength(const QualityCase& quality_case) {
  return std::ranges::any_of(quality_case.assertions, [](const AssertionSpec& spec) {
    return spec.name == "finish_reason" && spec.parameters["in"] == Json::array({"length"});
  });
}

// What the engine makes of a text: it stops before a stop string, or at max_tokens.
RequestRecord Served(const QualityCase& quality_case, std::string_view text) {
  RequestRecord record;
  record.phase = Phase::kQuality;
  record.outcome = Completed{};
  Response& response = record.response;
  response.http_status = 200;
  response.content = text;
  response.finish_reason = "stop";
  for (const std::string& stop : quality_case.parameters.stop) {
    response.content.resize(std::min(response.content.find(stop), response.content.size()));
  }
  if (WantsLength(quality_case)) {
    response.finish_reason = "length";
    response.content.resize(static_cast<std::size_t>(quality_case.parameters.max_tokens) * kBytesOfAShortToken);
  }
  return record;
}

std::string Complaints(const Ask& ask) {
  std::string text;
  for (const Judgement& judgement : ask.judgements) text += judgement.assertion + ": " + judgement.message + "; ";
  return text;
}

TEST(Answers, KnowEveryPromptOfTheSmokeCases) {
  const CaseFile file = SmokeCases();
  ASSERT_GE(file.cases.size(), 18u);
  for (const QualityCase& quality_case : file.cases) {
    EXPECT_TRUE(FindAnswer(quality_case.messages.back().content)) << quality_case.id;
  }
}

TEST(Answers, KnowNothingElse) {
  const std::string prompt = SmokeCases().cases.at(0).messages.back().content;
  EXPECT_FALSE(FindAnswer(""));
  EXPECT_FALSE(FindAnswer(prompt + " "));
  EXPECT_FALSE(FindAnswer(prompt.substr(1)));
  EXPECT_FALSE(FindAnswer("\xFF"));
}

TEST(Answers, MeetEveryAssertionOfTheirCase) {
  for (const QualityCase& quality_case : SmokeCases().cases) {
    const Result<Grader> grader = Grader::Make(quality_case);
    ASSERT_TRUE(grader.ok()) << grader.error().Text();
    const std::optional<TableAnswer> answer = FindAnswer(quality_case.messages.back().content);
    ASSERT_TRUE(answer) << quality_case.id;
    const Ask ask = grader->Judge(Served(quality_case, answer->text));
    EXPECT_EQ(ask.grade, Grade::kPass) << quality_case.id << ": " << Complaints(ask);
  }
}

TEST(Answers, HaveAWrongTextThatFailsItsCase) {
  for (const QualityCase& quality_case : SmokeCases().cases) {
    const Result<Grader> grader = Grader::Make(quality_case);
    ASSERT_TRUE(grader.ok()) << grader.error().Text();
    const std::optional<TableAnswer> answer = FindAnswer(quality_case.messages.back().content);
    ASSERT_TRUE(answer) << quality_case.id;
    EXPECT_EQ(grader->Judge(Served(quality_case, answer->wrong_text)).grade, Grade::kFail) << quality_case.id;
  }
}

// A wrong text of another length would be seen in the work counters before it is seen in the answers.
TEST(Answers, HaveAWrongTextOfLikeLength) {
  for (const QualityCase& quality_case : SmokeCases().cases) {
    const std::optional<TableAnswer> answer = FindAnswer(quality_case.messages.back().content);
    ASSERT_TRUE(answer) << quality_case.id;
    const auto difference = static_cast<int>(answer->text.size()) - static_cast<int>(answer->wrong_text.size());
    EXPECT_LE(std::abs(difference), 4) << quality_case.id;
  }
}

TEST(SmokeCases, CoverTheirCategoriesInBothModes) {
  const CaseFile file = SmokeCases();
  std::set<std::string> tags;
  int critical = 0, streamed = 0, whole = 0;
  for (const QualityCase& quality_case : file.cases) {
    tags.insert(quality_case.tags.begin(), quality_case.tags.end());
    critical += quality_case.critical() ? 1 : 0;
    (quality_case.stream ? streamed : whole) += 1;
    EXPECT_LE(quality_case.parameters.max_tokens, 64) << quality_case.id;
    EXPECT_EQ(quality_case.parameters.temperature, 0) << quality_case.id;
  }
  for (const char* tag : {"numeric", "fact", "extraction", "copy", "json", "format", "multilingual", "multi-turn",
                          "semantics", "canary"}) {
    EXPECT_TRUE(tags.contains(tag)) << tag;
  }
  EXPECT_GE(critical, 2);
  EXPECT_LE(critical, 3);
  EXPECT_GE(streamed, 8);
  EXPECT_GE(whole, 8);
}

}  // namespace
}  // namespace inferproof
