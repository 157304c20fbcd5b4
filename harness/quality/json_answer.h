#pragma once

#include <string>
#include <string_view>

#include "harness/base/result.h"
#include "harness/json/document.h"
#include "harness/json/object_reader.h"

namespace inferproof {

// Where the JSON stands in an answer.
enum class JsonPlace {
  kRaw,          // the whole answer
  kFenced,       // the first fenced code block; an answer without any fence is read whole
  kFirstObject,  // the first balanced object or array, whatever stands around it
};

// Reads "extract": "raw", "fenced" or "first_object".
JsonPlace ReadJsonPlace(ObjectReader& parameters);

struct JsonAnswer {
  std::string text;
  Document document;
};

// Strict: no duplicate keys, NaN, lone surrogates, byte order mark, comments or bytes after the value; nesting up to
// 64; at most 64 KiB. The error's `what` says what is wrong, and where in the JSON text.
Result<JsonAnswer> ReadJsonAnswer(std::string_view answer, JsonPlace place);

// The number at `pointer` as it was written: digits that a double would lose are kept.
std::string WrittenNumber(const JsonAnswer& answer, const std::string& pointer);

// `value` with every string in NFC, and whole floats within 2^53 as integers: 1.0 is an integer to JSON Schema.
Json Comparable(const Json& value);

}  // namespace inferproof
