#include "harness/refserver/text_model.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "harness/base/random.h"
#include "harness/refserver/tokenizer.h"

namespace inferproof {
namespace {

using namespace std::string_view_literals;

constexpr std::array kNouns = {
    "river"sv,   "garden"sv,  "window"sv, "teacher"sv, "village"sv, "lantern"sv, "harbour"sv, "letter"sv,
    "meadow"sv,  "kitchen"sv, "bridge"sv, "sailor"sv,  "winter"sv,  "basket"sv,  "forest"sv,  "market"sv,
    "painter"sv, "station"sv, "valley"sv, "child"sv,   "clock"sv,   "story"sv,   "morning"sv, "mountain"sv,
};
constexpr std::array kAdjectives = {
    "quiet"sv,  "old"sv,   "green"sv, "small"sv,  "bright"sv, "distant"sv, "patient"sv, "wooden"sv,
    "gentle"sv, "early"sv, "broad"sv, "hidden"sv, "warm"sv,   "silver"sv,  "narrow"sv,  "curious"sv,
};
constexpr std::array kVerbs = {
    "followed"sv,  "found"sv,   "watched"sv, "remembered"sv, "crossed"sv, "painted"sv,  "carried"sv, "opened"sv,
    "described"sv, "reached"sv, "passed"sv,  "answered"sv,   "visited"sv, "repaired"sv, "noticed"sv, "left"sv,
};
constexpr std::array kLinks = {
    "near"sv, "behind"sv, "above"sv, "beyond"sv, "beside"sv, "before"sv, "under"sv, "along"sv,
};

template <std::size_t n>
std::string_view Pick(const std::array<std::string_view, n>& words, Random& random) {
  return words[static_cast<std::size_t>(random.Below(n))];
}

// " The quiet sailor watched the old bridge near the harbour."
std::string Sentence(Random& random) {
  std::string text = " The ";
  text.append(Pick(kAdjectives, random)).append(" ").append(Pick(kNouns, random)).append(" ");
  text.append(Pick(kVerbs, random)).append(" the ");
  if (random.Below(2) == 0) text.append(Pick(kAdjectives, random)).append(" ");
  text.append(Pick(kNouns, random)).append(" ").append(Pick(kLinks, random)).append(" the ");
  return text.append(Pick(kNouns, random)).append(".");
}

// Appends seeded text until `answer` has `count` tokens.
void AppendSeededText(const GenerationRequest& request, std::size_t count, std::vector<std::string>& answer) {
  Random random(DeriveSeed(request.seed, request.conversation));
  while (answer.size() < count) {
    std::string sentence = Sentence(random);
    if (answer.empty()) sentence.erase(0, 1);  // a text does not begin with a space
    for (const std::string_view token : Tokenize(sentence)) {
      if (answer.size() < count) answer.emplace_back(token);
    }
  }
}

// Where the first of the stop strings begins in `text`.
std::size_t FindStop(std::string_view text, const std::vector<std::string>& stops) {
  std::size_t first = std::string_view::npos;
  for (const std::string& stop : stops) first = std::min(first, text.find(stop));
  return first;
}

void CutAtStop(const std::vector<std::string>& stops, Answer& answer) {
  const std::string text = answer.Text();
  const std::size_t end = FindStop(text, stops);
  if (end == std::string::npos) return;
  answer.tokens.clear();
  for (const std::string_view token : Tokenize(std::string_view(text).substr(0, end))) {
    answer.tokens.emplace_back(token);
  }
  answer.finish_reason = "stop";
}

}  // namespace

std::string Answer::Text() const {
  std::string text;
  for (const std::string& token : tokens) text += token;
  return text;
}

Answer MakeAnswer(const GenerationRequest& request, const std::optional<TableAnswer>& known, bool wrong) {
  const auto limit = static_cast<std::size_t>(request.max_tokens);
  Answer answer{.tokens = {}, .finish_reason = "length"};
  if (known) {
    for (const std::string_view token : Tokenize(wrong ? known->wrong_text : known->text)) {
      answer.tokens.emplace_back(token);
    }
  }
  if (known && !request.ignore_eos && answer.tokens.size() <= limit) {
    answer.finish_reason = "stop";
  } else {
    AppendSeededText(request, limit, answer.tokens);
    answer.tokens.resize(limit);
  }
  CutAtStop(request.stop, answer);
  return answer;
}

}  // namespace inferproof
