#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/evidence/evidence.h"
#include "harness/metrics/definitions.h"
#include "harness/quality/grading.h"
#include "harness/stats/interval.h"
#include "harness/suite/suite.h"

namespace inferproof {

enum class VerdictWord { kPass, kRegressed, kImproved, kInconclusive, kIncomparable, kInvalid, kMissing, kNew };
std::string VerdictName(VerdictWord word);

// One metric of one scenario. The interval printed is the one that decided.
struct MetricVerdict {
  std::string scenario;
  std::string metric;
  std::string unit;
  Better better = Better::kNeither;
  Role role = Role::kWatch;
  VerdictWord word = VerdictWord::kInconclusive;
  std::string reason;          // one line
  std::optional<double> base;  // mean of the base's run values (geometric where logs decided)
  std::optional<double> candidate;
  bool relative = true;              // change, interval and limit are ratios minus one; else differences in the unit
  std::optional<Estimate> change;    // back on the scale of people: +0.20 is 20 % more
  double limit = 0;                  // the effective band on that scale
  std::optional<double> fails_from;  // the change that fails with 90 % probability
  int base_runs = 0;
  int candidate_runs = 0;
  std::optional<std::string> waived;  // it would have failed: "waived until 2026-12-31 by ann: longer prompts"
  // Where an annotation points: the metric's line in the baseline, else the rule's or scenario's line in the suite.
  std::string file;
  int line = 0;
};

struct CaseVerdict {
  std::string id;
  std::string mode;
  VerdictWord word = VerdictWord::kInconclusive;
  std::optional<CaseClass> base_class;  // nothing: the baseline does not know the case
  bool gates = false;
  int asks = 0;
  int passes = 0;
  std::string reason;                 // may hold model text
  std::optional<std::string> waived;  // as for a metric; a waived case does not gate
  std::string file;                   // the case's line in its JSONL
  int line = 0;
};

struct ScenarioVerdict {
  std::string name;
  VerdictWord word = VerdictWord::kPass;
  std::string reason;
  std::vector<MetricVerdict> metrics;  // gates first, worst first
  std::string quality;                 // "pass", "regressed (2 of 15)", "not run": the metrics table's column
  std::string file;
  int line = 0;
};

struct Verdict {
  VerdictWord word = VerdictWord::kInvalid;
  std::string headline;  // one line
  std::vector<ScenarioVerdict> scenarios;
  std::vector<CaseVerdict> cases;
  VerdictWord quality = VerdictWord::kNew;
  std::string quality_summary;               // "14 of 15 pass, 1 regressed"
  std::vector<FieldDifference> differences;  // why it is incomparable
  std::vector<std::string> caveats;          // "against a stored baseline: session effect estimated, not controlled"
  std::string next_command;                  // what to run next, such as the baseline update command
  std::string repeat_command;                // to see it again locally
};

// 0, 1, 3, 4 or 5 of docs/getting-started.md with its precedence (1 before 3 before 4 before 5).
struct ExitPolicy {
  bool strict = false;            // inconclusive exits with 5
  bool require_baseline = false;  // new exits with 4
};
int ExitCodeFor(const Verdict& verdict, ExitPolicy policy);

}  // namespace inferproof
