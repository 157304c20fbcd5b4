#include "harness/gate/words.h"

#include <algorithm>
#include <cmath>

#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

// "5" rather than "5.0", "0.5" as it is.
std::string Plain(double value, int decimals) {
  std::string text = FormatFixed(value, decimals);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string Signed(const std::string& number) { return number.starts_with('-') ? number : "+" + number; }

int DecimalsFor(double value) { return std::abs(value) < 1 ? 3 : std::abs(value) < 100 ? 2 : 1; }

std::string WithUnit(const std::string& number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

}  // namespace

std::string ChangeInWords(const MetricVerdict& verdict, double change) {
  if (verdict.relative) return FormatPercent(change);
  if (verdict.unit == "ratio") return Signed(FormatFixed(change * 100, 1)) + " points";
  return WithUnit(Signed(FormatFixed(change, DecimalsFor(change))), verdict.unit);
}

std::string BandInWords(const MetricVerdict& verdict, double band) {
  if (verdict.relative) return Plain(band * 100, 1) + " %";
  if (verdict.unit == "ratio") return Plain(band * 100, 1) + " points";
  return WithUnit(Plain(band, DecimalsFor(band)), verdict.unit);
}

std::string LevelInWords(double level) { return Plain(level * 100, 1) + " %"; }

std::string Counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string RunsInWords(Against against, int candidate_runs, const Sample& base) {
  const std::string runs = Counted(candidate_runs, "run");
  if (against == Against::kBaseSide) return runs + " against " + std::to_string(base.runs()) + " of the base";
  std::size_t fewest = base.empty() ? 0 : base.sessions.front().size();
  std::size_t most = fewest;
  for (const std::vector<double>& session : base.sessions) {
    fewest = std::min(fewest, session.size());
    most = std::max(most, session.size());
  }
  const std::string size =
      fewest == most ? std::to_string(most) : std::to_string(fewest) + " to " + std::to_string(most);
  return runs + " against " + Counted(static_cast<std::int64_t>(base.sessions.size()), "session") + " of " + size;
}

std::string EvidenceInWords(const MetricVerdict& verdict) {
  if (!verdict.change) return "no interval";
  const Estimate& change = *verdict.change;
  return ChangeInWords(verdict, change.value) + " (interval " + ChangeInWords(verdict, change.lo) + " to " +
         ChangeInWords(verdict, change.hi) + ", level " + LevelInWords(change.level) + ", band " +
         BandInWords(verdict, verdict.limit) + ")";
}

std::string NameInWords(const MetricVerdict& verdict) {
  const std::string name = verdict.scenario + " " + verdict.metric;
  if (verdict.word == VerdictWord::kMissing) return name + " missing";
  if (!verdict.change) return name;
  return name + " " + ChangeInWords(verdict, verdict.change->value) + " (band " + BandInWords(verdict, verdict.limit) +
         ")";
}

std::string KindsInWords(const std::map<std::string, std::int64_t>& by_kind) {
  std::vector<std::pair<std::string, std::int64_t>> kinds(by_kind.begin(), by_kind.end());
  std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> parts;
  for (const auto& [kind, count] : kinds) parts.push_back(std::to_string(count) + " " + kind);
  return Join(parts, ", ");
}

}  // namespace inferproof
