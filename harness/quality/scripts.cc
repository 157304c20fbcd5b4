#include "harness/quality/scripts.h"

#include <algorithm>

#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct Block {
  char32_t first;
  char32_t last;
  std::string_view script;
};

// Unicode 15 blocks that hold letters of one script; a block is coarser than the Script property, and enough to tell
// an answer in the wrong writing system.
constexpr Block kBlocks[] = {
    {0x0041, 0x024F, "Latin"},      {0x0250, 0x02AF, "Latin"},    {0x0370, 0x03FF, "Greek"},
    {0x0400, 0x052F, "Cyrillic"},   {0x0530, 0x058F, "Armenian"}, {0x0590, 0x05FF, "Hebrew"},
    {0x0600, 0x06FF, "Arabic"},     {0x0750, 0x077F, "Arabic"},   {0x08A0, 0x08FF, "Arabic"},
    {0x0900, 0x097F, "Devanagari"}, {0x0980, 0x09FF, "Bengali"},  {0x0B80, 0x0BFF, "Tamil"},
    {0x0C00, 0x0C7F, "Telugu"},     {0x0E00, 0x0E7F, "Thai"},     {0x0E80, 0x0EFF, "Lao"},
    {0x1000, 0x109F, "Myanmar"},    {0x10A0, 0x10FF, "Georgian"}, {0x1100, 0x11FF, "Hangul"},
    {0x1780, 0x17FF, "Khmer"},      {0x1E00, 0x1EFF, "Latin"},    {0x1F00, 0x1FFF, "Greek"},
    {0x2C60, 0x2C7F, "Latin"},      {0x3005, 0x3007, "Han"},      {0x3040, 0x309F, "Hiragana"},
    {0x30A0, 0x30FF, "Katakana"},   {0x3130, 0x318F, "Hangul"},   {0x31F0, 0x31FF, "Katakana"},
    {0x3400, 0x4DBF, "Han"},        {0x4E00, 0x9FFF, "Han"},      {0xA720, 0xA7FF, "Latin"},
    {0xAC00, 0xD7AF, "Hangul"},     {0xF900, 0xFAFF, "Han"},      {0xFB50, 0xFDFF, "Arabic"},
    {0xFE70, 0xFEFF, "Arabic"},     {0xFF21, 0xFF5A, "Latin"},    {0xFF66, 0xFF9F, "Katakana"},
    {0x20000, 0x323AF, "Han"},
};
constexpr std::string_view kUnspaced[] = {"Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"};

bool IsUnspaced(char32_t scalar) {
  const std::optional<std::string_view> script = ScriptOf(scalar);
  return script && std::find(std::begin(kUnspaced), std::end(kUnspaced), *script) != std::end(kUnspaced);
}

}  // namespace

std::vector<std::string> ScriptNames() {
  std::vector<std::string> names;
  for (const Block& block : kBlocks) names.emplace_back(block.script);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::optional<std::string_view> ScriptOf(char32_t scalar) {
  if (!IsLetter(scalar) && scalar != 0x3007) return std::nullopt;
  for (const Block& block : kBlocks) {
    if (scalar >= block.first && scalar <= block.last) return block.script;
  }
  return std::nullopt;
}

bool IsSpacedWordCharacter(char32_t scalar) {
  if (scalar == '_' || IsMark(scalar) || DigitOf(scalar)) return true;
  return IsLetter(scalar) && !IsUnspaced(scalar);
}

std::size_t CountWords(std::u32string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (const char32_t scalar : text) {
    const bool unspaced = IsUnspaced(scalar);
    // An apostrophe or hyphen inside a word does not end it.
    const bool joins = inside && (scalar == '\'' || scalar == 0x2019 || scalar == '-');
    const bool part = !unspaced && (IsSpacedWordCharacter(scalar) || joins);
    if (unspaced || (part && !inside)) ++words;
    inside = part;
  }
  return words;
}

}  // namespace inferproof
