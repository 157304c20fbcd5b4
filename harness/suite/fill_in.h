#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/json/document.h"
#include "harness/os/environment.h"

namespace inferproof {

// Puts the values of variables where a target file says ${NAME}.
class FillIn {
 public:
  explicit FillIn(const Environment& environment) : environment_(environment) {}

  // The string at `node` with each ${NAME} replaced; what a variable holds is not looked at again. An unset variable
  // and a "${" without a name and "}" are errors at `node`; no message holds a value. A NUL byte is refused.
  Result<std::string> Fill(const Node& node);

  // Values of the variables whose names sound secret, for the redactor.
  const std::vector<std::string>& secrets() const { return secrets_; }

 private:
  const Environment& environment_;
  std::vector<std::string> secrets_;
};

}  // namespace inferproof
