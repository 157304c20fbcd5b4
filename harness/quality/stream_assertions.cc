#include <algorithm>
#include <utility>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/quality/detectors.h"
#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

const std::vector<std::string>& FinishReasons() {
  static const std::vector<std::string> names = {"stop", "length", "tool_calls", "content_filter", "function_call"};
  return names;
}

std::int64_t CountLines(std::string_view text) {
  const std::vector<std::string> lines = Split(text, '\n');
  return std::count_if(lines.begin(), lines.end(), [](const std::string& line) { return !TrimSpace(line).empty(); });
}

struct LengthWanted {
  std::string unit;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;

  std::string Text() const {
    if (min && max && *min == *max) return "exactly " + std::to_string(*min) + " " + unit;
    if (min && max) return std::to_string(*min) + " to " + std::to_string(*max) + " " + unit;
    return (min ? "at least " + std::to_string(*min) : "at most " + std::to_string(*max)) + " " + unit;
  }
};

LengthWanted ReadLength(ObjectReader& parameters) {
  constexpr IntRange kCounts{.min = 0, .max = 10'000'000};
  LengthWanted wanted;
  wanted.unit = parameters.Choice("unit", {"tokens", "chars", "words", "lines"});
  wanted.min = parameters.OptionalInteger("min", kCounts);
  wanted.max = parameters.OptionalInteger("max", kCounts);
  if (!wanted.min && !wanted.max) parameters.Fail("min", "needs \"min\", \"max\" or both");
  if (wanted.min && wanted.max && *wanted.min > *wanted.max) parameters.Fail("max", "must not be less than min");
  return wanted;
}

Observation JudgeLength(const LengthWanted& wanted, std::int64_t count, const std::string& answer) {
  const bool fits = (!wanted.min || count >= *wanted.min) && (!wanted.max || count <= *wanted.max);
  if (fits) return Passed("has " + std::to_string(count) + " " + wanted.unit);
  return Failed("expected " + wanted.Text() + ", got " + std::to_string(count) + " in " + Shown(answer));
}

std::int64_t CountIn(const std::string& unit, const std::string& answer) {
  const std::string text = ToNfc(TrimSpace(answer));
  if (unit == "lines") return CountLines(text);
  const std::u32string scalars = ToScalars(text);
  return static_cast<std::int64_t>(unit == "words" ? CountWords(scalars) : scalars.size());
}

// A detector as an assertion: what it finds is a failure.
template <typename Find>
TextCheck Without(Find find, std::string nothing) {
  return [find = std::move(find), nothing = std::move(nothing)](const std::string& text) {
    const std::optional<std::string> found = find(text);
    return found ? Failed(*found + ", in " + Shown(text)) : Passed(nothing);
  };
}

}  // namespace

Check MakeFinishReason(ObjectReader& parameters) {
  const std::vector<std::string> wanted = ReadStringOrStrings(parameters, "in");
  if (wanted.empty()) parameters.Fail("in", "needs at least one finish reason");
  for (const std::string& name : wanted) {
    if (std::find(FinishReasons().begin(), FinishReasons().end(), name) != FinishReasons().end()) continue;
    const std::optional<std::string> nearest = NearestWord(name, FinishReasons());
    parameters.Fail("in", "unknown finish reason " + Shown(name, 40),
                    nearest ? "Did you mean \"" + *nearest + "\"?" : "Known: " + Join(FinishReasons(), ", "));
  }
  return [wanted](const Response& answer) {
    if (!answer.finish_reason) return NoVerdict("the answer carries no finish reason");
    const std::string& got = *answer.finish_reason;
    if (std::find(wanted.begin(), wanted.end(), got) != wanted.end()) return Passed("finished with " + Shown(got, 40));
    return Failed("expected the finish reason " + ShownList(wanted, "or") + ", got " + Shown(got, 40));
  };
}

Check MakeLength(ObjectReader& parameters) {
  LengthWanted wanted = ReadLength(parameters);
  if (wanted.unit == "tokens") {
    return [wanted](const Response& answer) {
      if (!answer.usage || !answer.usage->output_tokens) return NoVerdict("the engine told no count of output tokens");
      return JudgeLength(wanted, *answer.usage->output_tokens, answer.content);
    };
  }
  return OnAnswer(
      [wanted](const std::string& answer) { return JudgeLength(wanted, CountIn(wanted.unit, answer), answer); });
}

Check MakeNotEmpty(ObjectReader& parameters) {
  const std::int64_t min = parameters.Integer("min", {.min = 1, .max = 1'000'000}, 1);
  return OnAnswer([min](const std::string& answer) {
    const std::u32string scalars = ToScalars(answer);
    const std::int64_t visible = std::count_if(scalars.begin(), scalars.end(), IsVisible);
    if (visible >= min) return Passed("has " + std::to_string(visible) + " visible characters");
    return Failed("expected at least " + std::to_string(min) + " visible characters, got " + std::to_string(visible) +
                  " in " + Shown(answer));
  });
}

Check MakeNoGarble(ObjectReader& parameters) {
  GarbleLimits limits;
  limits.scripts = parameters.Strings("scripts");
  limits.max_other_ratio = parameters.Number("max_other_ratio", {.min = 0, .max = 1}, limits.max_other_ratio);
  const std::vector<std::string> known = ScriptNames();
  for (const std::string& script : limits.scripts) {
    if (std::find(known.begin(), known.end(), script) != known.end()) continue;
    const std::optional<std::string> nearest = NearestWord(script, known);
    parameters.Fail("scripts", "unknown script " + Shown(script, 40),
                    nearest ? "Did you mean \"" + *nearest + "\"?" : "Known: " + Join(known, ", "));
  }
  return OnEveryText(
      Without([limits](const std::string& text) { return FindGarble(text, limits); }, "no garbled text"));
}

Check MakeNoTemplateLeak(ObjectReader& parameters) {
  std::vector<std::string> tokens = parameters.Strings("tokens");
  for (const std::string& token : tokens) {
    if (token.empty()) parameters.Fail("tokens", "a token must not be empty");
  }
  if (tokens.empty()) tokens = DefaultTemplateTokens();
  return OnEveryText(
      Without([tokens](const std::string& text) { return FindTemplateLeak(text, tokens); }, "no control strings"));
}

Check MakeNoLoop(ObjectReader& parameters) {
  LoopLimits limits;
  const auto count = [&](const char* key, int& value) {
    value = static_cast<int>(parameters.Integer(key, {.min = 0, .max = 100'000}, value));
  };
  count("same_token", limits.same_token);
  count("periods", limits.periods);
  count("blank_or_digit_run", limits.blank_or_digit_run);
  limits.period_share = parameters.Number("period_share", {.min = 0, .max = 1}, limits.period_share);
  limits.min_compressed = parameters.Number("min_compressed", {.min = 0, .max = 1}, limits.min_compressed);
  return OnEveryText(Without([limits](const std::string& text) { return FindLoop(text, limits); }, "no loop"));
}

Check MakeNotTruncated(ObjectReader& parameters) {
  const bool strict = parameters.Bool("strict", false);
  const Check whole =
      OnAnswer(Without([strict](const std::string& text) { return FindTruncation(text, strict); }, "whole"));
  return [whole](const Response& answer) {
    if (!answer.finish_reason) return NoVerdict("the answer carries no finish reason");
    if (*answer.finish_reason != "stop") {
      return Failed("expected the finish reason \"stop\", got " + Shown(*answer.finish_reason, 40));
    }
    return whole(answer);
  };
}

}  // namespace inferproof
