#include "harness/workload/synthetic.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "harness/base/random.h"

namespace inferproof {
namespace {

// Whole tokens of their own in the usual vocabularies, so that the first try mostly fits.
constexpr std::array<std::string_view, 48> kWords = {
    "the",  "old",  "man",  "and",  "sea",  "day",  "new",  "way",  "time", "year", "work", "life",
    "hand", "part", "city", "road", "tree", "book", "game", "name", "line", "food", "fire", "home",
    "door", "wall", "room", "land", "bird", "fish", "star", "moon", "rain", "wind", "snow", "gold",
    "iron", "salt", "milk", "rice", "wood", "ship", "boat", "town", "king", "song", "word", "hill"};
constexpr int kMostTries = 24;

class Words {
 public:
  explicit Words(std::uint64_t seed) : random_(seed) {}

  void Add(std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) words_.push_back(kWords[random_.Below(kWords.size())]);
  }
  // As many more or fewer as `wanted` tokens instead of `counted` ones need, at the tokens a word has had until now: at
  // least one, and one stays.
  void Fit(std::int64_t counted, std::int64_t wanted) {
    const auto size = static_cast<std::int64_t>(words_.size());
    const std::int64_t fitting = counted > 0 ? size * wanted / counted : size + wanted;
    if (counted < wanted) return Add(std::max<std::int64_t>(1, fitting - size));
    words_.resize(static_cast<std::size_t>(std::max<std::int64_t>(1, std::min(fitting, size - 1))));
  }
  std::string Text() const {
    std::string text;
    for (const std::string_view word : words_) {
      if (!text.empty()) text += ' ';
      text += word;
    }
    return text;
  }

 private:
  Random random_;
  std::vector<std::string_view> words_;
};

Result<SyntheticText> Make(std::uint64_t seed, int tokens, const TokenCounter& count) {
  return count ? MakeText(seed, tokens, count) : Result<SyntheticText>(MakeTextByCharacters(seed, tokens));
}

std::string Lengths(int wanted, std::int64_t least, std::int64_t most, bool counted) {
  if (!counted) return "about " + std::to_string(wanted) + " tokens, approximate: made by characters";
  if (least == wanted && most == wanted) return std::to_string(wanted) + " tokens by the server's tokeniser";
  return std::to_string(least) + " to " + std::to_string(most) + " tokens where " + std::to_string(wanted) +
         " were asked for, approximate: the server's tokeniser does not hit them exactly";
}

// Scenarios that ask for equal sets get equal prompts, as from one file.
Result<std::string> MakePrompts(std::uint64_t seed, const TokenCounter& count, PromptSet& set) {
  const SyntheticPrompts& wanted = *set.synthetic;
  set.prompts.clear();
  std::int64_t least = wanted.tokens;
  std::int64_t most = wanted.tokens;
  for (int i = 0; i < wanted.count; ++i) {
    const std::string id = "synthetic-" + std::to_string(wanted.tokens) + "-" + std::to_string(i + 1);
    ASSIGN_OR_RETURN(SyntheticText made, Make(DeriveSeed(seed, id), wanted.tokens, count));
    least = std::min(least, made.tokens);
    most = std::max(most, made.tokens);
    Prompt prompt{id, std::move(made.text), 0, {}};
    prompt.chars = CountScalars(prompt.text);
    if (count) prompt.tokens = made.tokens;
    set.prompts.push_back(std::move(prompt));
  }
  return std::to_string(wanted.count) + " synthetic prompts of " +
         Lengths(wanted.tokens, least, most, count != nullptr);
}

Result<std::string> MakePrefix(std::uint64_t seed, const TokenCounter& count, SharedPrefix& prefix) {
  const std::string id = "prefix-" + std::to_string(prefix.synthetic_tokens);
  ASSIGN_OR_RETURN(SyntheticText made, Make(DeriveSeed(seed, id), prefix.synthetic_tokens, count));
  prefix.text = std::move(made.text);
  return "a shared prefix of " + Lengths(prefix.synthetic_tokens, made.tokens, made.tokens, count != nullptr);
}

bool IsMade(const SharedPrefix& prefix) { return prefix.path.empty(); }

}  // namespace

Result<SyntheticText> MakeText(std::uint64_t seed, int tokens, const TokenCounter& count) {
  Words words(seed);
  words.Add(tokens);
  SyntheticText nearest;
  for (int tries = 0; tries < kMostTries; ++tries) {
    std::string text = words.Text();
    ASSIGN_OR_RETURN(const std::int64_t counted, count(text));
    if (nearest.text.empty() || std::llabs(counted - tokens) < std::llabs(nearest.tokens - tokens)) {
      nearest = {std::move(text), counted};
    }
    if (counted == tokens) break;
    words.Fit(counted, tokens);
  }
  return nearest;
}

SyntheticText MakeTextByCharacters(std::uint64_t seed, int tokens) {
  Words words(seed);
  words.Add(tokens + 1);  // a word has three letters or four, and a space: at least as many characters as are wanted
  std::string text = words.Text();
  text.resize(static_cast<std::size_t>(tokens) * kCharsPerToken);
  return {std::move(text), tokens};
}

bool HasSynthetic(const Suite& suite) {
  return std::ranges::any_of(suite.scenarios, [](const Scenario& scenario) {
    return scenario.prompts.synthetic.has_value() || (scenario.prefix && IsMade(*scenario.prefix));
  });
}

Result<std::vector<std::string>> MakeSynthetic(Suite& suite, const TokenCounter& count) {
  std::vector<std::string> lines;
  for (Scenario& scenario : suite.scenarios) {
    const std::string start = "scenario \"" + scenario.name + "\": ";
    if (scenario.prompts.synthetic) {
      ASSIGN_OR_RETURN(std::string made, MakePrompts(suite.seed, count, scenario.prompts));
      lines.push_back(start + made);
    }
    if (scenario.prefix && IsMade(*scenario.prefix)) {
      ASSIGN_OR_RETURN(std::string made, MakePrefix(suite.seed, count, *scenario.prefix));
      lines.push_back(start + made);
    }
  }
  return lines;
}

}  // namespace inferproof
