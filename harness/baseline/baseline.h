#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/evidence/evidence.h"
#include "harness/os/file_system.h"
#include "harness/quality/grading.h"
#include "harness/result/result_file.h"

namespace inferproof {

// The run values of one accepted session: scenario -> metric -> a value a run.
struct BaselineSession {
  std::string session_id;
  std::string result_digest;
  std::string measured_at;
  std::map<std::string, std::map<std::string, std::vector<double>>> values;
};

struct BaselineScenario {
  std::string plan_digest;
  bool fixed_length = false;
  std::map<std::string, std::int64_t> finish_reasons;  // over all accepted runs
  std::map<std::string, std::string> definitions{};    // metric -> another tool's definition; ours are not listed
};

struct BaselineCase {
  std::string digest;
  CaseClass case_class = CaseClass::kUnstable;
  int asks = 0;
  int passes = 0;
  friend bool operator==(const BaselineCase&, const BaselineCase&) = default;
};

// Who accepted it, when, from what and why.
struct Acceptance {
  std::string at;
  std::string by;
  std::string reason;
  std::string commit;
  std::vector<std::string> command;
};

// scenario -> metric -> the mean that was accepted when the anchor was made.
using Anchors = std::map<std::string, std::map<std::string, double>>;

// Anchors that new ones replaced.
struct PastAnchors {
  std::string ended_at;
  std::string by;
  std::string reason;  // why new ones were started
  Anchors values;
};

// Accepted results for one (target, environment, suite). Written by `baseline update` only.
struct Baseline {
  std::string path;
  std::string target;
  std::string environment;
  std::string suite;
  int suite_version = 1;
  std::string suite_digest;
  int metric_definitions = kMetricDefinitionsVersion;
  int grader_version = kGraderVersion;
  Fingerprint fingerprint;
  std::vector<BaselineSession> sessions;
  std::map<std::string, BaselineScenario> scenarios;
  Anchors anchors;                        // never moved by an accepted change, so that many small losses stay visible
  std::vector<PastAnchors> past_anchors;  // oldest first
  std::map<std::string, BaselineCase> cases;  // by id
  Acceptance acceptance;
  // scenario -> metric -> line in the file where its values of the newest session stand; filled by parsing, for
  // annotations.
  std::map<std::string, std::map<std::string, int>> lines;
};

// <root>/<target>/<environment>/<suite>.json; `root` is the directory of baselines.
std::string BaselinePath(const std::string& root, const std::string& target, const std::string& environment,
                         const std::string& suite);

// Nothing when there is no file; kConfig for one that is corrupt, conflicted or of another schema (and it is left
// untouched).
Result<std::optional<Baseline>> LoadBaseline(FileSystem& files, const std::string& path);
Result<Baseline> ParseBaseline(std::string_view text, const std::string& path);
// Canonical bytes, one metric's values per line.
Result<std::string> WriteBaseline(const Baseline& baseline);

struct UpdateRequest {
  std::vector<ResultFile> results;  // one a session
  std::string reason;
  std::string by;
  std::string at;
  std::string commit;
  std::vector<std::string> command;
  bool append = false;                      // add sessions of the same fingerprint to those that are there
  bool new_anchor = false;                  // drift is counted from what is accepted now
  std::vector<std::string> accepted_cases;  // ids that passed before and may fail now
};

struct UpdateOutcome {
  Baseline baseline;
  std::vector<std::string> changes;  // DescribeChanges (harness/baseline/acceptance.h)
  std::vector<std::string> notes;    // cases recorded as stable_fail
};

// Refuses (kUsage, kInvalid, kIncomparable) invalid, interrupted, quality-less or mutually incomparable results,
// results of one session given twice, those of other metric definitions or another grader than this program's, a case
// that passed before and fails now unless it is named, and a name that no case has. A slower result is accepted: that
// is what the reason is for. Of a result that was measured beside a base the candidate's runs alone are kept.
Result<UpdateOutcome> UpdateBaseline(const std::optional<Baseline>& old, const UpdateRequest& request);

}  // namespace inferproof
