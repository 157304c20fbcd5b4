#include "harness/quality/option_list.h"

#include <re2/re2.h>

#include <algorithm>

#include "harness/quality/normalize.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct Word {
  std::string text;
  std::string before;  // what separates it from the word before
};

std::vector<Word> WordsOf(std::string_view text) {
  std::vector<Word> words;
  std::u32string word, between;
  for (const char32_t scalar : ToScalars(text) + U'\n') {
    if (IsLetter(scalar) || IsMark(scalar) || DigitOf(scalar)) {
      word += scalar;
      continue;
    }
    if (!word.empty()) {
      words.push_back({ToUtf8(word), ToUtf8(between)});
      word.clear();
      between.clear();
    }
    between += scalar;
  }
  return words;
}

std::string Folded(std::string_view text) { return Normalizer({"nfkc", "casefold"}).Apply(text); }

bool Joins(std::string_view between) {
  return between.find_first_of(",/&;+") != std::string_view::npos || between.find("、") != std::string_view::npos ||
         between.find("，") != std::string_view::npos;
}

const re2::RE2& DefaultSeparator() {
  static const re2::RE2 separator("\\s*(?:\\n|,|、|，|;|；)\\s*");
  return separator;
}

const re2::RE2& ItemHead() {
  static const re2::RE2 head("^(?:\\s|[-*•·–] |\\(?\\d{1,3}[.)]\\s)+");
  return head;
}

std::string WithoutHead(std::string item) {
  re2::RE2::Replace(&item, ItemHead(), "");
  return std::string(TrimSpace(item));
}

// "a, b, and c" leaves "and c"; "a, b and c" leaves "b and c".
void SplitLastByAnd(std::vector<std::string>& items) {
  static const re2::RE2 conjunction("^(.*?)\\s*(?:\\band\\b|&)\\s+(.+)$");
  if (items.size() < 2) return;
  std::string left, right;
  if (!re2::RE2::FullMatch(items.back(), conjunction, &left, &right)) return;
  items.pop_back();
  if (!left.empty()) items.push_back(left);
  items.push_back(right);
}

}  // namespace

std::vector<std::string> LeadingOptions(std::string_view text, const std::vector<std::string>& options) {
  std::vector<std::string> named;
  bool joined = false;
  for (const Word& word : WordsOf(text)) {
    const bool conjunction = word.text == "and" || word.text == "or" || word.text == "和" || word.text == "或";
    if (conjunction && !named.empty()) {
      joined = true;
      continue;
    }
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const std::string& one) { return Folded(one) == Folded(word.text); });
    if (option == options.end()) break;
    // "B. A city": only a separator or a conjunction makes the next one part of the answer.
    if (!named.empty() && !joined && !Joins(word.before)) break;
    joined = false;
    named.push_back(*option);
  }
  return named;
}

std::vector<std::string> StandingOptions(std::string_view text, const std::vector<std::string>& options) {
  std::vector<std::string> named;
  for (const Word& word : WordsOf(text)) {
    const std::string narrow = Normalizer({"nfkc"}).Apply(word.text);
    const auto option = std::find(options.begin(), options.end(), narrow);
    if (option != options.end()) named.push_back(*option);
  }
  return named;
}

std::vector<std::string> SplitList(std::string_view text, const ListStyle& style) {
  const std::string_view whole = TrimSpace(text);
  const re2::RE2& separator = style.separator ? *style.separator : DefaultSeparator();
  const re2::StringPiece all(whole.data(), whole.size());
  std::vector<std::string> items;
  std::size_t start = 0;
  const auto keep = [&](std::size_t end) {
    std::string item = WithoutHead(std::string(whole.substr(start, end - start)));
    if (!item.empty()) items.push_back(std::move(item));
  };
  re2::StringPiece gap;
  while (separator.Match(all, start, all.size(), re2::RE2::UNANCHORED, &gap, 1) && !gap.empty()) {
    const auto at = static_cast<std::size_t>(gap.data() - all.data());
    keep(at);
    start = at + gap.size();
  }
  keep(whole.size());
  if (!style.separator) SplitLastByAnd(items);
  if (!items.empty()) items.back() = Normalizer({"final_punctuation", "trim"}).Apply(items.back());
  return items;
}

}  // namespace inferproof
