#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/suite/suite.h"

namespace inferproof {

// Tokens of a text, by a server's tokeniser.
using TokenCounter = std::function<Result<std::int64_t>(const std::string& text)>;

// What is taken for a token where nobody can count them.
inline constexpr int kCharsPerToken = 4;

struct SyntheticText {
  std::string text;
  std::int64_t tokens = 0;  // as counted, or as asked for where nobody counts
};

// Short common words in a seeded order, of `tokens` tokens by `count`: as many words to begin with, then some more or
// some fewer until it fits. The nearest where it never does.
Result<SyntheticText> MakeText(std::uint64_t seed, int tokens, const TokenCounter& count);
// The same words, kCharsPerToken characters a token.
SyntheticText MakeTextByCharacters(std::uint64_t seed, int tokens);

// Whether something of the suite is to be made.
bool HasSynthetic(const Suite& suite);

// Makes every synthetic prompt set and prefix; without `count` by characters. Equal suite, seed and tokeniser give
// equal bytes. Answers what was made, a line for each.
Result<std::vector<std::string>> MakeSynthetic(Suite& suite, const TokenCounter& count);

}  // namespace inferproof
