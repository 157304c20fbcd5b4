#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace inferproof {

// `bytes` in pieces of 1 to 8 bytes whose lengths follow from `seed`; 0 gives pieces of one byte.
inline std::vector<std::string_view> InPieces(std::string_view bytes, std::uint8_t seed) {
  std::vector<std::string_view> pieces;
  std::uint32_t state = seed;
  while (!bytes.empty()) {
    const std::size_t length = seed == 0 ? 1 : 1 + (state >> 13) % 8;
    state = state * 1664525u + 1013904223u;
    pieces.push_back(bytes.substr(0, length));
    bytes.remove_prefix(pieces.back().size());
  }
  return pieces;
}

}  // namespace inferproof
