#include "harness/json/object_reader.h"
#include "harness/metrics/run_metrics.h"

namespace inferproof {
namespace {

Json ValueToJson(const MetricValue& value) {
  Json json = {{"value", value.value}, {"n", value.n}};
  if (value.approximate) json["approximate"] = true;
  if (value.n_too_small) json["n_too_small"] = true;
  if (!value.definition.empty()) json["definition"] = value.definition;
  return json;
}

Result<MetricValue> ValueFromJson(const Node& node) {
  ObjectReader reader(node);
  MetricValue value;
  value.value = reader.Number("value", {});
  value.n = reader.Integer("n", {.min = 0});
  value.approximate = reader.Bool("approximate", false);
  value.n_too_small = reader.Bool("n_too_small", false);
  value.definition = reader.String("definition", "");
  RETURN_IF_ERROR(reader.Finish());
  return value;
}

}  // namespace

Json RunMetricsToJson(const RunMetrics& metrics) {
  Json values = Json::object();
  for (const auto& [name, value] : metrics.values) values[name] = ValueToJson(value);
  return {{"values", std::move(values)}, {"warnings", metrics.warnings}};
}

Result<RunMetrics> RunMetricsFromJson(const Node& node) {
  ObjectReader reader(node);
  RunMetrics metrics;
  reader.Required("values");
  reader.Members("values", [&](const std::string& name, const Node& member) {
    Result<MetricValue> value = ValueFromJson(member);
    if (value.ok()) metrics.values[name] = *value;
    if (!value.ok()) reader.Fail(std::move(value).error());
  });
  metrics.warnings = reader.Strings("warnings");
  RETURN_IF_ERROR(reader.Finish());
  return metrics;
}

}  // namespace inferproof
