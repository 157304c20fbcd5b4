#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "harness/base/random.h"

namespace inferproof {

// What keeps two requests from sharing a cached prefix: ten digits, each draw different from those before it.
class Nonces {
 public:
  explicit Nonces(std::uint64_t seed) : random_(seed) {}

  std::string Next();

 private:
  Random random_;
  std::set<std::string> given_;
};

// A nonce as the head of a prompt, "[4 8 1 9 0 2 2 7 3 1] ". Single digits, because every tokeniser makes equally many
// tokens of any ten of them: whole words or numbers would change the prompt's length from request to request.
std::string HeadOf(std::string_view nonce);

}  // namespace inferproof
