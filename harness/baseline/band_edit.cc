#include "harness/baseline/band_edit.h"

#include <optional>
#include <utility>

#include "harness/base/number.h"
#include "harness/json/canonical.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

constexpr char kRules[] = "/gates/rules";

std::size_t OffsetOf(std::string_view text, Position position) {
  std::size_t offset = 0;
  for (int line = 1; line < position.line; ++line) offset = text.find('\n', offset) + 1;
  return offset + static_cast<std::size_t>(position.column - 1);
}

std::string Quoted(const std::string& text) { return Json(text).dump(); }

std::string BandText(const BandChange& change) {
  return "{\"relative\": " + FormatShortest(change.relative) + ", \"absolute\": " + FormatShortest(change.absolute) +
         "}";
}

// The rules of a suite when it has one at least.
const Json* RulesIn(const Json& suite) {
  const auto gates = suite.find("gates");
  if (gates == suite.end() || !gates->is_object()) return nullptr;
  const auto rules = gates->find("rules");
  return rules == gates->end() || !rules->is_array() || rules->empty() ? nullptr : &*rules;
}

// The last rule for exactly this scenario and metric: it is the one that counts.
std::optional<std::size_t> RuleOf(const Json& rules, const BandChange& change) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Json& rule = rules[i];
    if (rule.is_object() && rule.value("scenario", Json()) == change.scenario &&
        rule.value("metric", Json()) == change.metric)
      found = i;
  }
  return found;
}

std::string InsertRule(std::string text, const Document& document, const BandChange& change) {
  const Position first = document.At(std::string(kRules) + "/0");
  const std::string rule = "{\"scenario\": " + Quoted(change.scenario) + ", \"metric\": " + Quoted(change.metric) +
                           ", \"band\": " + BandText(change) + "},\n" +
                           std::string(static_cast<std::size_t>(first.column - 1), ' ');
  return text.insert(OffsetOf(text, first), rule);
}

std::string ChangeRule(std::string text, const Document& document, std::size_t index, const BandChange& change) {
  const std::string pointer = std::string(kRules) + "/" + std::to_string(index);
  const Json& rule = document.root()["gates"]["rules"][index];
  if (!rule.contains("band"))
    return text.insert(OffsetOf(text, document.At(pointer)) + 1, "\"band\": " + BandText(change) + ", ");
  const Json& band = rule["band"];
  if (!band.contains("relative")) {
    const std::string member = "\"relative\": " + FormatShortest(change.relative) + (band.empty() ? "" : ", ");
    return text.insert(OffsetOf(text, document.At(pointer + "/band")) + 1, member);
  }
  const std::size_t start = OffsetOf(text, document.At(pointer + "/band/relative"));
  const std::size_t end = text.find_first_not_of("0123456789+-.eE", start);
  return text.replace(start, end - start, FormatShortest(change.relative));
}

Result<std::string> WithBand(std::string text, const std::string& path, const BandChange& change) {
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  const Json* rules = RulesIn(document.root());
  if (rules == nullptr) {
    return MakeError(ErrorCode::kConfig, path, "has no gates.rules to change",
                     "Add: {\"scenario\": " + Quoted(change.scenario) + ", \"metric\": " + Quoted(change.metric) +
                         ", \"band\": " + BandText(change) + "}");
  }
  const std::optional<std::size_t> index = RuleOf(*rules, change);
  return index ? ChangeRule(std::move(text), document, *index, change) : InsertRule(std::move(text), document, change);
}

}  // namespace

Result<std::string> WithBands(std::string_view suite, const std::string& path, const std::vector<BandChange>& changes) {
  std::string text(suite);
  for (const BandChange& change : changes) {
    ASSIGN_OR_RETURN(text, WithBand(std::move(text), path, change));
  }
  return text;
}

}  // namespace inferproof
