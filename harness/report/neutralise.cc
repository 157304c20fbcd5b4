#include "harness/report/neutralise.h"

#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/report/unicode_scalar.h"

namespace inferproof {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// Characters that change how the rest of a line is shown without being seen: bidirectional controls, line and paragraph
// separators, zero-width characters, tags and other format characters.
bool IsInvisible(char32_t c) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  constexpr std::array<Range, 11> kRanges = {{{0x80, 0x9F},
                                              {0xAD, 0xAD},
                                              {0x61C, 0x61C},
                                              {0x180E, 0x180E},
                                              {0x200B, 0x200F},
                                              {0x2028, 0x202E},
                                              {0x2060, 0x206F},
                                              {0xFEFF, 0xFEFF},
                                              {0xFFF9, 0xFFFB},
                                              {0x1D173, 0x1D17A},
                                              {0xE0000, 0xE0FFF}}};
  return std::any_of(kRanges.begin(), kRanges.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}

std::string HexOf(char32_t c) {
  std::string digits;
  for (; c > 0; c >>= 4) digits.insert(digits.begin(), kHex[c & 15]);
  return digits;
}

void AppendScalar(char32_t c, std::string_view bytes, std::string& out) {
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c < 0x20 || c == 0x7F) {
    out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
  } else if (IsInvisible(c)) {
    out += "\\u{" + HexOf(c) + "}";
  } else if ((c == ':' || c == '#') && !out.empty() && out.back() == static_cast<char>(c)) {
    out += ' ';
    out += bytes;
  } else {
    out += bytes;
  }
}

}  // namespace

std::string NeutraliseForLog(std::string_view text, std::size_t limit) {
  // Cut first, so that a hostile megabyte costs no more than a line; escapes can lengthen it again, hence the second
  // cut.
  const std::string repaired = RepairUtf8(text.substr(0, 4 * limit));
  std::string out;
  ForEachScalar(repaired, [&](char32_t c, std::string_view bytes) { AppendScalar(c, bytes, out); });
  return Truncate(out, limit);
}

std::string MarkdownCode(std::string_view text, std::size_t limit) {
  const std::string safe = NeutraliseForLog(text, limit);
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string body;
  for (const char c : safe) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|') body += '\\';
    body += c;
  }
  const std::string fence(longest + 1, '`');
  const bool padded = body.empty() || body.front() == '`' || body.back() == '`';
  return fence + (padded ? " " : "") + body + (padded ? " " : "") + fence;
}

std::string MarkdownText(std::string_view text, std::size_t limit) {
  constexpr std::string_view kActive = "\\`*_{}[]()#+!|>~$@";
  std::string out;
  for (const char c : NeutraliseForLog(text, limit)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (kActive.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

}  // namespace inferproof
