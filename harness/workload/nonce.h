#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "harness/base/random.h"

namespace inferproof {

// Heads that keep two requests from sharing a cached prefix: "[k3v9q7x2mp] ", always of the same length, each different
// from those before it.
class Nonces {
 public:
  explicit Nonces(std::uint64_t seed) : random_(seed) {}

  std::string Next();

 private:
  Random random_;
  std::set<std::string> given_;
};

}  // namespace inferproof
