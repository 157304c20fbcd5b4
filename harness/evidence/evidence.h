#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// Where a fact came from, the most to the least trusted.
inline constexpr std::string_view kSourceMeasured = "measured";
inline constexpr std::string_view kSourceReported = "reported";  // by the server
inline constexpr std::string_view kSourceDeclared = "declared";  // in the target
inline constexpr std::string_view kSourceNotStated = "not stated";

// A fact and where it came from: "measured", "reported" (by the server), "declared" (in the target) or "not stated".
struct Fact {
  std::string value;
  std::string source;  // kSourceNotStated goes with an empty value
  bool stated() const { return source != kSourceNotStated; }
  friend bool operator==(const Fact&, const Fact&) = default;
};

// What was measured, on what. The client half explains and never decides comparability; the server half makes the
// fingerprint.
struct Evidence {
  std::map<std::string, Fact> client;  // "client.cpu_model", "client.libcurl" ...
  std::map<std::string, Fact> server;  // "engine.name", "engine.version", "model.id", "precision", "hardware.gpu" ...
  std::vector<std::string> notes;      // "process-to-process variation not sampled"
};

// Server fields that decide comparability, sorted by name; what is not stated is left out. An engine that states
// `engine.profile` is paced by that profile and by nothing else, so for it the profile and the model id are all.
using Fingerprint = std::map<std::string, std::string>;
Fingerprint MakeFingerprint(const Evidence& evidence);
std::string FingerprintDigest(const Fingerprint& fingerprint);

struct FieldDifference {
  std::string field;
  std::string base;  // "not stated" when absent
  std::string candidate;
};
// Fields of either side that differ, less those that `vary` names ("engine" names every field below it).
std::vector<FieldDifference> CompareFingerprints(const Fingerprint& base, const Fingerprint& candidate,
                                                 const std::vector<std::string>& vary);
// "nothing changed", "one variable changed: engine.version (b1 -> b2)", "2 variables changed: ..."
std::string DescribeDifferences(const std::vector<FieldDifference>& differences);

// What `--vary` may say: a field that decides comparability, a prefix such as "engine", or one of `also`. kUsage with
// the nearest one.
Status CheckVary(const std::vector<std::string>& vary, const std::vector<std::string>& also = {});

Json EvidenceToJson(const Evidence& evidence);
Result<Evidence> EvidenceFromJson(const Node& node);

}  // namespace inferproof
