#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "harness/base/digest.h"
#include "harness/base/text.h"
#include "harness/evidence/evidence.h"

namespace inferproof {
namespace {

constexpr const char* kProfile = "engine.profile";
constexpr const char* kModel = "model.id";
constexpr const char* kGpu = "hardware.gpu";
constexpr const char* kCpu = "hardware.cpu";

// Beside these, hardware.cpu decides where no GPU is stated.
constexpr std::array kDeciding = {"engine.name",     "engine.version", "engine.arguments", "model.id",
                                  "model.weights",   "precision",      "hardware.gpu",     "hardware.gpu_count",
                                  "hardware.driver", "engine.profile"};

bool States(const Evidence& evidence, const std::string& field) {
  const auto found = evidence.server.find(field);
  return found != evidence.server.end() && found->second.stated();
}

void Take(const Evidence& evidence, const std::string& field, Fingerprint& fingerprint) {
  if (States(evidence, field)) fingerprint[field] = evidence.server.at(field).value;
}

bool IsVaried(const std::string& field, const std::vector<std::string>& vary) {
  return std::any_of(vary.begin(), vary.end(), [&](const std::string& name) {
    return !name.empty() && (field == name || field.starts_with(name + "."));
  });
}

std::string ValueOf(const Fingerprint& fingerprint, const std::string& field) {
  const auto found = fingerprint.find(field);
  return found == fingerprint.end() ? std::string(kSourceNotStated) : found->second;
}

std::string DescribeOne(const FieldDifference& difference) {
  return difference.field + " (" + difference.base + " -> " + difference.candidate + ")";
}

}  // namespace

Fingerprint MakeFingerprint(const Evidence& evidence) {
  Fingerprint fingerprint;
  if (States(evidence, kProfile)) {
    Take(evidence, kProfile, fingerprint);
    Take(evidence, kModel, fingerprint);
    return fingerprint;
  }
  for (const char* field : kDeciding) Take(evidence, field, fingerprint);
  if (!States(evidence, kGpu)) Take(evidence, kCpu, fingerprint);
  return fingerprint;
}

std::string FingerprintDigest(const Fingerprint& fingerprint) {
  std::string text;
  // With the length of each value, so that no value can imitate two fields.
  for (const auto& [field, value] : fingerprint)
    text += field + " " + std::to_string(value.size()) + " " + value + "\n";
  return ShortDigest(text);
}

std::vector<FieldDifference> CompareFingerprints(const Fingerprint& base, const Fingerprint& candidate,
                                                 const std::vector<std::string>& vary) {
  std::set<std::string> fields;
  for (const auto& [field, value] : base) fields.insert(field);
  for (const auto& [field, value] : candidate) fields.insert(field);
  std::vector<FieldDifference> differences;
  for (const std::string& field : fields) {
    const bool equal = base.contains(field) && candidate.contains(field) && base.at(field) == candidate.at(field);
    if (equal || IsVaried(field, vary)) continue;
    differences.push_back({field, ValueOf(base, field), ValueOf(candidate, field)});
  }
  return differences;
}

Status CheckVary(const std::vector<std::string>& vary, const std::vector<std::string>& also) {
  std::set<std::string> known(also.begin(), also.end());
  known.insert(kCpu);
  for (const std::string field : kDeciding) {
    known.insert(field);
    known.insert(field.substr(0, field.find('.')));
  }
  const std::vector<std::string> names(known.begin(), known.end());
  for (const std::string& name : vary) {
    if (known.contains(name)) continue;
    const auto nearest = NearestWord(name, names);
    return MakeError(ErrorCode::kUsage, "--vary", "no such field: " + Truncate(name, 80),
                     nearest ? "Did you mean " + *nearest + "?" : "Known: " + Join(names, ", "));
  }
  return Status();
}

std::string DescribeDifferences(const std::vector<FieldDifference>& differences) {
  if (differences.empty()) return "nothing changed";
  if (differences.size() == 1) return "one variable changed: " + DescribeOne(differences.front());
  std::string text = std::to_string(differences.size()) + " variables changed: ";
  for (std::size_t i = 0; i < differences.size(); ++i) text += (i == 0 ? "" : ", ") + DescribeOne(differences[i]);
  return text;
}

}  // namespace inferproof
