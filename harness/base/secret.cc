#include "harness/base/secret.h"

#include <algorithm>

#include "harness/base/text.h"

namespace inferproof {
namespace {

constexpr std::size_t kShortestSecret = 4;

std::string PercentEncoded(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return encoded;
}

// The first characters of `secret` at the very end of `text`, where something cut it.
void DropCutSecret(std::string& text, std::string_view secret) {
  const std::size_t end = text.ends_with("...") ? text.size() - 3 : text.size();
  for (std::size_t length = std::min(secret.size() - 1, end); length >= kShortestSecret; --length) {
    if (std::string_view(text).substr(end - length, length) != secret.substr(0, length)) continue;
    text.replace(end - length, length, "[redacted]");
    return;
  }
}

}  // namespace

void Redactor::Remember(std::string secret) {
  if (secret.size() < kShortestSecret) return;
  if (std::find(secrets_.begin(), secrets_.end(), secret) != secrets_.end()) return;
  secrets_.push_back(std::move(secret));
  std::stable_sort(secrets_.begin(), secrets_.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

std::string Redactor::Clean(std::string_view text) const {
  std::string clean(text);
  for (const std::string& secret : secrets_) {
    ReplaceAll(clean, secret, "[redacted]");
    const std::string encoded = PercentEncoded(secret);
    if (encoded != secret) ReplaceAll(clean, encoded, "[redacted]");
  }
  for (const std::string& secret : secrets_) DropCutSecret(clean, secret);
  return clean;
}

std::string UrlForPeople(std::string_view url) {
  std::string clean(url);
  const std::size_t scheme = clean.find("://");
  const std::size_t host = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t path = std::min(clean.find_first_of("/?#", host), clean.size());
  const std::size_t at = clean.rfind('@', path);
  if (at != std::string::npos && at >= host && at < path) clean.erase(host, at + 1 - host);
  const std::size_t query = clean.find_first_of("?#");
  if (query != std::string::npos) clean.replace(query, std::string::npos, "?...");
  return clean;
}

}  // namespace inferproof
