#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/quality/assertion.h"

namespace inferproof {

inline Response AnswerOf(std::string content, std::string finish_reason = "stop") {
  Response response;
  response.http_status = 200;
  response.content = std::move(content);
  response.finish_reason = std::move(finish_reason);
  return response;
}

// The judgement of one answer by one assertion; `parameters` is JSON text.
inline Judgement JudgeBy(const std::string& name, std::string_view parameters, const Response& answer) {
  const auto assertion = MakeAssertion({name, Json::parse(parameters)});
  if (!assertion.ok()) return {Grade::kError, name, "not made: " + assertion.error().Text()};
  return (*assertion)->Judge(answer);
}

inline Judgement JudgeBy(const std::string& name, std::string_view parameters, const std::string& content) {
  return JudgeBy(name, parameters, AnswerOf(content));
}

// The error that MakeAssertion answers, or "made".
inline std::string MakingError(const std::string& name, std::string_view parameters) {
  const auto assertion = MakeAssertion({name, Json::parse(parameters)});
  return assertion.ok() ? "made" : assertion.error().Text();
}

// One row of a table: what an assertion makes of an answer.
struct JudgeRow {
  const char* what;
  const char* assertion;
  const char* parameters;
  std::string answer;
  Grade want;
};

// The rows that are graded otherwise than they want, in words; empty when all are as they should be.
template <typename Rows>
std::vector<std::string> Misgraded(const Rows& rows) {
  std::vector<std::string> wrong;
  for (const JudgeRow& row : rows) {
    const Judgement judgement = JudgeBy(row.assertion, row.parameters, row.answer);
    if (judgement.grade == row.want && judgement.assertion == row.assertion) continue;
    wrong.push_back(std::string(row.what) + ": " + judgement.assertion + " says " + GradeName(judgement.grade) +
                    ", want " + GradeName(row.want) + ": " + judgement.message);
  }
  return wrong;
}

}  // namespace inferproof
