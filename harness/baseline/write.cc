#include <algorithm>
#include <cctype>

#include "harness/baseline/baseline.h"
#include "harness/json/canonical.h"

namespace inferproof {
namespace {

Json SessionJson(const BaselineSession& session) {
  return {{"session_id", session.session_id},
          {"result_digest", session.result_digest},
          {"measured_at", session.measured_at},
          {"values", session.values}};
}

Json CaseJson(const BaselineCase& entry) {
  return {{"digest", entry.digest},
          {"class", CaseClassName(entry.case_class)},
          {"asks", entry.asks},
          {"passes", entry.passes}};
}

Json ScenarioJson(const BaselineScenario& scenario) {
  Json json = {{"plan_digest", scenario.plan_digest},
               {"fixed_length", scenario.fixed_length},
               {"finish_reasons", scenario.finish_reasons}};
  if (!scenario.definitions.empty()) json["definitions"] = scenario.definitions;
  return json;
}

Json AcceptanceJson(const Acceptance& acceptance) {
  return {{"at", acceptance.at},
          {"by", acceptance.by},
          {"reason", acceptance.reason},
          {"commit", acceptance.commit},
          {"command", acceptance.command}};
}

Json PastAnchorsJson(const std::vector<PastAnchors>& past) {
  Json array = Json::array();
  for (const PastAnchors& entry : past) {
    array.push_back(
        {{"ended_at", entry.ended_at}, {"by", entry.by}, {"reason", entry.reason}, {"values", entry.values}});
  }
  return array;
}

template <typename T>
Json MapJson(const std::map<std::string, T>& entries, Json (*write)(const T&)) {
  Json object = Json::object();
  for (const auto& [name, entry] : entries) object[name] = write(entry);
  return object;
}

// Wide enough that every metric's values stay on one line, where an annotation can point at them.
std::size_t LongestValues(const Baseline& baseline) {
  constexpr std::size_t kUsualWidth = 100;
  constexpr std::size_t kLongestNumber = 26;  // "-1.2345678901234567e-300, "
  std::size_t most = 0;
  for (const BaselineSession& session : baseline.sessions) {
    for (const auto& [scenario, metrics] : session.values) {
      for (const auto& [metric, values] : metrics) most = std::max(most, values.size());
    }
  }
  return std::max(kUsualWidth, most * kLongestNumber + 2);
}

// A name from a file that someone else wrote must not leave the folder.
std::string SafeName(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
    safe += plain && !(c == '.' && safe.empty()) ? c : '_';
  }
  return safe.empty() ? "_" : safe;
}

}  // namespace

std::string BaselinePath(const std::string& root, const std::string& target, const std::string& environment,
                         const std::string& suite) {
  const std::string below = SafeName(target) + "/" + SafeName(environment) + "/" + SafeName(suite) + ".json";
  return root.empty() ? below : root + (root.ends_with('/') ? "" : "/") + below;
}

Result<std::string> WriteBaseline(const Baseline& baseline) {
  Json sessions = Json::array();
  for (const BaselineSession& session : baseline.sessions) sessions.push_back(SessionJson(session));
  Json json = {{"schema", "inferproof.baseline/1"},
               {"target", baseline.target},
               {"environment", baseline.environment},
               {"suite", baseline.suite},
               {"suite_version", baseline.suite_version},
               {"suite_digest", baseline.suite_digest},
               {"metric_definitions", baseline.metric_definitions},
               {"grader_version", baseline.grader_version},
               {"fingerprint", baseline.fingerprint},
               {"sessions", std::move(sessions)},
               {"scenarios", MapJson(baseline.scenarios, &ScenarioJson)},
               {"anchors", baseline.anchors},
               {"cases", MapJson(baseline.cases, &CaseJson)},
               {"acceptance", AcceptanceJson(baseline.acceptance)}};
  // Most baselines have none, and their files keep the shape they have.
  if (!baseline.past_anchors.empty()) json["past_anchors"] = PastAnchorsJson(baseline.past_anchors);
  return WriteCanonical(json, LongestValues(baseline));
}

}  // namespace inferproof
