#include "harness/compare/merge.h"

#include <algorithm>
#include <map>
#include <utility>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"

namespace inferproof {
namespace {

constexpr char kBase[] = "base";

void DropBaseSide(ResultFile& result) {
  std::erase_if(result.runs, [](const RunResult& run) { return run.side == kBase; });
  result.base_name.reset();
  result.base_evidence.reset();
  result.stopped_because.reset();
}

void AddRuns(const ResultFile& more, ResultFile& pooled) {
  std::map<std::string, int> next;
  for (const RunResult& run : pooled.runs) next[run.scenario] = std::max(next[run.scenario], run.run + 1);
  for (RunResult run : more.runs) {
    run.run += next[run.scenario];
    pooled.runs.push_back(std::move(run));
  }
}

void AddCases(const ResultFile& more, ResultFile& pooled) {
  for (const CaseResult& entry : more.quality) {
    const auto same = std::find_if(pooled.quality.begin(), pooled.quality.end(), [&](const CaseResult& known) {
      return known.id == entry.id && known.mode == entry.mode;
    });
    if (same == pooled.quality.end()) {
      pooled.quality.push_back(entry);
    } else {
      same->asks.insert(same->asks.end(), entry.asks.begin(), entry.asks.end());
    }
  }
  pooled.quality_not_run.insert(pooled.quality_not_run.end(), more.quality_not_run.begin(), more.quality_not_run.end());
}

bool Older(const ResultFile& a, const ResultFile& b) {
  return std::pair(a.measured_at, a.session_id) < std::pair(b.measured_at, b.session_id);
}

}  // namespace

Result<ResultFile> PoolSessions(std::vector<ResultFile> results) {
  if (results.empty()) return MakeError(ErrorCode::kUsage, "", "no result was given");
  RETURN_IF_ERROR(CheckSameKind(results));
  std::stable_sort(results.begin(), results.end(), Older);
  for (ResultFile& result : results) DropBaseSide(result);
  std::vector<std::string> sessions;
  for (const ResultFile& result : results) sessions.push_back(result.session_id);
  ResultFile pooled = results.front();
  for (std::size_t i = 1; i < results.size(); ++i) {
    AddRuns(results[i], pooled);
    AddCases(results[i], pooled);
    pooled.interrupted = pooled.interrupted || results[i].interrupted;
    pooled.quality_asked = pooled.quality_asked || results[i].quality_asked;
  }
  pooled.session_id = Join(sessions, "+");
  return pooled;
}

ResultFile BesideEachOther(const ResultFile& base, ResultFile candidate) {
  DropBaseSide(candidate);
  for (const RunResult& run : base.runs) {
    if (run.side == kBase) continue;
    candidate.runs.push_back(run);
    candidate.runs.back().side = kBase;
  }
  candidate.interrupted = candidate.interrupted || base.interrupted;
  candidate.base_name = "session " + base.session_id;
  candidate.base_evidence = base.evidence;
  return candidate;
}

}  // namespace inferproof
