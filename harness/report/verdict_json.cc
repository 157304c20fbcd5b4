#include "harness/report/report.h"

namespace inferproof {
namespace {

template <typename T>
void Put(Json& object, const char* key, const std::optional<T>& value) {
  if (value) object[key] = *value;
}

void PutPlace(Json& object, const std::string& file, int line) {
  if (file.empty()) return;
  object["file"] = file;
  object["line"] = line;
}

std::string BetterName(Better better) {
  switch (better) {
    case Better::kLower:
      return "lower";
    case Better::kHigher:
      return "higher";
    case Better::kNeither:
      return "neither";
  }
  return "neither";
}

Json MetricToJson(const MetricVerdict& metric) {
  Json json = {{"metric", metric.metric},
               {"unit", metric.unit},
               {"better", BetterName(metric.better)},
               {"role", RoleName(metric.role)},
               {"word", VerdictName(metric.word)},
               {"reason", metric.reason},
               {"relative", metric.relative},
               {"limit", metric.limit},
               {"base_runs", metric.base_runs},
               {"candidate_runs", metric.candidate_runs}};
  Put(json, "base", metric.base);
  Put(json, "candidate", metric.candidate);
  Put(json, "fails_from", metric.fails_from);
  Put(json, "waived", metric.waived);
  if (metric.change) {
    json["change"] = {{"value", metric.change->value},
                      {"lo", metric.change->lo},
                      {"hi", metric.change->hi},
                      {"level", metric.change->level}};
  }
  PutPlace(json, metric.file, metric.line);
  return json;
}

Json CaseToJson(const CaseVerdict& judged) {
  Json json = {{"id", judged.id},        {"mode", judged.mode}, {"word", VerdictName(judged.word)},
               {"gates", judged.gates},  {"asks", judged.asks}, {"passes", judged.passes},
               {"reason", judged.reason}};
  if (judged.base_class) json["base_class"] = CaseClassName(*judged.base_class);
  Put(json, "waived", judged.waived);
  PutPlace(json, judged.file, judged.line);
  return json;
}

}  // namespace

Json VerdictToJson(const Verdict& verdict, int exit_code) {
  Json scenarios = Json::array();
  for (const ScenarioVerdict& scenario : verdict.scenarios) {
    Json metrics = Json::array();
    for (const MetricVerdict& metric : scenario.metrics) metrics.push_back(MetricToJson(metric));
    Json json = {{"name", scenario.name},
                 {"word", VerdictName(scenario.word)},
                 {"reason", scenario.reason},
                 {"quality", scenario.quality},
                 {"metrics", std::move(metrics)}};
    PutPlace(json, scenario.file, scenario.line);
    scenarios.push_back(std::move(json));
  }
  Json cases = Json::array();
  for (const CaseVerdict& judged : verdict.cases) cases.push_back(CaseToJson(judged));
  Json differences = Json::array();
  for (const FieldDifference& difference : verdict.differences) {
    differences.push_back(
        {{"field", difference.field}, {"base", difference.base}, {"candidate", difference.candidate}});
  }
  return {{"schema", "inferproof.verdict/1"},
          {"word", VerdictName(verdict.word)},
          {"exit_code", exit_code},
          {"headline", verdict.headline},
          {"scenarios", std::move(scenarios)},
          {"quality",
           {{"word", VerdictName(verdict.quality)}, {"summary", verdict.quality_summary}, {"cases", std::move(cases)}}},
          {"differences", std::move(differences)},
          {"caveats", verdict.caveats},
          {"next_command", verdict.next_command},
          {"repeat_command", verdict.repeat_command}};
}

}  // namespace inferproof
