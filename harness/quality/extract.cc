#include "harness/quality/extract.h"

#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/quality/normalize.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

constexpr std::string_view kOwnRulePrefix = "marker:";

// Where a value may stand behind `name` ending at `at`: past emphasis and a colon or equals sign. Nothing when the
// name was only a word in a sentence. A name that ends in punctuation needs no colon.
std::optional<std::size_t> ValueStart(std::string_view text, std::size_t at, bool needs_colon) {
  const auto skip = [&](std::string_view set) {
    while (at < text.size() && set.find(text[at]) != std::string_view::npos) ++at;
  };
  skip("*_ ");
  bool colon = false;
  for (const std::string_view mark : {":", "：", "="}) {
    if (colon || !text.substr(at).starts_with(mark)) continue;
    at += mark.size();
    colon = true;
  }
  if (needs_colon && !colon) return std::nullopt;
  skip("*_ \t");
  return at;
}

// The rest of the line, or the next line with text on it.
std::string RestOfLine(std::string_view text) {
  const std::string_view rest = text.substr(0, text.find('\n'));
  const std::string_view value = TrimSpace(rest);
  if (!value.empty() || rest.size() == text.size()) return std::string(value);
  const std::string_view following = TrimSpace(text.substr(rest.size()));
  return std::string(TrimSpace(following.substr(0, following.find('\n'))));
}

struct Marked {
  std::size_t at = 0;
  std::string value;
};

std::optional<Marked> LastMarked(std::string_view text, std::string_view name) {
  const std::string lower = ToLowerAscii(text);
  const std::string wanted = ToLowerAscii(name);
  const std::optional<char32_t> last = ScalarBefore(name, name.size());
  const bool needs_colon = last && IsSpacedWordCharacter(*last);
  for (std::size_t at = lower.rfind(wanted); at != std::string::npos;
       at = at == 0 ? std::string::npos : lower.rfind(wanted, at - 1)) {
    const std::optional<char32_t> before = ScalarBefore(text, at);
    if (needs_colon && before && *before != '_' && IsSpacedWordCharacter(*before)) continue;
    const std::optional<std::size_t> start = ValueStart(text, at + name.size(), needs_colon || last > 0x2E80);
    if (start) return Marked{at, RestOfLine(text.substr(*start))};
  }
  return std::nullopt;
}

std::optional<std::string> LastBoxed(std::string_view text) {
  constexpr std::string_view kOpen = "\\boxed{";
  const std::size_t at = text.rfind(kOpen);
  if (at == std::string_view::npos) return std::nullopt;
  int depth = 1;
  for (std::size_t i = at + kOpen.size(); i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return std::string(text.substr(at + kOpen.size(), i - at - kOpen.size()));
  }
  return std::nullopt;
}

std::optional<Extracted> AfterMarker(std::string_view text, const std::string& own) {
  if (!own.empty()) {
    if (const auto marked = LastMarked(text, own)) return Extracted{marked->value, "marker " + own, Take::kFirst};
  }
  if (const auto marked = LastMarked(text, "####")) return Extracted{marked->value, "####", Take::kFirst};
  if (const auto boxed = LastBoxed(text)) return Extracted{*boxed, "\\boxed{}", Take::kFirst};
  std::optional<Extracted> latest;
  std::size_t latest_at = 0;
  for (const std::string_view name : {"Answer", "答案", "答え"}) {
    const auto marked = LastMarked(text, name);
    if (!marked || (latest && marked->at < latest_at)) continue;
    latest = Extracted{marked->value, std::string(name) + ":", Take::kFirst};
    latest_at = marked->at;
  }
  return latest;
}

bool StartsALine(std::string_view text, std::size_t at) {
  while (at > 0 && std::string_view(" \t*#_").find(text[at - 1]) != std::string_view::npos) --at;
  return at == 0 || text[at - 1] == '\n';
}

}  // namespace

ExtractRule ExtractRule::Read(ObjectReader& parameters, Kind fallback) {
  const std::optional<std::string> text = parameters.OptionalString("extract");
  if (!text) return {fallback, {}};
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kWords = {
      {{"auto", Kind::kAuto}, {"whole", Kind::kWhole}, {"first", Kind::kFirst}, {"last", Kind::kLast}}};
  for (const auto& [word, kind] : kWords) {
    if (*text == word) return {kind, {}};
  }
  if (text->starts_with(kOwnRulePrefix) && text->size() > kOwnRulePrefix.size()) {
    return {Kind::kMarker, ToNfc(text->substr(kOwnRulePrefix.size()))};
  }
  parameters.Fail("extract", "must be auto, whole, first, last or marker:NAME, got " + Shown(*text, 40));
  return {fallback, {}};
}

std::optional<Extracted> Extract(std::string_view answer, const ExtractRule& rule) {
  using Kind = ExtractRule::Kind;
  const Extracted whole{std::string(answer), "whole answer", Take::kOnly};
  if (rule.kind == Kind::kWhole) return whole;
  // A marker is found however its accents are composed.
  const std::string text = ToNfc(answer);
  const std::string_view own_turn = BeforeNextTurn(text);
  if (std::optional<Extracted> marked = AfterMarker(own_turn, rule.marker)) return marked;
  if (rule.kind == Kind::kMarker) return std::nullopt;
  if (rule.kind == Kind::kAuto) return whole;
  const bool first = rule.kind == Kind::kFirst;
  return Extracted{std::string(own_turn), first ? "first" : "last", first ? Take::kFirst : Take::kLast};
}

std::optional<std::string> WithoutReasoning(std::string_view content) {
  constexpr std::string_view kOpen = "<think>";
  constexpr std::string_view kClose = "</think>";
  const std::size_t close = content.rfind(kClose);
  const std::string_view rest = close == std::string_view::npos ? content : content.substr(close + kClose.size());
  if (rest.find(kOpen) != std::string_view::npos) return std::nullopt;
  return std::string(rest);
}

std::string_view BeforeNextTurn(std::string_view text) {
  std::size_t end = text.size();
  const std::string_view trimmed = TrimSpace(text);
  const auto first_text = static_cast<std::size_t>(trimmed.data() - text.data());
  for (const std::string_view tag : {"<|im_start|>", "<|start_header_id|>", "<start_of_turn>", "<|user|>", "[INST]"}) {
    end = std::min(end, text.find(tag));
  }
  for (const std::string_view word : {"Question:", "Q:", "User:", "Human:"}) {
    for (std::size_t at = text.find(word); at < end; at = text.find(word, at + 1)) {
      if (at > first_text && StartsALine(text, at)) end = at;
    }
  }
  return text.substr(0, end);
}

}  // namespace inferproof
