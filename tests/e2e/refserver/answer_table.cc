#include "harness/refserver/answers.h"

namespace inferproof {

// A table of one row in place of the product's (the linker takes this definition first), so that no test depends on
// what the product's table holds.
std::optional<TableAnswer> FindAnswer(std::string_view prompt) {
  if (prompt != "What is 7 + 5?") return std::nullopt;
  return TableAnswer{.text = "It is 12.", .wrong_text = "It is 13."};
}

}  // namespace inferproof
