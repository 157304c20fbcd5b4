#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace inferproof {

// Options named at the head of a text: "(B)", "B.", "**b**", full-width "Ｂ", "B) because ...", "A, C and D". Letter
// case and width do not count. Empty when the text starts with something else.
std::vector<std::string> LeadingOptions(std::string_view text, const std::vector<std::string>& options);

// Options that stand as words anywhere in a text, written as in `options`: an "a" in a sentence is no option A.
std::vector<std::string> StandingOptions(std::string_view text, const std::vector<std::string>& options);

struct ListStyle {
  std::shared_ptr<const re2::RE2> separator;  // null: newlines, commas, semicolons and their Asian forms
};

// The items of a list in running text or one a line, without bullets, numbering, the "and" before the last item, and
// the final stop. Empty items are dropped.
std::vector<std::string> SplitList(std::string_view text, const ListStyle& style);

}  // namespace inferproof
