#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"

namespace inferproof {

// Observation the answer in a text. The order: an explicit marker, the last one (the case's own, then "####", then
// \boxed{}, then "Answer:" in three languages); the whole text, the first or the last candidate only where the case
// asks for it.
struct ExtractRule {
  enum class Kind { kWhole, kAuto, kMarker, kFirst, kLast };
  Kind kind = Kind::kAuto;
  std::string marker;  // of kMarker

  // Reads "extract": "auto" (markers, else the whole), "whole", "marker:NAME", "first" or "last".
  static ExtractRule Read(ObjectReader& parameters, Kind fallback);
};

enum class Take { kOnly, kFirst, kLast };  // which candidate of the extracted text is meant

struct Extracted {
  std::string text;
  std::string rule;  // which rule fired: "whole answer", "marker ANSWER", "####" ...
  Take take = Take::kOnly;
};

// Nothing when a marker was asked for and none is there.
std::optional<Extracted> Extract(std::string_view text, const ExtractRule& rule);

// The text after the last "</think>"; all of it when there is no reasoning; nothing when a "<think>" was not closed.
std::optional<std::string> WithoutReasoning(std::string_view content);

// Up to where the model went on to play the next turn: a line that starts with "Question:", "Q:", "User:" or
// "Human:" after some text, or a role tag anywhere.
std::string_view BeforeNextTurn(std::string_view text);

}  // namespace inferproof
