#include "harness/gate/comparability.h"

#include "harness/baseline/compatibility.h"

namespace inferproof {
namespace {

// What a change under test alters: between two servers that were measured side by side it is the question itself.
constexpr const char* kUnderTest[] = {"engine.version", "engine.arguments", "engine.profile"};

std::vector<std::string> WithUnderTest(std::vector<std::string> vary) {
  vary.insert(vary.end(), std::begin(kUnderTest), std::end(kUnderTest));
  return vary;
}

std::string InWords(const std::vector<FieldDifference>& differences, const std::string& base_word) {
  const std::string fields = DifferencesInWords(differences, base_word, "run");
  return ChangedWithoutNewVersion(differences) ? std::string(kRaiseVersion) + "; " + fields : fields;
}

// The answers of another grader are not held against the baseline.
std::optional<std::string> OtherGrader(const GateInput& input) {
  if (input.baseline->grader_version == input.candidate.grader_version) return std::nullopt;
  return "grader_version (baseline: " + std::to_string(input.baseline->grader_version) +
         ", run: " + std::to_string(input.candidate.grader_version) + ")";
}

// Beside a base the stored baseline only knows the cases, and each case has a digest of its own: neither the suite's
// version nor what the change under test alters voids it.
std::vector<FieldDifference> AnswerDifferences(const GateInput& input) {
  std::vector<FieldDifference> differences =
      CompareIdentities(IdentityOf(*input.baseline), IdentityOf(input.candidate));
  std::erase_if(differences, [](const FieldDifference& difference) {
    return difference.field == "suite_version" || difference.field == "suite_digest" ||
           difference.field == "metric_definitions";
  });
  const auto server = CompareFingerprints(input.baseline->fingerprint, MakeFingerprint(input.candidate.evidence),
                                          WithUnderTest(input.options.vary));
  differences.insert(differences.end(), server.begin(), server.end());
  return differences;
}

// This program knows units and directions of its own metric definitions alone.
void RefuseOtherDefinitions(const GateInput& input, Comparability& comparability) {
  if (comparability.why_not || input.candidate.metric_definitions == kMetricDefinitionsVersion) return;
  comparability.differences.push_back({"metric_definitions", std::to_string(kMetricDefinitionsVersion),
                                       std::to_string(input.candidate.metric_definitions)});
  comparability.why_not = InWords(comparability.differences, "this program");
}

void CompareWithBaseSide(const GateInput& input, Comparability& comparability) {
  if (!input.candidate.base_evidence) {
    comparability.notes.push_back("nothing is stated of the base's server");
    return;
  }
  const Fingerprint base = MakeFingerprint(*input.candidate.base_evidence);
  const Fingerprint candidate = MakeFingerprint(input.candidate.evidence);
  comparability.notes.push_back("base and candidate: " + DescribeDifferences(CompareFingerprints(base, candidate, {})));
  comparability.differences = CompareFingerprints(base, candidate, WithUnderTest(input.options.vary));
  if (!comparability.differences.empty()) comparability.why_not = InWords(comparability.differences, "base");
}

void CompareWithStored(const GateInput& input, Comparability& comparability) {
  const Fingerprint candidate = MakeFingerprint(input.candidate.evidence);
  comparability.differences = CompareIdentities(IdentityOf(*input.baseline), IdentityOf(input.candidate));
  const auto server = CompareFingerprints(input.baseline->fingerprint, candidate, input.options.vary);
  comparability.differences.insert(comparability.differences.end(), server.begin(), server.end());
  if (!comparability.differences.empty()) comparability.why_not = InWords(comparability.differences, "baseline");
  if (!input.options.vary.empty()) {
    comparability.notes.push_back(DescribeDifferences(CompareFingerprints(input.baseline->fingerprint, candidate, {})));
  }
}

}  // namespace

Comparability CompareSides(const GateInput& input) {
  Comparability comparability;
  if (input.against == Against::kBaseSide) CompareWithBaseSide(input, comparability);
  if (input.against == Against::kStored) CompareWithStored(input, comparability);
  if (input.against != Against::kNothing) RefuseOtherDefinitions(input, comparability);
  if (input.baseline == nullptr) return comparability;
  if (input.against == Against::kStored) {
    comparability.why_not_answers = comparability.why_not;
  } else if (const auto differences = AnswerDifferences(input); !differences.empty()) {
    comparability.why_not_answers = InWords(differences, "baseline");
    if (comparability.differences.empty()) comparability.differences = differences;
  }
  if (!comparability.why_not_answers) comparability.why_not_answers = OtherGrader(input);
  return comparability;
}

}  // namespace inferproof
