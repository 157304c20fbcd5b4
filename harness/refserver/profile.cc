#include "harness/refserver/profile.h"

#include <array>
#include <optional>

#include "harness/base/digest.h"
#include "harness/base/number.h"
#include "harness/base/text.h"

namespace inferproof {
namespace {

// One row per number of a profile: parsing, the list of names and the digest read the same table.
struct RealField {
  std::string_view name;
  double Profile::*member;
  double min, max;
};
constexpr std::array kRealFields = {
    RealField{"batch-slowdown", &Profile::batch_slowdown, 0, 100},
    RealField{"prefill-ms-per-token", &Profile::prefill_ms_per_token, 0, 60000},
    RealField{"request-noise", &Profile::request_noise, 0, 1},
    RealField{"run-noise", &Profile::run_noise, 0, 1},
    RealField{"token-ms", &Profile::token_ms, 0, 60000},
    RealField{"ttft-ms", &Profile::ttft_ms, 0, 600000},
};

struct CountField {
  std::string_view name;
  int Profile::*member;
  int min, max;
  bool of_cache = false;
};
constexpr std::array kCountFields = {
    CountField{"cache-block-tokens", &Profile::cache_block_tokens, 1, 4096, true},
    CountField{"cache-blocks", &Profile::cache_blocks, 0, 10000000, true},
    CountField{"slots", &Profile::slots, 1, 65536},
    CountField{"tokens-per-event", &Profile::tokens_per_event, 1, 1024},
};

// Likewise for the faults.
struct SwitchFault {
  std::string_view name;
  bool PlantedFaults::*member;
};
constexpr std::array kSwitchFaults = {
    SwitchFault{"wrong", &PlantedFaults::wrong},
    SwitchFault{"early-stop", &PlantedFaults::early_stop},
    SwitchFault{"buffered", &PlantedFaults::buffered},
};

struct RealFault {
  std::string_view name;
  double PlantedFaults::*member;
  double max;
};
constexpr std::array kRealFaults = {
    RealFault{"slow", &PlantedFaults::slow, 100},
    RealFault{"truncated", &PlantedFaults::truncated, 1},
    RealFault{"error-mid-stream", &PlantedFaults::error_mid_stream, 1},
    RealFault{"429", &PlantedFaults::too_many, 1},
    RealFault{"503", &PlantedFaults::unavailable, 1},
    RealFault{"hang", &PlantedFaults::hang, 1},
    RealFault{"reset", &PlantedFaults::reset, 1},
    RealFault{"usage-wrong", &PlantedFaults::usage_factor, 100},
};

struct CountFault {
  std::string_view name;
  int PlantedFaults::*member;
  int max;
};
constexpr std::array kCountFaults = {
    CountFault{"die-after", &PlantedFaults::die_after, 1000000000},
    CountFault{"clump", &PlantedFaults::clump, 1000},
    CountFault{"restart", &PlantedFaults::restart_after, 1000000000},
};

constexpr std::size_t kMaxModelName = 200;

struct Assignment {
  std::string name;
  std::optional<std::string> value;  // nothing: no "="
};

Assignment SplitAssignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {std::string(text), std::nullopt};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

Error UnknownName(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  const std::optional<std::string> nearest = NearestWord(name, known);
  const std::string hint = nearest ? "did you mean '" + *nearest + "'?" : "known: " + Join(known, ", ");
  return MakeError(ErrorCode::kUsage, kind + " '" + name + "'", "unknown name", hint);
}

Error WrongValue(const std::string& kind, const Assignment& assignment, const std::string& expected) {
  return MakeError(ErrorCode::kUsage, kind + " '" + assignment.name + "'",
                   "expected " + expected + (assignment.value ? ", got '" + *assignment.value + "'" : ", got none"),
                   "write it as " + assignment.name + "=VALUE");
}

Result<double> ReadReal(const std::string& kind, const Assignment& assignment, double min, double max) {
  const std::optional<double> value = assignment.value ? ParseDouble(*assignment.value) : std::nullopt;
  if (value && *value >= min && *value <= max) return *value;
  return WrongValue(kind, assignment, "a number from " + FormatShortest(min) + " to " + FormatShortest(max));
}

Result<int> ReadCount(const std::string& kind, const Assignment& assignment, int min, int max) {
  const std::optional<std::int64_t> value = assignment.value ? ParseInt(*assignment.value) : std::nullopt;
  if (value && *value >= min && *value <= max) return static_cast<int>(*value);
  return WrongValue(kind, assignment, "an integer from " + std::to_string(min) + " to " + std::to_string(max));
}

Status ReadSwitch(const std::string& kind, const Assignment& assignment, bool& on) {
  if (assignment.value) {
    return MakeError(ErrorCode::kUsage, kind + " '" + assignment.name + "'", "takes no value",
                     "write it as " + assignment.name);
  }
  on = true;
  return {};
}

}  // namespace

std::string Profile::Digest() const {
  std::string canonical = "model=" + model + "\n";
  for (const RealField& field : kRealFields) {
    canonical += std::string(field.name) + "=" + FormatShortest(this->*field.member) + "\n";
  }
  for (const CountField& field : kCountFields) {
    if (field.of_cache && cache_blocks == 0) continue;
    canonical += std::string(field.name) + "=" + std::to_string(this->*field.member) + "\n";
  }
  return ShortDigest(canonical);
}

std::vector<std::string> ProfileFieldNames() {
  std::vector<std::string> names = {"model"};
  for (const RealField& field : kRealFields) names.emplace_back(field.name);
  for (const CountField& field : kCountFields) names.emplace_back(field.name);
  return names;
}

Status ParseProfileField(std::string_view text, Profile& profile) {
  const std::string kind = "profile field";
  const Assignment assignment = SplitAssignment(text);
  if (assignment.name == "model") {
    const std::string name = assignment.value.value_or("");
    if (name.empty() || name.size() > kMaxModelName || !IsValidUtf8(name)) {
      return WrongValue(kind, assignment, "a name of 1 to " + std::to_string(kMaxModelName) + " bytes of UTF-8");
    }
    profile.model = name;
    return {};
  }
  for (const RealField& field : kRealFields) {
    if (field.name != assignment.name) continue;
    ASSIGN_OR_RETURN(profile.*field.member, ReadReal(kind, assignment, field.min, field.max));
    return {};
  }
  for (const CountField& field : kCountFields) {
    if (field.name != assignment.name) continue;
    ASSIGN_OR_RETURN(profile.*field.member, ReadCount(kind, assignment, field.min, field.max));
    return {};
  }
  return UnknownName(kind, assignment.name, ProfileFieldNames());
}

std::vector<std::string> FaultNames() {
  std::vector<std::string> names;
  for (const SwitchFault& fault : kSwitchFaults) names.emplace_back(fault.name);
  for (const RealFault& fault : kRealFaults) names.emplace_back(fault.name);
  for (const CountFault& fault : kCountFaults) names.emplace_back(fault.name);
  return names;
}

Status ParseFault(std::string_view text, PlantedFaults& faults) {
  const std::string kind = "fault";
  const Assignment assignment = SplitAssignment(text);
  for (const SwitchFault& fault : kSwitchFaults) {
    if (fault.name == assignment.name) return ReadSwitch(kind, assignment, faults.*fault.member);
  }
  for (const RealFault& fault : kRealFaults) {
    if (fault.name != assignment.name) continue;
    ASSIGN_OR_RETURN(faults.*fault.member, ReadReal(kind, assignment, 0, fault.max));
    return {};
  }
  for (const CountFault& fault : kCountFaults) {
    if (fault.name != assignment.name) continue;
    ASSIGN_OR_RETURN(faults.*fault.member, ReadCount(kind, assignment, 1, fault.max));
    return {};
  }
  return UnknownName(kind, assignment.name, FaultNames());
}

}  // namespace inferproof
