#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// The writing systems that cases may name: "Latin", "Han", "Arabic" ...
std::vector<std::string> ScriptNames();

// The script of a letter, by block; nothing for letters of a script outside the table, and for what is no letter.
std::optional<std::string_view> ScriptOf(char32_t scalar);

// True for letters, marks and digits of scripts that put spaces between words: where two of them touch, no word ends.
// Han, kana, Thai, Lao, Khmer and Myanmar are written without spaces.
bool IsSpacedWordCharacter(char32_t scalar);

// Words as people count them: a run of spaced word characters is one, each letter of an unspaced script is one.
std::size_t CountWords(std::u32string_view text);

}  // namespace inferproof
