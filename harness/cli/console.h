#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/base/result.h"
#include "harness/base/secret.h"

namespace inferproof {

// Standard output and standard error, with every known secret taken out on the way.
class Console {
 public:
  explicit Console(const Redactor& redactor);

  void Print(std::string_view text);
  void PrintError(const Error& error);
  // One line that overwrites itself; nothing when standard error is no terminal.
  void Progress(const std::string& line);
  bool colour() const { return colour_; }

 private:
  void EndProgress();

  const Redactor& redactor_;
  bool colour_;
  bool progress_;
  bool progress_shown_ = false;
};

}  // namespace inferproof
