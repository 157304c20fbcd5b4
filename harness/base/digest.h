#pragma once

#include <string>
#include <string_view>

namespace inferproof {

// Lower-case hex of SHA-256 (libcrypto), 64 characters.
std::string Sha256Hex(std::string_view bytes);

// "sha256:" and the first 16 hex digits: the short form for people and file fields.
std::string ShortDigest(std::string_view bytes);

}  // namespace inferproof
