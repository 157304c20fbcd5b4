#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace inferproof {

// The reference engine's tokens: a white-space character begins a new one and belongs to the word after it; a token has
// at most kTokenCharacters characters, and ends between characters, never inside one. Joined, the tokens are the text
// again; the tokens of a text cut at a token's end are the first of its tokens.
inline constexpr std::size_t kTokenCharacters = 5;

std::vector<std::string_view> Tokenize(std::string_view text);
std::int64_t CountTokens(std::string_view text);

// The number that stands for a token in /tokenize: the same for the same token, always.
std::int64_t TokenNumber(std::string_view token);

}  // namespace inferproof
