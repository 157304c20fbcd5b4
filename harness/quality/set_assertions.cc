#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <utility>

#include "harness/quality/extract.h"
#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/option_list.h"
#include "harness/quality/regex.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct ClosedSet {
  Normalizer normalizer;
  ExtractRule extract;
  std::vector<std::string> written;
  std::map<std::string, std::string> accepted;  // normalised text -> the value it stands for
};

ClosedSet ReadClosedSet(ObjectReader& parameters) {
  ClosedSet set{Normalizer::Read(parameters),
                ExtractRule::Read(parameters, ExtractRule::Kind::kAuto),
                ReadValues(parameters),
                {}};
  for (const std::string& value : set.written) set.accepted[set.normalizer.Apply(value)] = value;
  parameters.Members("map", [&](const std::string& synonym, const Node& node) {
    const std::string value = node.json().is_string() ? node.json().get<std::string>() : "";
    if (std::find(set.written.begin(), set.written.end(), value) == set.written.end()) {
      parameters.Fail("map", "must lead to one of the values, got " + DescribeJson(node.json()));
    }
    set.accepted[set.normalizer.Apply(synonym)] = value;
  });
  for (const auto& [text, value] : set.accepted) {
    if (text.empty()) parameters.Fail("values", Shown(value, 40) + " is empty after normalisation");
  }
  return set;
}

bool IsWordAt(const std::string& text, std::size_t at, std::size_t length) {
  const auto joins = [&](std::size_t offset) {
    const std::optional<char32_t> before = ScalarBefore(text, offset);
    const std::optional<char32_t> after = ScalarAt(text, offset);
    return before && after && IsSpacedWordCharacter(*before) && IsSpacedWordCharacter(*after);
  };
  return !joins(at) && !joins(at + length);
}

// The first or last accepted text in a longer one, as a word; at one place the longest counts.
std::optional<std::string> OccurringIn(const std::string& text, const ClosedSet& set, bool first) {
  std::optional<std::size_t> best;
  std::pair<std::string, std::string> found;
  for (const auto& [accepted, value] : set.accepted) {
    std::size_t at = first ? text.find(accepted) : text.rfind(accepted);
    while (at != std::string::npos && !IsWordAt(text, at, accepted.size())) {
      if (!first && at == 0) at = std::string::npos;
      if (at != std::string::npos) at = first ? text.find(accepted, at + 1) : text.rfind(accepted, at - 1);
    }
    if (at == std::string::npos) continue;
    const bool nearer = !best || (first ? at < *best : at > *best);
    if (!nearer && !(at == *best && accepted.size() > found.first.size())) continue;
    best = at;
    found = {accepted, value};
  }
  if (!best) return std::nullopt;
  return found.second;
}

Observation JudgeClosedSet(const ClosedSet& set, const std::string& answer) {
  const std::string expected = "expected one of " + ShownList(set.written, "or") + ", ";
  const std::optional<Extracted> extracted = Extract(answer, set.extract);
  if (!extracted)
    return Failed(expected + "but there is no marker " + Shown(set.extract.marker, 40) + " in " + Shown(answer));
  const std::string text = set.normalizer.Apply(extracted->text);
  const std::string got = Shown(text) + " (" + extracted->rule + ")";
  if (const auto found = set.accepted.find(text); found != set.accepted.end()) return Passed("is " + got);
  const bool searches = set.extract.kind == ExtractRule::Kind::kFirst || set.extract.kind == ExtractRule::Kind::kLast;
  if (searches) {
    const auto value = OccurringIn(text, set, set.extract.kind == ExtractRule::Kind::kFirst);
    if (value) return Passed("names " + Shown(*value) + " (" + extracted->rule + ")");
  }
  return Failed(expected + "got " + got);
}

struct ChoiceWanted {
  std::vector<std::string> options;
  std::vector<std::string> wanted;  // sorted
  bool multi = false;
  ExtractRule extract;
};

ChoiceWanted ReadChoice(ObjectReader& parameters) {
  ChoiceWanted choice;
  choice.options = parameters.Strings("options");
  if (choice.options.empty()) choice.options = {"A", "B", "C", "D"};
  choice.wanted = ReadStringOrStrings(parameters, "equals");
  choice.multi = parameters.Bool("multi", false);
  choice.extract = ExtractRule::Read(parameters, ExtractRule::Kind::kAuto);
  if (choice.wanted.empty()) parameters.Fail("equals", "needs the option that is right");
  for (const std::string& option : choice.wanted) {
    if (std::find(choice.options.begin(), choice.options.end(), option) == choice.options.end()) {
      parameters.Fail("equals",
                      "must be one of the options " + ShownList(choice.options, "and") + ", got " + Shown(option, 40));
    }
  }
  for (const std::string& option : choice.options) {
    if (option.empty()) parameters.Fail("options", "an option must not be empty");
  }
  if (choice.wanted.size() > 1 && !choice.multi) {
    parameters.Fail("equals", "names several options", "Set \"multi\": true");
  }
  std::sort(choice.wanted.begin(), choice.wanted.end());
  return choice;
}

Observation JudgeChoice(const ChoiceWanted& choice, const std::string& answer) {
  const std::string expected = "expected " + ShownList(choice.wanted, "and") + ", ";
  const std::optional<Extracted> extracted = Extract(answer, choice.extract);
  if (!extracted)
    return Failed(expected + "but there is no marker " + Shown(choice.extract.marker, 40) + " in " + Shown(answer));
  const std::string source = Shown(extracted->text) + " (" + extracted->rule + ")";
  using Kind = ExtractRule::Kind;
  const bool anywhere = extracted->rule == "first" || extracted->rule == "last";
  std::vector<std::string> named =
      anywhere ? StandingOptions(extracted->text, choice.options) : LeadingOptions(extracted->text, choice.options);
  if (named.empty()) return Failed(expected + "got none of the options in " + source);
  if (anywhere && !choice.multi) named = {choice.extract.kind == Kind::kFirst ? named.front() : named.back()};
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  if (named == choice.wanted) return Passed("is " + ShownList(named, "and") + " (" + extracted->rule + ")");
  return Failed(expected + "got " + ShownList(named, "and") + " in " + source);
}

struct ListWanted {
  Normalizer normalizer;
  std::vector<std::string> values;
  ListStyle style;
  bool ordered = true;
  bool dedupe = false;
};

ListWanted ReadList(ObjectReader& parameters) {
  ListWanted list;
  list.normalizer = Normalizer::Read(parameters);
  for (const std::string& value : ReadValues(parameters)) list.values.push_back(list.normalizer.Apply(value));
  list.ordered = parameters.Bool("ordered", true);
  list.dedupe = parameters.Bool("dedupe", false);
  if (const std::optional<std::string> separator = parameters.OptionalString("sep")) {
    Result<std::shared_ptr<const re2::RE2>> compiled = CompileRegex(*separator);
    if (!compiled.ok()) {
      parameters.Fail("sep", compiled.error().what, compiled.error().hint);
    } else if (re2::RE2::FullMatch("", **compiled)) {
      parameters.Fail("sep", "must not match the empty text");
    } else {
      list.style.separator = *compiled;
    }
  }
  return list;
}

void KeepFirstOfEach(std::vector<std::string>& items) {
  std::vector<std::string> kept;
  std::map<std::string, bool> seen;
  for (std::string& item : items) {
    if (!std::exchange(seen[item], true)) kept.push_back(std::move(item));
  }
  items = std::move(kept);
}

std::string ListDifference(const std::vector<std::string>& got, const std::vector<std::string>& wanted) {
  if (got.size() != wanted.size()) {
    return "expected " + std::to_string(wanted.size()) + " items, got " + std::to_string(got.size());
  }
  const auto [g, w] = std::mismatch(got.begin(), got.end(), wanted.begin());
  return "item " + std::to_string(g - got.begin() + 1) + ": expected " + Shown(*w, 60) + ", got " + Shown(*g, 60);
}

Observation JudgeList(const ListWanted& list, const std::string& answer) {
  std::vector<std::string> got;
  for (const std::string& item : SplitList(ToNfc(answer), list.style)) got.push_back(list.normalizer.Apply(item));
  std::vector<std::string> wanted = list.values;
  if (list.dedupe) KeepFirstOfEach(got);
  if (list.dedupe) KeepFirstOfEach(wanted);
  if (!list.ordered) std::sort(got.begin(), got.end());
  if (!list.ordered) std::sort(wanted.begin(), wanted.end());
  if (got == wanted) return Passed("lists the " + std::to_string(got.size()) + " items");
  return Failed(ListDifference(got, wanted) + "; the answer is " + Shown(answer));
}

}  // namespace

Check MakeOneOf(ObjectReader& parameters) {
  return OnAnswer([set = ReadClosedSet(parameters)](const std::string& answer) { return JudgeClosedSet(set, answer); });
}

Check MakeChoice(ObjectReader& parameters) {
  return OnAnswer([choice = ReadChoice(parameters)](const std::string& answer) { return JudgeChoice(choice, answer); });
}

Check MakeListEquals(ObjectReader& parameters) {
  return OnAnswer([list = ReadList(parameters)](const std::string& answer) { return JudgeList(list, answer); });
}

}  // namespace inferproof
