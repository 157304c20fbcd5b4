#include "harness/quality/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace inferproof {
namespace {

struct Step {
  char32_t scalar = 0;
  std::size_t bytes = 0;  // 0: ill-formed
};

Step Read(std::string_view text) {
  utf8proc_int32_t scalar = 0;
  const utf8proc_ssize_t bytes =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &scalar);
  if (bytes <= 0) return {};
  return {static_cast<char32_t>(scalar), static_cast<std::size_t>(bytes)};
}

utf8proc_category_t CategoryOf(char32_t scalar) { return utf8proc_category(static_cast<utf8proc_int32_t>(scalar)); }

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Blank or joining characters whose category says letter or mark.
bool IsFiller(char32_t scalar) {
  return scalar == 0x115F || scalar == 0x1160 || scalar == 0x3164 || scalar == 0xFFA0 || scalar == 0x2800 ||
         scalar == 0x034F || (scalar >= 0xFE00 && scalar <= 0xFE0F) || (scalar >= 0xE0100 && scalar <= 0xE01EF);
}

std::string Escape(char32_t scalar) {
  std::array<char, 16> buffer;
  std::snprintf(buffer.data(), buffer.size(), "\\u{%04X}", static_cast<unsigned>(scalar));
  return buffer.data();
}

void AppendShown(Step step, std::string_view source, std::string& out) {
  if (step.bytes == 0) {
    std::array<char, 8> buffer;
    std::snprintf(buffer.data(), buffer.size(), "\\x%02X",
                  static_cast<unsigned>(static_cast<unsigned char>(source[0])));
    out += buffer.data();
  } else if (step.scalar == '\n') {
    out += "\\n";
  } else if (step.scalar == '\t') {
    out += "\\t";
  } else if (step.scalar == '\r') {
    out += "\\r";
  } else if (step.scalar == '"' || step.scalar == '\\') {
    out += '\\';
    out += static_cast<char>(step.scalar);
  } else if (step.scalar == ' ' || IsVisible(step.scalar)) {
    out += source.substr(0, step.bytes);
  } else {
    out += Escape(step.scalar);
  }
}

}  // namespace

std::optional<std::size_t> IllFormedAt(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const Step step = Read(bytes.substr(at));
    if (step.bytes == 0) return at;
    at += step.bytes;
  }
  return std::nullopt;
}

std::u32string ToScalars(std::string_view text) {
  std::u32string scalars;
  scalars.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Step step = Read(text.substr(at));
    scalars += step.bytes == 0 ? U'\uFFFD' : step.scalar;
    at += std::max<std::size_t>(step.bytes, 1);
  }
  return scalars;
}

std::string ToUtf8(std::u32string_view scalars) {
  std::string text;
  text.reserve(scalars.size());
  for (const char32_t scalar : scalars) {
    std::array<utf8proc_uint8_t, 4> buffer;
    const utf8proc_ssize_t bytes = utf8proc_encode_char(static_cast<utf8proc_int32_t>(scalar), buffer.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(bytes); ++i) text += static_cast<char>(buffer[i]);
  }
  return text;
}

std::optional<char32_t> ScalarBefore(std::string_view text, std::size_t offset) {
  if (offset == 0) return std::nullopt;
  std::size_t start = offset - 1;
  while (start > 0 && IsContinuation(text[start])) --start;
  return ScalarAt(text, start);
}

std::optional<char32_t> ScalarAt(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return std::nullopt;
  const Step step = Read(text.substr(offset));
  if (step.bytes == 0) return std::nullopt;
  return step.scalar;
}

bool IsSpace(char32_t scalar) {
  return (scalar >= 0x09 && scalar <= 0x0D) || scalar == 0x20 || scalar == 0x85 || scalar == 0xA0 || scalar == 0x1680 ||
         (scalar >= 0x2000 && scalar <= 0x200A) || scalar == 0x2028 || scalar == 0x2029 || scalar == 0x202F ||
         scalar == 0x205F || scalar == 0x3000;
}

bool IsLetter(char32_t scalar) {
  const utf8proc_category_t category = CategoryOf(scalar);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool IsMark(char32_t scalar) {
  const utf8proc_category_t category = CategoryOf(scalar);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool IsCurrency(char32_t scalar) { return CategoryOf(scalar) == UTF8PROC_CATEGORY_SC; }

bool IsPunctuation(char32_t scalar) {
  const utf8proc_category_t category = CategoryOf(scalar);
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

bool IsVisible(char32_t scalar) {
  if (IsSpace(scalar) || IsFiller(scalar)) return false;
  switch (CategoryOf(scalar)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
      return false;
    default:
      return true;
  }
}

std::optional<int> DigitOf(char32_t scalar) {
  for (const char32_t zero : {U'0', U'\uFF10', U'\u0660', U'\u06F0'}) {
    if (scalar >= zero && scalar <= zero + 9) return static_cast<int>(scalar - zero);
  }
  return std::nullopt;
}

std::string Shown(std::string_view bytes, std::size_t limit) {
  std::string out = "\"";
  std::size_t shown = 0;
  for (std::size_t at = 0; at < bytes.size(); ++shown) {
    if (shown == limit) return out + "...\"";
    const Step step = Read(bytes.substr(at));
    AppendShown(step, bytes.substr(at), out);
    at += std::max<std::size_t>(step.bytes, 1);
  }
  return out + "\"";
}

}  // namespace inferproof
