#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// The known word nearest to `word` by edit distance, if it is near enough to be a likely typing error.
std::optional<std::string> NearestWord(std::string_view word, std::span<const std::string> known);

std::vector<std::string> Split(std::string_view text, char separator);
std::string Join(std::span<const std::string> parts, std::string_view separator);
// Replaces every `from` in `text`, which must not be empty, and says how many there were. What was put in is not
// searched.
int ReplaceAll(std::string& text, std::string_view from, std::string_view to);
std::string_view TrimAscii(std::string_view text);
std::string ToLowerAscii(std::string_view text);
bool StartsWithIgnoringCase(std::string_view text, std::string_view prefix);

// At most `limit` bytes of `text`, cut at a character boundary, with "..." when cut.
std::string Truncate(std::string_view text, std::size_t limit);

// True when `text` is well-formed UTF-8 (no surrogates, no overlong forms, up to U+10FFFF).
bool IsValidUtf8(std::string_view text);

// `text` with every ill-formed sequence replaced by U+FFFD.
std::string RepairUtf8(std::string_view text);

}  // namespace inferproof
