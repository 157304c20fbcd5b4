#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/quality/grading.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

constexpr std::size_t kKeptAnswerBytes = 4096;

Grade Worse(Grade a, Grade b) {
  if (a == Grade::kError || b == Grade::kError) return Grade::kError;
  return a == Grade::kFail || b == Grade::kFail ? Grade::kFail : Grade::kPass;
}

std::string PlaceOf(const QualityCase& quality_case) {
  const std::string place = quality_case.file + ":" + std::to_string(quality_case.line);
  return (quality_case.file.empty() ? "" : place + ": ") + "case \"" + quality_case.id + "\"";
}

}  // namespace

Result<Grader> Grader::Make(const QualityCase& quality_case) {
  Grader grader;
  grader.case_ = quality_case;
  if (quality_case.assertions.empty()) {
    return MakeError(ErrorCode::kConfig, PlaceOf(quality_case), "has no assertion, so it could not fail");
  }
  for (const AssertionSpec& spec : quality_case.assertions) {
    Result<std::unique_ptr<Assertion>> assertion = MakeAssertion(spec);
    if (!assertion.ok()) {
      Error error = std::move(assertion).error();
      error.where = PlaceOf(quality_case) + ": " + error.where;
      return error;
    }
    grader.assertions_.push_back(std::move(assertion).value());
  }
  return grader;
}

Ask Grader::Judge(const RequestRecord& record) const {
  Ask ask;
  ask.answer = Truncate(RepairUtf8(record.response.content), kKeptAnswerBytes);
  ask.finish_reason = record.response.finish_reason.value_or("");
  if (!IsCompleted(record.outcome)) {
    ask.judgements.push_back({Grade::kError, "outcome", "no answer: " + RepairUtf8(DescribeOutcome(record.outcome))});
    return ask;
  }
  ask.grade = Grade::kPass;
  for (const auto& assertion : assertions_) {
    Judgement judgement = assertion->Judge(record.response);
    if (judgement.grade == Grade::kPass) continue;
    ask.grade = Worse(ask.grade, judgement.grade);
    ask.judgements.push_back(std::move(judgement));
  }
  return ask;
}

}  // namespace inferproof
