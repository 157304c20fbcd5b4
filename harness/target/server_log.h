#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// The file that a server's output is appended to, over all its starts. Without a path it holds nothing.
class ServerLog {
 public:
  explicit ServerLog(std::string path) : path_(std::move(path)) {}

  // Writes "--- start N: argv" and remembers where this start's output begins.
  Status BeginStart(int number, const std::vector<std::string>& argv);

  // The last lines of this start's output, each made harmless: hostile text that reaches a CI log must not be read as a
  // command there, so every line begins with "  | ".
  std::string Tail() const;

 private:
  std::string path_;
  std::int64_t begin_ = 0;
};

}  // namespace inferproof
