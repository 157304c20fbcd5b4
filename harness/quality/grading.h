#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"
#include "harness/quality/assertion.h"
#include "harness/record/record.h"
#include "harness/suite/case.h"

namespace inferproof {

// One answer to one case, graded. The grade is the worst of its judgements, error before fail before pass.
struct Ask {
  Grade grade = Grade::kError;
  std::vector<Judgement> judgements;  // those that did not pass; all when every one passed is empty
  std::string answer;                 // the answer's content, repaired UTF-8, at most 4 KiB
  std::string finish_reason;
};

// One case in one mode, asked one or more times.
struct CaseResult {
  std::string id;
  int version = 1;
  std::string digest;
  std::string mode;  // "sequential"
  std::string file;  // of the case, for annotations
  int line = 0;
  bool critical = false;
  std::vector<Ask> asks;

  int CountOf(Grade grade) const;
};

// A case ready to grade: its assertions made once.
class Grader {
 public:
  static Result<Grader> Make(const QualityCase& quality_case);
  Ask Judge(const RequestRecord& record) const;
  const QualityCase& quality_case() const { return case_; }

 private:
  QualityCase case_;
  std::vector<std::shared_ptr<const Assertion>> assertions_;
};

Json CaseResultToJson(const CaseResult& result);
Result<CaseResult> CaseResultFromJson(const Node& node);

// What the baseline recorded of a case: it gates when it passed in each of at least three asks.
enum class CaseClass { kStablePass, kStableFail, kUnstable };
std::string CaseClassName(CaseClass value);
Result<CaseClass> ParseCaseClass(const Node& node);
CaseClass Classify(const CaseResult& calibration);
CaseClass ClassifyCounts(int asks, int passes);

}  // namespace inferproof
