#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

constexpr std::uint32_t kVocabulary = 32000;

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Bytes of the character that starts `text`; a stray byte of ill-formed UTF-8 counts as a character.
std::size_t CharacterBytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t wanted = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  std::size_t bytes = 1;
  while (bytes < wanted && bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) ++bytes;
  return bytes;
}

std::size_t TokenBytes(std::string_view text) {
  std::size_t bytes = CharacterBytes(text);
  for (std::size_t characters = 1; characters < kTokenCharacters && bytes < text.size(); ++characters) {
    if (IsSpace(text[bytes])) break;
    bytes += CharacterBytes(text.substr(bytes));
  }
  return bytes;
}

}  // namespace

std::vector<std::string_view> Tokenize(std::string_view text) {
  std::vector<std::string_view> tokens;
  while (!text.empty()) {
    const std::size_t bytes = TokenBytes(text);
    tokens.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return tokens;
}

std::int64_t CountTokens(std::string_view text) {
  std::int64_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(TokenBytes(text));
  return count;
}

std::int64_t TokenNumber(std::string_view token) {
  std::uint32_t hash = 0x811c9dc5u;  // FNV-1a, 32 bits
  for (const char c : token) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x01000193u;
  }
  return hash % kVocabulary;
}

}  // namespace inferproof
