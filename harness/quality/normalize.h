#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"

namespace inferproof {

// What is done to an answer, and alike to the values it is compared with, before they are compared.
class Normalizer {
 public:
  // The steps "nfc", "newlines", "trim".
  Normalizer();
  explicit Normalizer(std::vector<std::string> steps) : steps_(std::move(steps)) {}

  // nfc, nfkc: the normal form. newlines: CRLF and CR become LF. trim: no white space or byte order mark at the ends.
  // casefold: full case folding ("ß" is "ss"). spaces: each run of white space becomes one space.
  // wrapping: no quotes, backticks and emphasis around the whole. final_punctuation: no sentence end.
  static const std::vector<std::string>& StepNames();

  // Reads "normalize" (an array of step names, in the order of their use) and "case" ("exact", or "fold" for a
  // casefold after the other steps).
  static Normalizer Read(ObjectReader& parameters);

  // `text` is well-formed UTF-8.
  std::string Apply(std::string_view text) const;

 private:
  std::vector<std::string> steps_;
};

std::string ToNfc(std::string_view text);
std::string ToCaseFolded(std::string_view text);
std::string_view TrimSpace(std::string_view text);

}  // namespace inferproof
