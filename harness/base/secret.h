#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// Replaces every known secret in outgoing text. Values shorter than 4 bytes are not remembered: masking them would
// eat ordinary words.
class Redactor {
 public:
  void Remember(std::string secret);
  const std::vector<std::string>& secrets() const { return secrets_; }

  // `text` with each remembered secret, also in its percent-encoded form, replaced by "[redacted]". A text that
  // was cut ("..." or its end) in the middle of a secret loses the piece too.
  std::string Clean(std::string_view text) const;

 private:
  std::vector<std::string> secrets_;  // longest first
};

// A URL without user:password@ and without query values: safe to print.
std::string UrlForPeople(std::string_view url);

}  // namespace inferproof
