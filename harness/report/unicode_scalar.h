#pragma once

#include <cstddef>
#include <string_view>

namespace inferproof {

// Decodes the scalar at the head of `text`, which is not empty and well-formed UTF-8, and tells its length.
inline char32_t ScalarAt(std::string_view text, std::size_t* length) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  if (byte(0) < 0x80) return *length = 1, byte(0);
  if (byte(0) < 0xE0) return *length = 2, (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  if (byte(0) < 0xF0) return *length = 3, (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return *length = 4, (byte(0) & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
}

// use(scalar, its bytes) for each scalar of well-formed UTF-8.
template <typename Use>
void ForEachScalar(std::string_view text, Use use) {
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    const char32_t c = ScalarAt(text, &length);
    use(c, text.substr(0, length));
  }
}

}  // namespace inferproof
