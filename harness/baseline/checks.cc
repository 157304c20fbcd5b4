#include <algorithm>
#include <cmath>
#include <set>

#include "harness/base/text.h"
#include "harness/baseline/acceptance.h"
#include "harness/baseline/compatibility.h"

namespace inferproof {
namespace {

constexpr std::size_t kLeastRuns = 2;  // fewer have no spread

std::string NameOf(const ResultFile& result) { return "session " + result.session_id; }
std::string NameOf(const RunResult& run) { return run.scenario + " run " + std::to_string(run.run + 1); }

Status Refuse(const ResultFile& result, std::string what, std::string hint = {}) {
  return MakeError(ErrorCode::kInvalid, NameOf(result), "not accepted as a baseline: " + std::move(what),
                   std::move(hint));
}

std::optional<std::string> WhyNotSound(const RunResult& run) {
  if (!run.invalid.empty()) return "is invalid: " + Join(run.invalid, "; ");
  if (run.server_died) return "lost its server: " + *run.server_died;
  if (run.server_restarted) return "met a server that restarted: " + *run.server_restarted;
  if (run.usage_disagrees) return "has counts that contradict each other: " + *run.usage_disagrees;
  if (!run.conservation.holds()) return "does not account for every request: " + run.conservation.Text();
  const auto completed = run.conservation.by_outcome.find("completed");
  const std::int64_t good = completed == run.conservation.by_outcome.end() ? 0 : completed->second;
  if (run.conservation.planned == 0) return "measured nothing";
  if (good < run.conservation.planned) return "did not complete every request: " + run.conservation.Text();
  const auto rate = run.metrics.values.find("success_rate");
  if (rate != run.metrics.values.end() && rate->second.value < 1) return "has a success_rate below 1";
  for (const auto& [metric, value] : run.metrics.values) {
    if (!std::isfinite(value.value)) return metric + " is not a finite number";
  }
  return std::nullopt;
}

// Numbers under other definitions, or grades by another grader, would be kept under this program's names.
Status CheckDefinitions(const ResultFile& result) {
  const auto refuse = [&](const std::string& field, int measured, int known) {
    const std::string age = measured > known ? "newer" : "older";
    return MakeError(ErrorCode::kIncomparable, NameOf(result),
                     "not accepted as a baseline: " + field + " is " + std::to_string(measured) + ", " + age +
                         " than this program's " + std::to_string(known),
                     measured > known ? "Use the program that measured it, or a newer one" : "Measure it again");
  };
  if (result.metric_definitions != kMetricDefinitionsVersion)
    return refuse("metric_definitions", result.metric_definitions, kMetricDefinitionsVersion);
  if (result.grader_version != kGraderVersion) return refuse("grader_version", result.grader_version, kGraderVersion);
  return {};
}

Status CheckRuns(const ResultFile& result) {
  const auto runs = CandidateRuns(result);
  if (result.scenarios.empty()) return Refuse(result, "it measured no scenario");
  std::set<std::string> described;
  for (const ScenarioSummary& scenario : result.scenarios) {
    described.insert(scenario.name);
    const auto found = runs.find(scenario.name);
    const std::size_t count = found == runs.end() ? 0 : found->second.size();
    if (count < kLeastRuns) {
      return Refuse(result, "the scenario " + scenario.name + " has " + std::to_string(count) + " runs, at least " +
                                std::to_string(kLeastRuns) + " are needed");
    }
  }
  for (const auto& [scenario, list] : runs) {
    if (!described.contains(scenario)) return Refuse(result, "it has runs of the unknown scenario " + scenario);
    for (const RunResult* run : list) {
      if (const auto why = WhyNotSound(*run)) return Refuse(result, NameOf(*run) + " " + *why);
    }
  }
  return {};
}

Status CheckQuality(const ResultFile& result) {
  if (!result.quality_asked) return {};
  if (!result.quality_not_run.empty()) {
    return Refuse(result, "part of its quality was not measured: " + Join(result.quality_not_run, "; "));
  }
  const bool asked = std::any_of(result.quality.begin(), result.quality.end(),
                                 [](const CaseResult& entry) { return !entry.asks.empty(); });
  if (!asked) return Refuse(result, "the suite names quality cases and none was asked");
  return {};
}

Error Different(const std::string& where, const std::vector<FieldDifference>& differences, const char* base_word,
                std::string hint) {
  return MakeError(ErrorCode::kIncomparable, where,
                   "differs in " + DifferencesInWords(differences, base_word, "this result"), std::move(hint));
}

// A metric that only one of them has is no difference of definition.
void CompareDefinitions(const std::map<std::string, std::string>& before,
                        const std::map<std::string, std::string>& after, std::vector<FieldDifference>& differences) {
  for (const auto& [metric, definition] : after) {
    const auto known = before.find(metric);
    if (known != before.end() && known->second != definition)
      differences.push_back({"definition." + metric, known->second, definition});
  }
}

// Plans and graders, which only results can differ in while their suite is the same.
std::vector<FieldDifference> CompareWork(const ResultFile& first, const ResultFile& other) {
  std::vector<FieldDifference> differences;
  if (first.grader_version != other.grader_version) {
    differences.push_back(
        {"grader_version", std::to_string(first.grader_version), std::to_string(other.grader_version)});
  }
  std::map<std::string, std::string> plans;
  for (const ScenarioSummary& scenario : first.scenarios) plans[scenario.name] = scenario.plan_digest;
  for (const ScenarioSummary& scenario : other.scenarios) {
    const std::string expected = plans.contains(scenario.name) ? plans[scenario.name] : "not measured";
    if (expected != scenario.plan_digest) {
      differences.push_back({"plan_digest." + scenario.name, expected, scenario.plan_digest});
    }
    plans.erase(scenario.name);
    CompareDefinitions(DefinitionsOf(first, scenario.name), DefinitionsOf(other, scenario.name), differences);
  }
  for (const auto& [name, digest] : plans) differences.push_back({"plan_digest." + name, digest, "not measured"});
  return differences;
}

void Append(std::vector<FieldDifference>& into, std::vector<FieldDifference> more) {
  into.insert(into.end(), more.begin(), more.end());
}

}  // namespace

std::map<std::string, std::vector<const RunResult*>> CandidateRuns(const ResultFile& result) {
  std::map<std::string, std::vector<const RunResult*>> runs;
  for (const RunResult& run : result.runs) {
    if (run.side == "candidate") runs[run.scenario].push_back(&run);
  }
  for (auto& [scenario, list] : runs) {
    std::stable_sort(list.begin(), list.end(), [](const auto* a, const auto* b) { return a->run < b->run; });
  }
  return runs;
}

Status CheckAcceptable(const ResultFile& result) {
  if (result.interrupted) return Refuse(result, "the measurement was interrupted", "Measure it again to its end");
  RETURN_IF_ERROR(CheckDefinitions(result));
  RETURN_IF_ERROR(CheckRuns(result));
  return CheckQuality(result);
}

Status CheckSameKind(const std::vector<ResultFile>& results) {
  std::set<std::string> sessions;
  const ResultFile& first = results.front();
  for (const ResultFile& result : results) {
    if (!sessions.insert(result.session_id).second) {
      return MakeError(ErrorCode::kUsage, NameOf(result), "given twice", "Give one result of each session");
    }
    std::vector<FieldDifference> differences = CompareIdentities(IdentityOf(first), IdentityOf(result));
    Append(differences, CompareFingerprints(MakeFingerprint(first.evidence), MakeFingerprint(result.evidence), {}));
    Append(differences, CompareWork(first, result));
    if (!differences.empty()) {
      return Different(NameOf(result), differences, "the first result", "Accept results of one kind at a time");
    }
  }
  return {};
}

Status CheckFitsInto(const Baseline& old, const ResultFile& result) {
  for (const BaselineSession& session : old.sessions) {
    if (session.session_id == result.session_id) {
      return MakeError(ErrorCode::kUsage, NameOf(result), "already in the baseline");
    }
  }
  std::vector<FieldDifference> differences = CompareIdentities(IdentityOf(old), IdentityOf(result));
  Append(differences, CompareFingerprints(old.fingerprint, MakeFingerprint(result.evidence), {}));
  if (old.grader_version != result.grader_version) {
    differences.push_back(
        {"grader_version", std::to_string(old.grader_version), std::to_string(result.grader_version)});
  }
  for (const ScenarioSummary& scenario : result.scenarios) {
    const auto known = old.scenarios.find(scenario.name);
    const std::string expected = known == old.scenarios.end() ? "not measured" : known->second.plan_digest;
    if (expected != scenario.plan_digest) {
      differences.push_back({"plan_digest." + scenario.name, expected, scenario.plan_digest});
    }
    if (known != old.scenarios.end())
      CompareDefinitions(known->second.definitions, DefinitionsOf(result, scenario.name), differences);
  }
  if (differences.empty()) return {};
  return Different(NameOf(result), differences, "baseline",
                   "Replace the baseline instead of appending to it, or measure what it measured");
}

}  // namespace inferproof
