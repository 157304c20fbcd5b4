#include <limits>
#include <utility>

#include "harness/base/digest.h"
#include "harness/json/canonical.h"
#include "harness/json/object_reader.h"
#include "harness/result/result_file.h"
#include "harness/result/run_result_json.h"

namespace inferproof {
namespace {

constexpr int kMostVersions = 1'000'000;
constexpr int kMostLines = 1'000'000'000;

int ReadInt(ObjectReader& reader, const std::string& key, IntRange range) {
  return static_cast<int>(reader.Integer(key, range));
}

// Reads each element of an array member with `read`; the first one that is wrong fails the reader.
template <typename T, typename Read>
std::vector<T> ReadAll(ObjectReader& reader, const std::string& key, Read read) {
  std::vector<T> values;
  reader.Required(key);
  for (const Node& element : reader.Elements(key)) {
    Result<T> value = read(element);
    if (!value.ok()) {
      reader.Fail(std::move(value).error());
      break;
    }
    values.push_back(std::move(value).value());
  }
  return values;
}

template <typename T, typename Write>
Json WriteAll(const std::vector<T>& values, Write write) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(write(value));
  return array;
}

Json SummaryToJson(const ScenarioSummary& scenario) {
  Json json = {{"name", scenario.name},
               {"concurrency", scenario.concurrency},
               {"requests", scenario.requests},
               {"max_tokens", scenario.max_tokens},
               {"stream", scenario.stream},
               {"fixed_length", scenario.fixed_length},
               {"plan_digest", scenario.plan_digest},
               {"suite_line", scenario.suite_line}};
  if (scenario.base_plan_digest) json["base_plan_digest"] = *scenario.base_plan_digest;
  return json;
}

Result<ScenarioSummary> SummaryFromJson(const Node& node) {
  ObjectReader reader(node);
  ScenarioSummary scenario;
  scenario.name = reader.String("name");
  scenario.concurrency = ReadInt(reader, "concurrency", {.min = 1, .max = 1'000'000});
  scenario.requests = reader.Integer("requests", {.min = 0});
  scenario.max_tokens = ReadInt(reader, "max_tokens", {.min = 0, .max = std::numeric_limits<int>::max()});
  scenario.stream = reader.Bool("stream", true);
  scenario.fixed_length = reader.Bool("fixed_length", false);
  scenario.plan_digest = reader.String("plan_digest", "");
  scenario.base_plan_digest = reader.OptionalString("base_plan_digest");
  scenario.suite_line = ReadInt(reader, "suite_line", {.min = 0, .max = kMostLines});
  RETURN_IF_ERROR(reader.Finish());
  return scenario;
}

Json SuiteToJson(const ResultFile& result) {
  return {{"name", result.suite_name},
          {"version", result.suite_version},
          {"digest", result.suite_digest},
          {"path", result.suite_path},
          {"seed", result.seed}};
}

Status ReadSuite(const Node& node, ResultFile& result) {
  ObjectReader reader(node);
  result.suite_name = reader.String("name");
  result.suite_version = ReadInt(reader, "version", {.min = 1, .max = kMostVersions});
  result.suite_digest = reader.String("digest", "");
  result.suite_path = reader.String("path", "");
  result.seed = static_cast<std::uint64_t>(reader.Integer("seed", {.min = 0}));
  return reader.Finish();
}

Json TargetToJson(const ResultFile& result) {
  return {{"name", result.target_name}, {"environment", result.environment}, {"path", result.target_path},
          {"model", result.model},      {"restart", result.restart},         {"session_spread", result.session_spread}};
}

Status ReadTarget(const Node& node, ResultFile& result) {
  ObjectReader reader(node);
  result.target_name = reader.String("name");
  result.environment = reader.String("environment", "");
  result.target_path = reader.String("path", "");
  result.model = reader.String("model", "");
  result.restart = reader.Choice("restart", {"run", "side", "never", "endpoint"});
  result.session_spread = reader.Number("session_spread", {.min = 0, .max = 10});
  return reader.Finish();
}

Json QualityToJson(const ResultFile& result) {
  return {{"asked", result.quality_asked},
          {"grader_version", result.grader_version},
          {"cases", WriteAll(result.quality, CaseResultToJson)},
          {"not_run", result.quality_not_run}};
}

Status ReadQuality(const Node& node, ResultFile& result) {
  ObjectReader reader(node);
  result.quality_asked = reader.Bool("asked", false);
  result.grader_version = ReadInt(reader, "grader_version", {.min = 1, .max = kMostVersions});
  result.quality = ReadAll<CaseResult>(reader, "cases", CaseResultFromJson);
  result.quality_not_run = reader.Strings("not_run");
  return reader.Finish();
}

Json SessionToJson(const ResultFile& result) {
  Json json = {{"id", result.session_id}, {"measured_at", result.measured_at}, {"runs_a_side", result.runs_a_side},
               {"looks", result.looks},   {"interrupted", result.interrupted}, {"command_line", result.command_line}};
  if (result.stopped_because) json["stopped_because"] = *result.stopped_because;
  return json;
}

// Rising numbers of runs, at least one.
std::vector<int> ReadLooks(ObjectReader& reader) {
  std::vector<int> looks;
  for (const Node& node : reader.Elements("looks", true)) {
    const Json& look = node.json();
    const int before = looks.empty() ? 0 : looks.back();
    if (!look.is_number_integer() || look <= before || look > kMostVersions) {
      reader.Fail(node.Fail("must be a whole number > " + std::to_string(before) + ", got " + DescribeJson(look)));
      return looks;
    }
    looks.push_back(look.get<int>());
  }
  return looks;
}

Json BaseToJson(const ResultFile& result) {
  Json json = {{"name", *result.base_name}};
  if (result.base_evidence) json["evidence"] = EvidenceToJson(*result.base_evidence);
  return json;
}

Status ReadBase(const Node& node, ResultFile& result) {
  ObjectReader reader(node);
  result.base_name = reader.String("name");
  if (const auto member = reader.Optional("evidence")) {
    ASSIGN_OR_RETURN(result.base_evidence, EvidenceFromJson(*member));
  }
  return reader.Finish();
}

Status ReadSession(const Node& node, ResultFile& result) {
  ObjectReader reader(node);
  result.session_id = reader.String("id");
  result.measured_at = reader.String("measured_at", "");
  result.runs_a_side = ReadInt(reader, "runs_a_side", {.min = 0, .max = kMostVersions});
  result.looks = ReadLooks(reader);
  result.stopped_because = reader.OptionalString("stopped_because");
  result.interrupted = reader.Bool("interrupted", false);
  result.command_line = reader.Strings("command_line");
  return reader.Finish();
}

}  // namespace

Json ResultToJson(const ResultFile& result) {
  Json json = {{"schema", "inferproof.result/1"},
               {"metric_definitions", result.metric_definitions},
               {"suite", SuiteToJson(result)},
               {"target", TargetToJson(result)},
               {"session", SessionToJson(result)},
               {"scenarios", WriteAll(result.scenarios, SummaryToJson)},
               {"runs", WriteAll(result.runs, RunResultToJson)},
               {"quality", QualityToJson(result)},
               {"evidence", EvidenceToJson(result.evidence)}};
  if (result.base_name) json["base"] = BaseToJson(result);
  return json;
}

Result<ResultFile> ResultFromJson(const Node& node) {
  ObjectReader reader(node);
  reader.Schema("result");
  ResultFile result;
  result.metric_definitions = ReadInt(reader, "metric_definitions", {.min = 1, .max = kMostVersions});
  if (const auto member = reader.Required("suite")) reader.Absorb(ReadSuite(*member, result));
  if (const auto member = reader.Required("target")) reader.Absorb(ReadTarget(*member, result));
  if (const auto member = reader.Required("session")) reader.Absorb(ReadSession(*member, result));
  result.scenarios = ReadAll<ScenarioSummary>(reader, "scenarios", SummaryFromJson);
  result.runs = ReadAll<RunResult>(reader, "runs", RunResultFromJson);
  if (const auto member = reader.Optional("base")) reader.Absorb(ReadBase(*member, result));
  if (const auto member = reader.Required("quality")) reader.Absorb(ReadQuality(*member, result));
  if (const auto member = reader.Required("evidence")) {
    ASSIGN_OR_RETURN(result.evidence, EvidenceFromJson(*member));
  }
  RETURN_IF_ERROR(reader.Finish());
  return result;
}

std::string ResultDigest(const ResultFile& result) {
  const Result<std::string> bytes = WriteCanonical(ResultToJson(result));
  return bytes.ok() ? ShortDigest(*bytes) : "";
}

}  // namespace inferproof
