#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// What the reference engine says to a prompt that its committed table knows: the one place where its correct answers
// live.
struct TableAnswer {
  std::string_view text;
  std::string_view wrong_text;  // what it says under the fault "wrong": plausible, of like length, and not correct
};

// By the text of the last user message (chat) or the prompt (completions), compared byte for byte. Any other prompt
// gets seeded text.
std::optional<TableAnswer> FindAnswer(std::string_view prompt);

}  // namespace inferproof
