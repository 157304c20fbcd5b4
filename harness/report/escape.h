#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace inferproof {

struct EscapeRule {
  char from;
  std::string_view to;
};

// `text` with each character that has a rule replaced, in one pass: what a rule wrote is not escaped again.
inline std::string EscapeWith(std::string_view text, std::initializer_list<EscapeRule> rules) {
  std::string out;
  for (const char c : text) {
    std::string_view replacement(&c, 1);
    for (const EscapeRule& rule : rules) {
      if (rule.from == c) replacement = rule.to;
    }
    out += replacement;
  }
  return out;
}

}  // namespace inferproof
