#include "harness/doctor/specimen.h"

#include <algorithm>
#include <utility>

namespace inferproof {
namespace {

constexpr int kAsks = 3;

Ask Answered(Grade grade) {
  Ask ask;
  ask.grade = grade;
  return ask;
}

// What a case of this class answers when nothing has changed.
CaseResult AsItsClassSays(const std::string& id, const BaselineCase& known) {
  CaseResult entry;
  entry.id = id;
  entry.digest = known.digest;
  entry.mode = "sequential";
  for (int ask = 0; ask < kAsks; ++ask) {
    const bool passes =
        known.case_class == CaseClass::kStablePass || (known.case_class == CaseClass::kUnstable && ask % 2 == 0);
    entry.asks.push_back(Answered(passes ? Grade::kPass : Grade::kFail));
  }
  return entry;
}

// The finish reasons of one run of `requests`, in the proportions of all recorded runs; what is left over by rounding
// goes to the most frequent one.
std::map<std::string, std::int64_t> FinishReasonsOf(const RecordedScenario& scenario) {
  std::int64_t total = 0;
  for (const auto& [reason, count] : scenario.finish_reasons) total += count;
  std::map<std::string, std::int64_t> reasons;
  if (total <= 0) return {{"stop", scenario.summary.requests}};
  std::int64_t given = 0;
  std::pair<std::string, std::int64_t> most;
  for (const auto& [reason, count] : scenario.finish_reasons) {
    const std::int64_t share = count * scenario.summary.requests / total;
    if (share > 0) reasons[reason] = share;
    given += share;
    if (count > most.second) most = {reason, count};
  }
  reasons[most.first] += scenario.summary.requests - given;
  return reasons;
}

RunResult SoundRun(const RecordedScenario& scenario, int number, const std::string& side, const DrawnRun& values) {
  RunResult run;
  run.scenario = scenario.summary.name;
  run.run = number;
  run.side = side;
  run.metrics.values = values;
  run.metrics.values["success_rate"] = {.value = 1, .n = scenario.summary.requests};
  run.conservation.planned = scenario.summary.requests;
  run.conservation.by_outcome["completed"] = scenario.summary.requests;
  run.finish_reasons = FinishReasonsOf(scenario);
  return run;
}

}  // namespace

SpecimenMaker::SpecimenMaker(const Recorded& recorded, const NoiseModel& model, GateShape shape)
    : recorded_(recorded), model_(model), shape_(shape) {
  for (const auto& [id, known] : recorded.cases) answers_.push_back(AsItsClassSays(id, known));
}

void SpecimenMaker::AddRuns(const DrawnSession& session, int from, int count, const std::string& side,
                            ResultFile& result) const {
  for (std::size_t i = 0; i < recorded_.scenarios.size(); ++i) {
    for (int run = 0; run < count; ++run) {
      const DrawnRun& values = session[i][static_cast<std::size_t>(from + run)];
      result.runs.push_back(SoundRun(recorded_.scenarios[i], run, side, values));
    }
  }
}

Baseline SpecimenMaker::MakeBaseline(Random& random) const {
  Baseline baseline;
  baseline.path = recorded_.source;
  baseline.target = recorded_.header.target_name;
  baseline.environment = recorded_.header.environment;
  baseline.suite = recorded_.header.suite_name;
  baseline.suite_version = recorded_.header.suite_version;
  baseline.suite_digest = recorded_.header.suite_digest;
  baseline.metric_definitions = recorded_.header.metric_definitions;
  baseline.grader_version = recorded_.header.grader_version;
  baseline.fingerprint = MakeFingerprint(recorded_.header.evidence);
  baseline.cases = recorded_.cases;
  for (const RecordedScenario& scenario : recorded_.scenarios) {
    baseline.scenarios[scenario.summary.name] = {scenario.summary.plan_digest, scenario.summary.fixed_length,
                                                 scenario.finish_reasons};
  }
  for (std::size_t number = 0; number < recorded_.sessions; ++number) {
    BaselineSession& session = baseline.sessions.emplace_back();
    session.session_id = "session-" + std::to_string(number + 1);
    const DrawnSession drawn = model_.Draw(random, shape_.stored_runs);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      auto& metrics = session.values[recorded_.scenarios[i].summary.name];
      for (const DrawnRun& run : drawn[i]) {
        for (const auto& [metric, value] : run) metrics[metric].push_back(value.value);
      }
    }
  }
  return baseline;
}

Specimen SpecimenMaker::Make(Random& random) const {
  Specimen specimen;
  specimen.baseline = MakeBaseline(random);
  specimen.candidate = recorded_.header;
  specimen.candidate.session_id = "planted";
  specimen.candidate.scenarios.clear();
  for (const RecordedScenario& scenario : recorded_.scenarios) specimen.candidate.scenarios.push_back(scenario.summary);
  specimen.candidate.runs_a_side = shape_.runs;
  specimen.candidate.quality = answers_;
  const DrawnSession session = model_.Draw(random, shape_.with_base ? 2 * shape_.runs : shape_.runs);
  AddRuns(session, 0, shape_.runs, "candidate", specimen.candidate);
  if (!shape_.with_base) return specimen;
  AddRuns(session, shape_.runs, shape_.runs, "base", specimen.candidate);
  specimen.candidate.base_name = "base";
  specimen.candidate.base_evidence = specimen.candidate.evidence;
  return specimen;
}

}  // namespace inferproof
