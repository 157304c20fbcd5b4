#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/evidence/evidence.h"
#include "harness/result/result_file.h"

namespace inferproof {

// What must be equal before numbers may be compared: names, versions and digests by field name. The fingerprint and the
// plans' digests are compared apart.
using Identity = std::map<std::string, std::string>;
Identity IdentityOf(const ResultFile& result);
Identity IdentityOf(const Baseline& baseline);

// Fields that differ. A digest that differs only because the version was raised is not listed beside it.
std::vector<FieldDifference> CompareIdentities(const Identity& base, const Identity& candidate);

// The same version names two different texts.
bool ChangedWithoutNewVersion(const std::vector<FieldDifference>& differences);
inline constexpr char kRaiseVersion[] = "what is measured changed without a new version: raise `version` in the suite";

// "suite_version (baseline: 1, run: 2), engine.version (baseline: b1, run: b2)"
std::string DifferencesInWords(const std::vector<FieldDifference>& differences, const std::string& base_word,
                               const std::string& candidate_word);

}  // namespace inferproof
