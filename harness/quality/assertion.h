#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/protocol/response.h"
#include "harness/suite/case.h"

namespace inferproof {

// Raised when an assertion below changes what it accepts.
inline constexpr int kGraderVersion = 1;

enum class Grade {
  kPass,
  kFail,
  kError
};  // error: no answer to judge, or a capability absent. Negation never makes it a pass.
std::string GradeName(Grade grade);

struct Judgement {
  Grade grade = Grade::kError;
  std::string assertion;  // its name
  std::string message;    // "expected 42, got 41 (marker ANSWER)"; may hold model text
};

// One assertion with its parameters checked. Pure: the same answer gives the same judgement.
class Assertion {
 public:
  virtual ~Assertion() = default;
  virtual Judgement Judge(const Response& answer) const = 0;
};

// kConfig for an unknown name (with the nearest known one), a missing, wrong or unknown parameter, or a regex that RE2
// refuses.
Result<std::unique_ptr<Assertion>> MakeAssertion(const AssertionSpec& spec);
std::vector<std::string> AssertionNames();

}  // namespace inferproof
