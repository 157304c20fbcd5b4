#include "harness/doctor/judged.h"

#include <algorithm>
#include <map>

namespace inferproof {
namespace {

ResultFile FirstRuns(const ResultFile& result, const std::map<std::string, int>& runs) {
  ResultFile first = result;
  std::erase_if(first.runs, [&](const RunResult& run) {
    const auto count = runs.find(run.scenario);
    return count != runs.end() && run.run >= count->second;
  });
  return first;
}

Judged JudgeLookByLook(const Referee& referee, const Suite& suite, const Specimen& specimen, const LookPlan& looks) {
  std::map<std::string, int> runs;
  for (const ScenarioSummary& scenario : specimen.candidate.scenarios) runs[scenario.name] = looks.looks.front().runs;
  Judged judged;
  for (const Look& look : looks.looks) {
    for (const auto& [scenario, count] : runs) judged.runs = std::max(judged.runs, count);
    judged.verdict = referee.judge(suite, FirstRuns(specimen.candidate, runs), specimen.baseline,
                                   GateOptions{.vary = {}, .looks = looks});
    if (look.runs == looks.looks.back().runs) break;
    const LookDecision decision = referee.after_look(judged.verdict);
    if (decision.again.empty()) break;
    const int more = std::find_if(looks.looks.begin(), looks.looks.end(), [&](const Look& next) {
                       return next.runs > look.runs;
                     })->runs;
    for (const std::string& scenario : decision.again) runs[scenario] = more;
  }
  return judged;
}

}  // namespace

Judged JudgeSpecimen(const Referee& referee, const Suite& suite, const Specimen& specimen, const GateShape& shape,
                     const LookPlan& looks) {
  if (shape.with_base) return JudgeLookByLook(referee, suite, specimen, looks);
  return {referee.judge(suite, specimen.candidate, specimen.baseline, GateOptions{}), shape.runs};
}

bool IsRed(VerdictWord word) { return word == VerdictWord::kRegressed || word == VerdictWord::kMissing; }

const MetricVerdict* VerdictOn(const Verdict& verdict, const std::string& scenario, const std::string& metric) {
  for (const ScenarioVerdict& judged : verdict.scenarios) {
    if (judged.name != scenario) continue;
    for (const MetricVerdict& entry : judged.metrics) {
      if (entry.metric == metric) return &entry;
    }
  }
  return nullptr;
}

}  // namespace inferproof
