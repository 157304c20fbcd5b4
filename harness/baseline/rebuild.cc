#include <algorithm>
#include <utility>

#include "harness/baseline/acceptance.h"
#include "harness/baseline/check.h"
#include "harness/baseline/json_difference.h"

namespace inferproof {
namespace {

const BaselineSession* FindSession(const Baseline& baseline, const std::string& id) {
  for (const BaselineSession& session : baseline.sessions) {
    if (session.session_id == id) return &session;
  }
  return nullptr;
}

void SortByAge(std::vector<ResultFile>& results) {
  std::stable_sort(results.begin(), results.end(), [](const ResultFile& a, const ResultFile& b) {
    return std::pair(a.measured_at, a.session_id) < std::pair(b.measured_at, b.session_id);
  });
}

Result<Baseline> Rebuild(const Baseline& committed, const std::vector<ResultFile>& results) {
  // The anchors are older than the results, so that the file alone knows them.
  Baseline before = FreshBaseline(results.front());
  before.anchors = committed.anchors;
  before.past_anchors = committed.past_anchors;
  UpdateRequest request;
  request.results = results;
  request.reason = committed.acceptance.reason;
  request.by = committed.acceptance.by;
  request.at = committed.acceptance.at;
  request.commit = committed.acceptance.commit;
  request.command = committed.acceptance.command;
  ASSIGN_OR_RETURN(UpdateOutcome outcome, UpdateBaseline(before, request));
  return std::move(outcome.baseline);
}

// A case starts again when its text changes or its failure is accepted by name, so the file may rightly hold what the
// newest sessions alone say. `results` are sorted by age.
std::map<std::string, BaselineCase> ExpectedCases(const Baseline& committed, const std::vector<ResultFile>& results) {
  std::map<std::string, BaselineCase> expected;
  for (std::size_t newest = 1; newest <= results.size(); ++newest) {
    const auto pooled = PoolCases({results.end() - static_cast<std::ptrdiff_t>(newest), results.end()});
    if (!pooled.ok()) break;
    for (const auto& [id, entry] : *pooled) {
      const auto known = committed.cases.find(id);
      // What was asked in older sessions only is dropped when newer ones are appended.
      if (known == committed.cases.end() && newest > 1) continue;
      const auto place = expected.find(id);
      const bool settled = place != expected.end() && known != committed.cases.end() && place->second == known->second;
      if (!settled) expected[id] = entry;
    }
  }
  return expected;
}

// Sessions without their results are believed, and so is what only all results together tell.
void BelieveTheRest(const Baseline& committed, Baseline& rebuilt) {
  for (const BaselineSession& session : committed.sessions) {
    if (FindSession(rebuilt, session.session_id) == nullptr) rebuilt.sessions.push_back(session);
  }
  std::stable_sort(rebuilt.sessions.begin(), rebuilt.sessions.end(), OlderSession);
  for (auto& [name, scenario] : rebuilt.scenarios) {
    const auto known = committed.scenarios.find(name);
    if (known != committed.scenarios.end()) scenario.finish_reasons = known->second.finish_reasons;
  }
  rebuilt.cases = committed.cases;
}

bool AnchorsAreOlder(const Baseline& committed) {
  for (const auto& [scenario, metrics] : committed.anchors) {
    for (const auto& [metric, anchor] : metrics) {
      if (AcceptedMean(committed, scenario, metric) != anchor) return true;
    }
  }
  return false;
}

}  // namespace

Result<Rebuilt> RebuildAndCompare(const Baseline& committed, std::vector<ResultFile> results) {
  Rebuilt outcome;
  std::vector<std::string> unknown;
  for (const ResultFile& result : results) {
    if (FindSession(committed, result.session_id) != nullptr) continue;
    outcome.differences.push_back({"sessions", "no session " + result.session_id, "a session " + result.session_id});
    unknown.push_back(result.session_id);
  }
  std::erase_if(results, [&](const ResultFile& result) {
    return std::find(unknown.begin(), unknown.end(), result.session_id) != unknown.end();
  });
  if (results.empty()) return outcome;
  SortByAge(results);
  ASSIGN_OR_RETURN(Baseline rebuilt, Rebuild(committed, results));
  if (results.size() < committed.sessions.size()) {
    BelieveTheRest(committed, rebuilt);
    outcome.notes.push_back(std::to_string(committed.sessions.size() - results.size()) +
                            " session(s) without a result here: their values, the finish reasons and the cases are "
                            "taken as they stand");
  } else {
    rebuilt.cases = ExpectedCases(committed, results);
  }
  if (AnchorsAreOlder(committed)) outcome.notes.push_back("anchors are older than these sessions: taken as they stand");
  ASSIGN_OR_RETURN(const std::string before, WriteBaseline(committed));
  ASSIGN_OR_RETURN(const std::string after, WriteBaseline(rebuilt));
  const std::vector<FileDifference> found =
      JsonDifferences(Json::parse(before, nullptr, false), Json::parse(after, nullptr, false));
  outcome.differences.insert(outcome.differences.end(), found.begin(), found.end());
  return outcome;
}

}  // namespace inferproof
