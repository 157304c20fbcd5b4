#include "harness/quality/detectors.h"

#include <algorithm>
#include <array>

#include "harness/base/number.h"
#include "harness/quality/normalize.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

std::string AtCharacter(std::size_t index) { return " at character " + std::to_string(index + 1); }

bool IsForbiddenControl(char32_t c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

// Byte-level BPE writes a space as U+0120 and a newline as U+010A; SentencePiece a space as U+2581. In Maltese the
// first two are letters, at the start of a word or among capitals: never behind a small letter.
bool IsTokenizerAlphabet(std::u32string_view text, std::size_t i) {
  const char32_t c = text[i];
  if ((c != 0x0120 && c != 0x010A && c != 0x2581) || i == 0) return false;
  const char32_t before = text[i - 1];
  const bool small =
      (before >= 'a' && before <= 'z') || before == ',' || before == '.' || before == ':' || before == ';';
  return small || before == c;
}

std::optional<std::string> ForeignScript(std::u32string_view text, const GarbleLimits& limits) {
  if (limits.scripts.empty()) return std::nullopt;
  std::size_t letters = 0, others = 0;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!IsLetter(text[i])) continue;
    ++letters;
    const std::optional<std::string_view> script = ScriptOf(text[i]);
    if (script && std::find(limits.scripts.begin(), limits.scripts.end(), *script) != limits.scripts.end()) continue;
    if (!first) first = i;
    ++others;
  }
  if (others == 0 || static_cast<double>(others) <= limits.max_other_ratio * static_cast<double>(letters))
    return std::nullopt;
  return std::to_string(others) + " of " + std::to_string(letters) + " letters are of another script, the first is " +
         Shown(ToUtf8(text.substr(*first, 1))) + AtCharacter(*first);
}

struct Bracket {
  char32_t open;
  char32_t close;
};
constexpr std::array<Bracket, 9> kBrackets = {{{'(', ')'},
                                               {'[', ']'},
                                               {'{', '}'},
                                               {U'（', U'）'},
                                               {U'「', U'」'},
                                               {U'『', U'』'},
                                               {U'《', U'》'},
                                               {U'“', U'”'},
                                               {U'«', U'»'}}};

// The last bracket that was opened and not closed. A closing one alone is no sign: "1)" and ":)" are common.
std::optional<char32_t> OpenBracket(std::u32string_view text) {
  std::u32string open;
  for (const char32_t c : text) {
    for (const Bracket& bracket : kBrackets) {
      if (c == bracket.open) open += bracket.close;
    }
    const std::size_t partner = open.rfind(c);
    // Only the innermost few are looked at, which keeps the time linear.
    if (partner != std::u32string::npos && open.size() - partner <= 8) open.resize(partner);
    if (open.size() > 4096) open.erase(0, 2048);
  }
  if (open.empty()) return std::nullopt;
  return open.back();
}

std::size_t CountOf(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

bool EndsASentence(std::string_view text) {
  constexpr std::u32string_view kEnds = U".!?。！？…．」』”’\"')）]】»›*_`:;؟۔।";
  const std::optional<char32_t> last = ScalarBefore(text, text.size());
  return last && kEnds.find(*last) != std::u32string_view::npos;
}

}  // namespace

std::optional<std::string> FindGarble(std::string_view text, const GarbleLimits& limits) {
  const std::u32string scalars = ToScalars(text);
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    if (scalars[i] == 0xFFFD) return "a replacement character U+FFFD" + AtCharacter(i);
    if (IsForbiddenControl(scalars[i]))
      return "a control character " + Shown(ToUtf8({&scalars[i], 1})) + AtCharacter(i);
    if (IsTokenizerAlphabet(scalars, i))
      return "a character of the tokenizer's own alphabet, " + Shown(ToUtf8({&scalars[i], 1})) + AtCharacter(i);
  }
  return ForeignScript(scalars, limits);
}

const std::vector<std::string>& DefaultTemplateTokens() {
  static const std::vector<std::string> tokens = {
      "<|im_start|>",      "<|im_end|>",    "<|eot_id|>",      "<|start_header_id|>",
      "<|end_header_id|>", "<|endoftext|>", "<|end_of_text|>", "<|begin_of_text|>",
      "<|user|>",          "<|assistant|>", "<|system|>",      "<|end|>",
      "<start_of_turn>",   "<end_of_turn>", "<think>",         "</think>",
      "<tool_call>",       "</tool_call>",  "[INST]",          "[/INST]",
      "<<SYS>>",           "</s>",          "[TOOL_CALLS]",    "<|channel|>"};
  return tokens;
}

std::optional<std::string> FindTemplateLeak(std::string_view text, const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (const std::size_t at = text.find(token); at != std::string_view::npos) {
      return "the control string " + Shown(token) + " at byte " + std::to_string(at);
    }
  }
  return std::nullopt;
}

std::optional<std::string> FindTruncation(std::string_view text, bool strict) {
  const std::string_view answer = TrimSpace(text);
  if (answer.empty()) return "the answer is empty";
  if (CountOf(answer, "```") % 2 != 0) return "a code fence was not closed";
  if (const std::optional<char32_t> closing = OpenBracket(ToScalars(answer))) {
    return "a bracket was not closed: " + Shown(ToUtf8({&*closing, 1})) + " is missing";
  }
  if (!strict) return std::nullopt;
  if (CountOf(answer, "\"") % 2 != 0) return "a quotation mark was not closed";
  const bool code_or_json = answer.ends_with("```") || answer.ends_with('}') || answer.ends_with(']');
  if (code_or_json || EndsASentence(answer)) return std::nullopt;
  return "no final punctuation";
}

}  // namespace inferproof
