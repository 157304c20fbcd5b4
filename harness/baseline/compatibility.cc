#include "harness/baseline/compatibility.h"

#include <algorithm>

#include "harness/base/text.h"

namespace inferproof {
namespace {

std::string ValueOr(const Identity& identity, const std::string& field) {
  const auto found = identity.find(field);
  return found == identity.end() || found->second.empty() ? "not stated" : found->second;
}

bool Names(const std::vector<FieldDifference>& differences, std::string_view field) {
  return std::any_of(differences.begin(), differences.end(),
                     [&](const FieldDifference& difference) { return difference.field == field; });
}

}  // namespace

Identity IdentityOf(const ResultFile& result) {
  return {{"target", result.target_name},        {"environment", result.environment},
          {"suite", result.suite_name},          {"suite_version", std::to_string(result.suite_version)},
          {"suite_digest", result.suite_digest}, {"metric_definitions", std::to_string(result.metric_definitions)}};
}

Identity IdentityOf(const Baseline& baseline) {
  return {{"target", baseline.target},
          {"environment", baseline.environment},
          {"suite", baseline.suite},
          {"suite_version", std::to_string(baseline.suite_version)},
          {"suite_digest", baseline.suite_digest},
          {"metric_definitions", std::to_string(baseline.metric_definitions)}};
}

std::vector<FieldDifference> CompareIdentities(const Identity& base, const Identity& candidate) {
  std::vector<FieldDifference> differences;
  for (const char* field : {"target", "environment", "suite", "suite_version", "metric_definitions", "suite_digest"}) {
    const std::string before = ValueOr(base, field);
    const std::string after = ValueOr(candidate, field);
    if (before != after) differences.push_back({field, before, after});
  }
  if (Names(differences, "suite") || Names(differences, "suite_version")) {
    std::erase_if(differences, [](const FieldDifference& difference) { return difference.field == "suite_digest"; });
  }
  return differences;
}

bool ChangedWithoutNewVersion(const std::vector<FieldDifference>& differences) {
  return Names(differences, "suite_digest");
}

std::string DifferencesInWords(const std::vector<FieldDifference>& differences, const std::string& base_word,
                               const std::string& candidate_word) {
  std::vector<std::string> parts;
  for (const FieldDifference& difference : differences) {
    parts.push_back(difference.field + " (" + base_word + ": " + Truncate(difference.base, 80) + ", " + candidate_word +
                    ": " + Truncate(difference.candidate, 80) + ")");
  }
  return Join(parts, ", ");
}

}  // namespace inferproof
