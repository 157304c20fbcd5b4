#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"

namespace inferproof {

// The runs of the side that a baseline keeps, by scenario, in the order they were made.
std::map<std::string, std::vector<const RunResult*>> CandidateRuns(const ResultFile& result);

// kInvalid when a result may not become a baseline: interrupted, a run that cannot be trusted, a candidate's fault,
// quality asked for and not measured.
Status CheckAcceptable(const ResultFile& result);

// kIncomparable when the results do not measure the same thing on the same thing; kUsage for a session given twice.
Status CheckSameKind(const std::vector<ResultFile>& results);
// The same for sessions that are to be added to those of `old`.
Status CheckFitsInto(const Baseline& old, const ResultFile& result);

// metric -> definition, of the metrics of a scenario that another tool defines.
std::map<std::string, std::string> DefinitionsOf(const ResultFile& result, const std::string& scenario);

// The baseline of a result, without sessions and cases.
Baseline FreshBaseline(const ResultFile& first);
// Adds a session for each result, the newest last, so that the bytes do not depend on the order in which they came.
void AddSessions(const std::vector<ResultFile>& results, Baseline& baseline);
bool OlderSession(const BaselineSession& a, const BaselineSession& b);

// Results as a baseline that nobody accepted and no file holds, to compare with. kIncomparable when they do not measure
// the same.
Result<Baseline> StoredSessions(const std::vector<ResultFile>& results);

// What the results say of each case, all asks of a case pooled over sessions and modes. kIncomparable when two results
// asked different texts under one id.
Result<std::map<std::string, BaselineCase>> PoolCases(const std::vector<ResultFile>& results);

// kUsage for a name in `accepted` that neither the baseline nor the results know, with the nearest that they do.
Status CheckAcceptedNames(const std::optional<Baseline>& old, const std::map<std::string, BaselineCase>& found,
                          const std::vector<std::string>& accepted);

// The cases to record: `found`, on top of those of `old` when appending. kInvalid when a case that passed before does
// not pass now and `accepted` does not name it.
Result<std::map<std::string, BaselineCase>> AcceptCases(const std::optional<Baseline>& old,
                                                        std::map<std::string, BaselineCase> found, bool append,
                                                        const std::vector<std::string>& accepted);

// "single  ttft_ms.p50  40.1 -> 41.0 ms  x1.022 (+2.2 %)  2 sessions of 4 runs, run spread 0.3 %, session spread 1.1
// %", one for each metric that gates somewhere by default.
std::vector<std::string> DescribeChanges(const std::optional<Baseline>& old, const Baseline& now);

// The body of a commit message for the baseline's change: what it is and why, one metric a line, the sessions.
std::string CommitMessage(const UpdateOutcome& outcome);

// The mean of all accepted run values of one metric; nothing when it has none.
std::optional<double> AcceptedMean(const Baseline& baseline, const std::string& scenario, const std::string& metric);

}  // namespace inferproof
