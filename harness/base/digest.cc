#include "harness/base/digest.h"

#include <openssl/evp.h>

#include <array>

namespace inferproof {

std::string Sha256Hex(std::string_view bytes) {
  std::array<unsigned char, 32> digest{};
  unsigned int length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr);
  constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  text.reserve(64);
  for (const unsigned char byte : digest) {
    text += kHex[byte >> 4];
    text += kHex[byte & 15];
  }
  return text;
}

std::string ShortDigest(std::string_view bytes) { return "sha256:" + Sha256Hex(bytes).substr(0, 16); }

}  // namespace inferproof
