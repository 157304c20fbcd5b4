#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"

namespace inferproof {
namespace {

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool PassesStably(const std::map<std::string, BaselineCase>& cases, const std::string& id) {
  const auto found = cases.find(id);
  return found != cases.end() && found->second.case_class == CaseClass::kStablePass;
}

// Asks of an older session and of a newer one taken together, as if they had been accepted at once.
BaselineCase Together(const BaselineCase& before, const BaselineCase& now) {
  if (before.digest != now.digest) return now;
  BaselineCase both = now;
  both.asks += before.asks;
  both.passes += before.passes;
  both.case_class = ClassifyCounts(both.asks, both.passes);
  return both;
}

}  // namespace

Result<std::map<std::string, BaselineCase>> PoolCases(const std::vector<ResultFile>& results) {
  std::map<std::string, CaseResult> pooled;
  for (const ResultFile& result : results) {
    for (const CaseResult& entry : result.quality) {
      if (entry.asks.empty()) continue;
      const auto [place, fresh] = pooled.try_emplace(entry.id, entry);
      if (fresh) continue;
      if (place->second.digest != entry.digest) {
        return MakeError(ErrorCode::kIncomparable, "session " + result.session_id,
                         "the case " + entry.id + " is another text than in the results before it");
      }
      place->second.asks.insert(place->second.asks.end(), entry.asks.begin(), entry.asks.end());
    }
  }
  std::map<std::string, BaselineCase> cases;
  for (const auto& [id, entry] : pooled) {
    cases[id] = {entry.digest, Classify(entry), static_cast<int>(entry.asks.size()), entry.CountOf(Grade::kPass)};
  }
  return cases;
}

Status CheckAcceptedNames(const std::optional<Baseline>& old, const std::map<std::string, BaselineCase>& found,
                          const std::vector<std::string>& accepted) {
  std::vector<std::string> known;
  for (const auto& [id, entry] : found) known.push_back(id);
  if (old) {
    for (const auto& [id, entry] : old->cases) known.push_back(id);
  }
  for (const std::string& id : accepted) {
    if (Contains(known, id)) continue;
    const std::optional<std::string> nearest = NearestWord(id, known);
    return MakeError(ErrorCode::kUsage, "--accept-case " + id, "neither the baseline nor the results have this case",
                     nearest ? "Did you mean " + *nearest + "?" : "");
  }
  return {};
}

Result<std::map<std::string, BaselineCase>> AcceptCases(const std::optional<Baseline>& old,
                                                        std::map<std::string, BaselineCase> found, bool append,
                                                        const std::vector<std::string>& accepted) {
  if (!old) return found;
  std::vector<std::string> lost;
  for (const auto& [id, before] : old->cases) {
    if (before.case_class != CaseClass::kStablePass || PassesStably(found, id) || Contains(accepted, id)) continue;
    const auto now = found.find(id);
    lost.push_back(id + (now == found.end() ? " (not asked)"
                                            : " (" + std::to_string(now->second.passes) + " of " +
                                                  std::to_string(now->second.asks) + " passed)"));
  }
  if (!lost.empty()) {
    return MakeError(ErrorCode::kInvalid, old->path, "cases that passed before do not pass now: " + Join(lost, ", "),
                     "Name each one that may fail from now on with --accept-case ID");
  }
  if (!append) return found;
  for (auto& [id, now] : found) {
    const auto before = old->cases.find(id);
    // A case accepted by name starts again with what was found now.
    if (before != old->cases.end() && !Contains(accepted, id)) now = Together(before->second, now);
  }
  return found;
}

}  // namespace inferproof
