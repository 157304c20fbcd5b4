#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/base/number.h"
#include "harness/quality/detectors.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

constexpr std::size_t kLongestPeriod = 64;
constexpr std::size_t kTailTokens = 1024;
constexpr std::size_t kLeastTextToCompress = 600;

std::vector<std::u32string_view> TokensOf(std::u32string_view text) {
  std::vector<std::u32string_view> tokens;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (IsSpace(text[i])) {
      i = end;
      continue;
    }
    if (IsSpacedWordCharacter(text[i])) {
      while (end < text.size() && IsSpacedWordCharacter(text[end])) ++end;
    } else if (!IsLetter(text[i])) {
      while (end < text.size() && text[end] == text[i]) ++end;
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::optional<std::string> SameToken(const std::vector<std::u32string_view>& tokens, int limit) {
  if (limit <= 0) return std::nullopt;
  std::size_t run = 1;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    run = tokens[i] == tokens[i - 1] ? run + 1 : 1;
    if (run >= static_cast<std::size_t>(limit)) {
      return Shown(ToUtf8(tokens[i]), 40) + " comes " + std::to_string(limit) + " times in a row or more";
    }
  }
  return std::nullopt;
}

// Longest run of tokens that each equal the one `period` before, plus that first period.
std::size_t PeriodicRun(const std::vector<std::u32string_view>& tail, std::size_t period) {
  std::size_t longest = 0, run = 0;
  for (std::size_t i = period; i < tail.size(); ++i) {
    run = tail[i] == tail[i - period] ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest == 0 ? 0 : longest + period;
}

std::optional<std::string> Periodic(std::vector<std::u32string_view> tokens, const LoopLimits& limits) {
  if (limits.periods <= 0) return std::nullopt;
  if (tokens.size() > kTailTokens) tokens.erase(tokens.begin(), tokens.end() - kTailTokens);
  for (std::size_t period = 1; period <= std::min(kLongestPeriod, tokens.size()); ++period) {
    const std::size_t run = PeriodicRun(tokens, period);
    if (run / period < static_cast<std::size_t>(limits.periods)) continue;
    if (static_cast<double>(run) < limits.period_share * static_cast<double>(tokens.size())) continue;
    return "a group of " + std::to_string(period) + " tokens comes " + std::to_string(run / period) + " times in a row";
  }
  return std::nullopt;
}

// Runs that hold white space only, digits only, or one letter only, which a tokenizer splits into equal tokens.
std::optional<std::string> BlankOrDigitRun(std::u32string_view text, int limit) {
  if (limit <= 0) return std::nullopt;
  std::size_t spaces = 0, digits = 0, same_letter = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    spaces = IsSpace(text[i]) ? spaces + 1 : 0;
    digits = DigitOf(text[i]) ? digits + 1 : 0;
    same_letter = IsLetter(text[i]) ? (i > 0 && text[i] == text[i - 1] ? same_letter + 1 : 1) : 0;
    const char* what = spaces >= static_cast<std::size_t>(limit)        ? "white space"
                       : digits >= static_cast<std::size_t>(limit)      ? "digits"
                       : same_letter >= static_cast<std::size_t>(limit) ? "one letter"
                                                                        : nullptr;
    if (what != nullptr) return std::string(what) + " runs on for " + std::to_string(limit) + " characters or more";
  }
  return std::nullopt;
}

}  // namespace

double EstimateDeflateRatio(std::string_view text) {
  constexpr std::size_t kWindow = 32768, kLeastMatch = 3, kLongestMatch = 258;
  constexpr double kLiteralBits = 6, kMatchBits = 20;
  if (text.empty()) return 0;
  std::vector<std::int64_t> last_seen(1 << 15, -1);
  double bits = 0;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 0;
    if (i + kLeastMatch <= text.size()) {
      const auto byte = [&](std::size_t k) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + k]));
      };
      const std::uint32_t hash = ((byte(0) << 16 | byte(1) << 8 | byte(2)) * 2654435761u) >> 17;
      const std::int64_t before = std::exchange(last_seen[hash], static_cast<std::int64_t>(i));
      if (before >= 0 && i - static_cast<std::size_t>(before) <= kWindow) {
        const auto from = static_cast<std::size_t>(before);
        while (length < kLongestMatch && i + length < text.size() && text[from + length] == text[i + length]) ++length;
      }
    }
    const bool match = length >= kLeastMatch;
    bits += match ? kMatchBits : kLiteralBits;
    i += match ? length : 1;
  }
  return bits / 8 / static_cast<double>(text.size());
}

std::optional<std::string> FindLoop(std::string_view text, const LoopLimits& limits) {
  const std::u32string scalars = ToScalars(text);
  const std::vector<std::u32string_view> tokens = TokensOf(scalars);
  if (auto found = SameToken(tokens, limits.same_token)) return found;
  if (auto found = Periodic(tokens, limits)) return found;
  if (auto found = BlankOrDigitRun(scalars, limits.blank_or_digit_run)) return found;
  if (text.size() < kLeastTextToCompress) return std::nullopt;
  const double ratio = EstimateDeflateRatio(text);
  if (ratio >= limits.min_compressed) return std::nullopt;
  return "the text compresses to " + FormatFixed(ratio * 100, 1) + " % of its size";
}

}  // namespace inferproof
