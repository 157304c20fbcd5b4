#include "harness/quality/normalize.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "harness/base/text.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The library sorts a run of combining marks in quadratic time; no writing has runs this long, an attack does.
constexpr std::size_t kMaxMarksInARun = 256;

// Where each piece ends, so that no piece holds a longer run of combining marks.
std::vector<std::size_t> PieceEnds(std::string_view text) {
  std::vector<std::size_t> ends;
  std::size_t run = 0;
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t scalar = 0;
    const utf8proc_ssize_t bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                                                    static_cast<utf8proc_ssize_t>(text.size() - at), &scalar);
    run = utf8proc_get_property(scalar)->combining_class != 0 ? run + 1 : 0;
    at += static_cast<std::size_t>(std::max<utf8proc_ssize_t>(bytes, 1));
    if (run == kMaxMarksInARun) {
      ends.push_back(at);
      run = 0;
    }
  }
  if (ends.empty() || ends.back() != text.size()) ends.push_back(text.size());
  return ends;
}

struct Free {
  void operator()(utf8proc_uint8_t* memory) const { std::free(memory); }
};

std::string MapPiece(std::string_view piece, int options) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t bytes =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(piece.data()), static_cast<utf8proc_ssize_t>(piece.size()),
                   &mapped, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, Free> owner(mapped);
  if (bytes < 0) return std::string(piece);
  return std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(bytes));
}

std::string Map(std::string_view text, int options) {
  std::string mapped;
  std::size_t start = 0;
  for (const std::size_t end : PieceEnds(text)) {
    mapped += MapPiece(text.substr(start, end - start), options);
    start = end;
  }
  return mapped;
}

std::string WithLineFeeds(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

std::string WithSingleSpaces(std::string_view text) {
  std::u32string out;
  for (const char32_t scalar : ToScalars(text)) {
    if (!IsSpace(scalar)) {
      out += scalar;
    } else if (out.empty() || out.back() != U' ') {
      out += U' ';
    }
  }
  return ToUtf8(out);
}

std::string_view WithoutWrapping(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kPairs = {{{"**", "**"},
                                                                                     {"__", "__"},
                                                                                     {"*", "*"},
                                                                                     {"_", "_"},
                                                                                     {"`", "`"},
                                                                                     {"\"", "\""},
                                                                                     {"'", "'"},
                                                                                     {"“", "”"},
                                                                                     {"‘", "’"},
                                                                                     {"「", "」"},
                                                                                     {"«", "»"}}};
  for (bool peeled = true; peeled;) {
    peeled = false;
    for (const auto& [open, close] : kPairs) {
      if (text.size() <= open.size() + close.size() || !text.starts_with(open) || !text.ends_with(close)) continue;
      text = text.substr(open.size(), text.size() - open.size() - close.size());
      peeled = true;
    }
  }
  return text;
}

std::string_view WithoutFinalPunctuation(std::string_view text) {
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view mark : {".", "!", "。", "．", "！", "।", "۔"}) {
      if (!text.ends_with(mark)) continue;
      text.remove_suffix(mark.size());
      cut = true;
    }
  }
  return text;
}

std::string ApplyStep(const std::string& step, const std::string& text) {
  if (step == "nfc") return ToNfc(text);
  if (step == "nfkc") return Map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  if (step == "newlines") return WithLineFeeds(text);
  if (step == "casefold") return ToCaseFolded(text);
  if (step == "spaces") return WithSingleSpaces(text);
  if (step == "wrapping") return std::string(WithoutWrapping(text));
  if (step == "final_punctuation") return std::string(WithoutFinalPunctuation(text));
  return std::string(TrimSpace(text));
}

}  // namespace

std::string ToNfc(std::string_view text) { return Map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

// Canonical caseless matching (Unicode 15, D145) folds decomposed text: the composed form of a folded text may differ.
std::string ToCaseFolded(std::string_view text) {
  return Map(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

std::string_view TrimSpace(std::string_view text) {
  for (std::optional<char32_t> first; (first = ScalarAt(text, 0)) && (IsSpace(*first) || *first == U'\uFEFF');) {
    text.remove_prefix(*first == U'\uFEFF' ? kByteOrderMark.size() : ToUtf8(std::u32string(1, *first)).size());
  }
  for (std::optional<char32_t> last;
       (last = ScalarBefore(text, text.size())) && (IsSpace(*last) || *last == U'\uFEFF');) {
    text.remove_suffix(ToUtf8(std::u32string(1, *last)).size());
  }
  return text;
}

Normalizer::Normalizer() : steps_({"nfc", "newlines", "trim"}) {}

const std::vector<std::string>& Normalizer::StepNames() {
  static const std::vector<std::string> names = {"nfc",      "nfkc",   "newlines", "trim",
                                                 "casefold", "spaces", "wrapping", "final_punctuation"};
  return names;
}

Normalizer Normalizer::Read(ObjectReader& parameters) {
  Normalizer normalizer;
  if (parameters.Has("normalize")) normalizer.steps_ = parameters.Strings("normalize");
  for (const std::string& step : normalizer.steps_) {
    if (std::find(StepNames().begin(), StepNames().end(), step) != StepNames().end()) continue;
    const std::optional<std::string> nearest = NearestWord(step, StepNames());
    parameters.Fail("normalize", "unknown step \"" + Truncate(step, 40) + "\"",
                    nearest ? "Did you mean \"" + *nearest + "\"?" : "Known steps: " + Join(StepNames(), ", "));
  }
  if (parameters.Choice("case", {"exact", "fold"}, "exact") == "fold") normalizer.steps_.emplace_back("casefold");
  return normalizer;
}

std::string Normalizer::Apply(std::string_view text) const {
  std::string normalized(text);
  for (const std::string& step : steps_) normalized = ApplyStep(step, normalized);
  return normalized;
}

}  // namespace inferproof
