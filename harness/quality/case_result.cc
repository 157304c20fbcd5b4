#include <algorithm>
#include <span>
#include <utility>

#include "harness/base/text.h"
#include "harness/json/object_reader.h"
#include "harness/quality/grading.h"

namespace inferproof {
namespace {

// Asks that must agree before a case may gate.
constexpr int kAsksToBeStable = 3;

constexpr Grade kGrades[] = {Grade::kPass, Grade::kFail, Grade::kError};
constexpr CaseClass kClasses[] = {CaseClass::kStablePass, CaseClass::kStableFail, CaseClass::kUnstable};

Grade ReadGrade(ObjectReader& reader) {
  std::vector<std::string> names;
  for (const Grade grade : kGrades) names.push_back(GradeName(grade));
  const std::string name = reader.Choice("grade", names);
  for (const Grade grade : kGrades) {
    if (GradeName(grade) == name) return grade;
  }
  return Grade::kError;
}

Json JudgementToJson(const Judgement& judgement) {
  return {{"grade", GradeName(judgement.grade)},
          {"assertion", judgement.assertion},
          {"message", RepairUtf8(judgement.message)}};
}

Result<Judgement> JudgementFromJson(const Node& node) {
  ObjectReader reader(node);
  Judgement judgement;
  judgement.grade = ReadGrade(reader);
  judgement.assertion = reader.String("assertion");
  judgement.message = reader.String("message", "");
  RETURN_IF_ERROR(reader.Finish());
  return judgement;
}

Json AskToJson(const Ask& ask) {
  Json judgements = Json::array();
  for (const Judgement& judgement : ask.judgements) judgements.push_back(JudgementToJson(judgement));
  return {{"grade", GradeName(ask.grade)},
          {"judgements", std::move(judgements)},
          {"answer", RepairUtf8(ask.answer)},
          {"finish_reason", RepairUtf8(ask.finish_reason)}};
}

Result<Ask> AskFromJson(const Node& node) {
  ObjectReader reader(node);
  Ask ask;
  ask.grade = ReadGrade(reader);
  for (const Node& element : reader.Elements("judgements")) {
    ASSIGN_OR_RETURN(Judgement judgement, JudgementFromJson(element));
    ask.judgements.push_back(std::move(judgement));
  }
  ask.answer = reader.String("answer", "");
  ask.finish_reason = reader.String("finish_reason", "");
  RETURN_IF_ERROR(reader.Finish());
  return ask;
}

}  // namespace

std::string GradeName(Grade grade) {
  switch (grade) {
    case Grade::kPass:
      return "pass";
    case Grade::kFail:
      return "fail";
    case Grade::kError:
      break;
  }
  return "error";
}

int CaseResult::CountOf(Grade grade) const {
  return static_cast<int>(std::count_if(asks.begin(), asks.end(), [&](const Ask& ask) { return ask.grade == grade; }));
}

Json CaseResultToJson(const CaseResult& result) {
  Json asks = Json::array();
  for (const Ask& ask : result.asks) asks.push_back(AskToJson(ask));
  return {{"id", result.id},     {"version", result.version},  {"digest", result.digest},
          {"mode", result.mode}, {"file", result.file},        {"line", result.line},
          {"asks", asks},        {"critical", result.critical}};
}

Result<CaseResult> CaseResultFromJson(const Node& node) {
  ObjectReader reader(node);
  CaseResult result;
  result.id = reader.String("id");
  result.version = static_cast<int>(reader.Integer("version", {.min = 1, .max = 1'000'000}));
  result.digest = reader.String("digest", "");
  result.mode = reader.String("mode");
  result.file = reader.String("file", "");
  result.line = static_cast<int>(reader.Integer("line", {.min = 0, .max = 1'000'000'000}, 0));
  result.critical = reader.Bool("critical", false);
  for (const Node& element : reader.Elements("asks")) {
    ASSIGN_OR_RETURN(Ask ask, AskFromJson(element));
    result.asks.push_back(std::move(ask));
  }
  RETURN_IF_ERROR(reader.Finish());
  return result;
}

std::string CaseClassName(CaseClass value) {
  switch (value) {
    case CaseClass::kStablePass:
      return "stable_pass";
    case CaseClass::kStableFail:
      return "stable_fail";
    case CaseClass::kUnstable:
      break;
  }
  return "unstable";
}

Result<CaseClass> ParseCaseClass(const Node& node) {
  const std::string name = node.json().is_string() ? node.json().get<std::string>() : "";
  std::vector<std::string> names;
  for (const CaseClass value : kClasses) {
    if (CaseClassName(value) == name) return value;
    names.push_back(CaseClassName(value));
  }
  const std::optional<std::string> nearest = NearestWord(name, names);
  return node.Fail("must be one of " + Join(names, ", ") + ", got " + DescribeJson(node.json()),
                   nearest ? "Did you mean \"" + *nearest + "\"?" : "");
}

CaseClass Classify(const CaseResult& calibration) {
  return ClassifyCounts(static_cast<int>(calibration.asks.size()), calibration.CountOf(Grade::kPass));
}

CaseClass ClassifyCounts(int asks, int passes) {
  if (asks > 0 && passes == 0) return CaseClass::kStableFail;
  if (asks >= kAsksToBeStable && passes == asks) return CaseClass::kStablePass;
  return CaseClass::kUnstable;
}

}  // namespace inferproof
