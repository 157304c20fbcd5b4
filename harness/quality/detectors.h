#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// Signs of a broken engine in a text, each answering what it saw or nothing. The texts are well-formed UTF-8; the
// limits are starting values, to be calibrated against answers that are known good.

struct GarbleLimits {
  std::vector<std::string> scripts;  // allowed for letters; empty: all
  double max_other_ratio = 0.02;     // letters of other scripts / letters
};
// Replacement characters, control characters but tab and line ends, tokenizer alphabets leaking through (a G with dot
// above where a space belongs), and letters of scripts that do not belong.
std::optional<std::string> FindGarble(std::string_view text, const GarbleLimits& limits);

// Control strings of chat templates and tool formats.
const std::vector<std::string>& DefaultTemplateTokens();
std::optional<std::string> FindTemplateLeak(std::string_view text, const std::vector<std::string>& tokens);

struct LoopLimits {
  int same_token = 20;           // times the same token in a row; 0 switches the rule off, as with the next ones
  int periods = 8;               // times a period of at most 64 tokens comes in a row ...
  double period_share = 0.5;     // ... and makes up this share of the last 1024 tokens
  int blank_or_digit_run = 64;   // white space or digits without a break
  double min_compressed = 0.12;  // compressed / plain size, from 600 bytes on
};
// Tokens are words, letters of scripts without spaces, and runs of one other character.
std::optional<std::string> FindLoop(std::string_view text, const LoopLimits& limits);

// The share of its size that DEFLATE would need, by a greedy LZ77 parse with DEFLATE's window and match length and
// its usual costs of a literal and a match. 0 for an empty text.
double EstimateDeflateRatio(std::string_view text);

// An open bracket, quotation mark or code fence, and, when `strict`, no final punctuation. Code and JSON need none.
std::optional<std::string> FindTruncation(std::string_view text, bool strict);

}  // namespace inferproof
