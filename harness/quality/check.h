#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"
#include "harness/protocol/response.h"
#include "harness/quality/assertion.h"

namespace inferproof {

// What a check found, before it carries its assertion's name.
struct Observation {
  Grade grade = Grade::kError;
  std::string message;
};
Observation Passed(std::string message);
Observation Failed(std::string message);
Observation NoVerdict(std::string message);

using Check = std::function<Observation(const Response&)>;
using TextCheck = std::function<Observation(const std::string&)>;

// Longest text that is judged: a longer answer is a runaway, and fails.
inline constexpr std::size_t kMaxJudgedBytes = std::size_t{1} << 20;

// The answer without its reasoning. Ill-formed UTF-8 fails every text check, the negated ones too: a garbled answer
// cannot prove that something is absent. So does reasoning that never ended, and a text longer than is judged.
Check OnAnswer(TextCheck check);
// Everything the model generated as text: content as received, reasoning and refusal, each by itself.
Check OnEveryText(TextCheck check);

// "value" (one string) or "values" (at least one); each must not be empty.
std::vector<std::string> ReadValues(ObjectReader& parameters);
// A member that is one string or an array of strings; absent is empty.
std::vector<std::string> ReadStringOrStrings(ObjectReader& parameters, const std::string& key);

// "\"a\" or \"b\"", for messages.
std::string ShownList(const std::vector<std::string>& values, std::string_view last_word);

}  // namespace inferproof
