#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/baseline/baseline.h"
#include "harness/result/result_file.h"
#include "harness/suite/suite.h"
#include "harness/suite/target.h"

namespace inferproof {

// One run as it was recorded: the metrics that can decide, and the session it belongs to.
struct RecordedRun {
  std::size_t session = 0;
  std::map<std::string, MetricValue> values;
};

struct RecordedScenario {
  ScenarioSummary summary;
  std::vector<RecordedRun> runs;
  std::map<std::string, std::int64_t> finish_reasons;  // over all runs
};

// Real runs to plant into: those of a stored baseline or of a result.
struct Recorded {
  std::string source;  // its path
  ResultFile header;   // identity, evidence and policy; no run and no answer
  std::size_t sessions = 1;
  std::vector<RecordedScenario> scenarios;
  std::map<std::string, BaselineCase> cases;

  // Runs of a session: the fewest that a scenario has in one.
  int RunsASession() const;
};

// kIncomparable when the suite measures something else than what was recorded, kInvalid when there is no run.
Result<Recorded> RecordedIn(const Suite& suite, const Target& target, const Baseline& baseline);
Result<Recorded> RecordedIn(const Suite& suite, const ResultFile& result, const std::string& path);

}  // namespace inferproof
