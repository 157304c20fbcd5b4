#include <algorithm>
#include <utility>

#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/scripts.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

// Values as they are compared, beside what the case file wrote.
struct Values {
  Normalizer normalizer;
  std::vector<std::string> written;
  std::vector<std::string> normalized;
};

Values ReadNormalizedValues(ObjectReader& parameters) {
  Values values{Normalizer::Read(parameters), ReadValues(parameters), {}};
  for (const std::string& value : values.written) {
    values.normalized.push_back(values.normalizer.Apply(value));
    // An empty text is in every answer.
    if (values.normalized.back().empty() && !value.empty()) {
      parameters.Fail(parameters.Has("value") ? "value" : "values", Shown(value, 40) + " is empty after normalisation");
    }
  }
  return values;
}

// Two characters that touch inside one word.
bool JoinsAWord(std::optional<char32_t> before, std::optional<char32_t> after) {
  return before && after && IsSpacedWordCharacter(*before) && IsSpacedWordCharacter(*after);
}

struct Finder {
  Values values;
  bool word_boundary = false;

  explicit Finder(ObjectReader& parameters)
      : values(ReadNormalizedValues(parameters)), word_boundary(parameters.Bool("word_boundary", false)) {}

  // Byte offset of `value` in the normalised `text`.
  std::optional<std::size_t> Find(const std::string& text, const std::string& value) const {
    for (std::size_t at = text.find(value); at != std::string::npos; at = text.find(value, at + 1)) {
      const std::size_t end = at + value.size();
      if (!word_boundary || (!JoinsAWord(ScalarBefore(text, at), ScalarAt(text, at)) &&
                             !JoinsAWord(ScalarBefore(text, end), ScalarAt(text, end)))) {
        return at;
      }
    }
    return std::nullopt;
  }

  // The written values that the answer holds, and those that it lacks.
  void Sort(const std::string& text, std::vector<std::string>& held, std::vector<std::string>& lacked) const {
    for (std::size_t i = 0; i < values.written.size(); ++i) {
      (Find(text, values.normalized[i]) ? held : lacked).push_back(values.written[i]);
    }
  }
};

// The surroundings of a hit.
std::string ShownAround(const std::string& text, std::size_t at) {
  constexpr std::size_t kBytesBefore = 20;
  std::size_t start = at > kBytesBefore ? at - kBytesBefore : 0;
  while (start < at && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) ++start;
  return Shown(std::string_view(text).substr(start), 60);
}

Observation FindAll(const Finder& finder, const std::string& answer) {
  const std::string text = finder.values.normalizer.Apply(answer);
  std::vector<std::string> held, lacked;
  finder.Sort(text, held, lacked);
  if (lacked.empty()) return Passed("contains " + ShownList(held, "and"));
  return Failed("expected " + ShownList(lacked, "and") + " in the answer, got " + Shown(text));
}

std::string OnlyInCase(const std::string& text, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (ToCaseFolded(text) == ToCaseFolded(value)) return " (differs only in case)";
  }
  return "";
}

// Length of the edit distance in scalars, or max + 1 when it is greater: only the diagonals up to `max` are visited.
std::size_t BoundedEditDistance(std::u32string_view a, std::u32string_view b, std::size_t max) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > max) return max + 1;
  std::vector<std::size_t> row(b.size() + 1, max + 1);
  for (std::size_t j = 0; j <= std::min(b.size(), max); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t first = i > max ? i - max : 1;
    const std::size_t last = std::min(b.size(), i + max);
    std::size_t diagonal = row[first - 1];
    row[first - 1] = first == 1 && i <= max ? i : max + 1;
    for (std::size_t j = first; j <= last; ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, diagonal + 1, row[j - 1] + 1, max + 1});
    }
  }
  return row[b.size()];
}

std::string FirstDifference(std::u32string_view got, std::u32string_view wanted) {
  const auto [g, w] = std::mismatch(got.begin(), got.end(), wanted.begin(), wanted.end());
  const auto at = static_cast<std::size_t>(g - got.begin());
  const auto shown = [&](std::u32string_view text) {
    return Shown(ToUtf8(text.substr(std::min(at, text.size()), 40)), 40);
  };
  return "at character " + std::to_string(at + 1) + ": expected " + shown(wanted) + ", got " + shown(got);
}

}  // namespace

Check MakeEquals(ObjectReader& parameters) {
  return OnAnswer([values = ReadNormalizedValues(parameters)](const std::string& answer) {
    const std::string text = values.normalizer.Apply(answer);
    const auto& wanted = values.normalized;
    if (std::find(wanted.begin(), wanted.end(), text) != wanted.end()) return Passed("is " + Shown(text));
    return Failed("expected " + ShownList(values.written, "or") + ", got " + Shown(text) + OnlyInCase(text, wanted));
  });
}

Check MakeContains(ObjectReader& parameters) {
  Finder finder(parameters);
  if (finder.values.written.size() > 1) {
    parameters.Fail("values", "contains takes one value", "Use contains_all or contains_any");
  }
  return OnAnswer([finder = std::move(finder)](const std::string& answer) { return FindAll(finder, answer); });
}

Check MakeContainsAll(ObjectReader& parameters) {
  return OnAnswer([finder = Finder(parameters)](const std::string& answer) { return FindAll(finder, answer); });
}

Check MakeContainsAny(ObjectReader& parameters) {
  return OnAnswer([finder = Finder(parameters)](const std::string& answer) {
    const std::string text = finder.values.normalizer.Apply(answer);
    std::vector<std::string> held, lacked;
    finder.Sort(text, held, lacked);
    if (!held.empty()) return Passed("contains " + ShownList(held, "and"));
    return Failed("expected " + ShownList(lacked, "or") + " in the answer, got " + Shown(text));
  });
}

Check MakeNotContains(ObjectReader& parameters) {
  return OnAnswer([finder = Finder(parameters)](const std::string& answer) {
    const std::string text = finder.values.normalizer.Apply(answer);
    if (TrimSpace(text).empty()) return Failed("the answer is empty, which proves no absence");
    for (std::size_t i = 0; i < finder.values.written.size(); ++i) {
      const std::optional<std::size_t> at = finder.Find(text, finder.values.normalized[i]);
      if (at) return Failed("expected no " + Shown(finder.values.written[i], 60) + ", got " + ShownAround(text, *at));
    }
    return Passed("holds no " + ShownList(finder.values.written, "or"));
  });
}

Check MakeStartsWith(ObjectReader& parameters) {
  return OnAnswer([values = ReadNormalizedValues(parameters)](const std::string& answer) {
    const std::string text = values.normalizer.Apply(answer);
    for (const std::string& value : values.normalized) {
      if (text.starts_with(value)) return Passed("starts with " + Shown(value));
    }
    return Failed("expected a start with " + ShownList(values.written, "or") + ", got " + Shown(text));
  });
}

Check MakeEndsWith(ObjectReader& parameters) {
  return OnAnswer([values = ReadNormalizedValues(parameters)](const std::string& answer) {
    const std::string text = values.normalizer.Apply(answer);
    for (const std::string& value : values.normalized) {
      if (text.ends_with(value)) return Passed("ends with " + Shown(value));
    }
    const std::u32string scalars = ToScalars(text);
    const std::size_t tail = std::min<std::size_t>(scalars.size(), 60);
    return Failed("expected an end with " + ShownList(values.written, "or") + ", got " +
                  (tail < scalars.size() ? "..." : "") + Shown(ToUtf8(scalars.substr(scalars.size() - tail))));
  });
}

Check MakeCopyExact(ObjectReader& parameters) {
  const Normalizer normalizer = Normalizer::Read(parameters);
  const std::u32string wanted = ToScalars(normalizer.Apply(parameters.String("value")));
  const auto max = static_cast<std::size_t>(parameters.Integer("max", {.min = 0, .max = 1000}, 0));
  return OnAnswer([=](const std::string& answer) {
    const std::u32string got = ToScalars(normalizer.Apply(answer));
    const std::size_t edits = BoundedEditDistance(got, wanted, max);
    if (edits <= max) return Passed("a copy with " + std::to_string(edits) + " edits");
    return Failed("expected a copy with at most " + std::to_string(max) + " edits; the first is " +
                  FirstDifference(got, wanted));
  });
}

}  // namespace inferproof
