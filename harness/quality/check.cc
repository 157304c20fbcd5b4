#include "harness/quality/check.h"

#include <utility>

#include "harness/base/text.h"
#include "harness/quality/extract.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

// Why a text cannot be judged at all; nothing when it can.
std::optional<std::string> Unfit(const std::string& text) {
  if (text.size() > kMaxJudgedBytes) return "the answer is longer than 1 MiB";
  if (const std::optional<std::size_t> at = IllFormedAt(text)) {
    return "ill-formed UTF-8 at byte " + std::to_string(*at) + ", after " +
           Shown(std::string_view(text).substr(0, *at).substr(*at > 20 ? *at - 20 : 0));
  }
  return std::nullopt;
}

}  // namespace

Observation Passed(std::string message) { return {Grade::kPass, std::move(message)}; }
Observation Failed(std::string message) { return {Grade::kFail, std::move(message)}; }
Observation NoVerdict(std::string message) { return {Grade::kError, std::move(message)}; }

Check OnAnswer(TextCheck check) {
  return [check = std::move(check)](const Response& answer) {
    if (const auto reason = Unfit(answer.content)) return Failed(*reason);
    const std::optional<std::string> text = WithoutReasoning(answer.content);
    if (!text) return Failed("the reasoning was never closed, so there is no answer");
    return check(*text);
  };
}

Check OnEveryText(TextCheck check) {
  return [check = std::move(check)](const Response& answer) {
    Observation found = Passed("");
    for (const std::string* text : {&answer.content, &answer.reasoning, &answer.refusal}) {
      if (const auto reason = Unfit(*text)) return Failed(*reason);
      if (text->empty() && text != &answer.content) continue;
      found = check(*text);
      if (found.grade != Grade::kPass) return found;
    }
    return found;
  };
}

std::vector<std::string> ReadValues(ObjectReader& parameters) {
  std::vector<std::string> values = parameters.Strings("values");
  const std::optional<std::string> value = parameters.OptionalString("value");
  if (value && !values.empty()) parameters.Fail("value", "only one of \"value\" and \"values\" may be given");
  if (value) values.push_back(*value);
  if (values.empty()) parameters.Fail("values", "needs \"value\" or at least one of \"values\"");
  for (const std::string& one : values) {
    if (one.empty()) parameters.Fail(value ? "value" : "values", "a value must not be empty");
  }
  return values;
}

std::vector<std::string> ReadStringOrStrings(ObjectReader& parameters, const std::string& key) {
  const std::optional<Node> node = parameters.Optional(key);
  if (!node) return {};
  if (node->json().is_array()) return parameters.Strings(key);
  const std::optional<std::string> one = parameters.OptionalString(key);
  return one ? std::vector<std::string>{*one} : std::vector<std::string>{};
}

std::string ShownList(const std::vector<std::string>& values, std::string_view last_word) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " " + std::string(last_word) + " " : ", ";
    text += Shown(values[i], 60);
  }
  return text;
}

}  // namespace inferproof
