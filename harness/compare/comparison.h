#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/gate.h"
#include "harness/result/result_file.h"
#include "harness/suite/suite.h"

namespace inferproof {

// One side: an accepted baseline, or results, one a session.
struct ComparedSide {
  std::optional<Baseline> accepted;
  std::vector<ResultFile> results;
};

// Results that were measured before, made ready for Judge.
struct Comparison {
  ResultFile candidate;              // with a base side where one decides
  std::optional<Baseline> baseline;  // decides where there is no base side; else it knows the cases
  GateOptions options;
  std::vector<std::string> caveats;  // which rule decides, and what it does not control
};

inline constexpr char kNotInterleaved[] = "not interleaved: session effect not controlled";

// One result a side: run against run, as if they had been measured beside each other, which they were not and every
// verdict says so. An accepted baseline, or several sessions on a side: the session is what counts, by the rule of
// stored baselines (docs/gate.md, rule 6), with the runs of the candidate's sessions pooled. What may not be compared
// goes by the same way and comes out incomparable. Order of the results decides nothing. Errors: results of one side
// that are not of one kind, a base that is broken, baselines on both sides (what they had measured is not there).
Result<Comparison> Prepare(ComparedSide base, ComparedSide candidate, const std::vector<std::string>& vary);

// A result that holds its base side, to be judged again.
Result<Comparison> PrepareAgain(ResultFile result, const std::vector<std::string>& vary);

// `suite` for a comparison of results that may be older than it: its rules alone count, for the scenarios measured.
Verdict JudgeComparison(Suite suite, const Comparison& comparison);

}  // namespace inferproof
