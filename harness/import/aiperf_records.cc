#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "harness/import/aiperf_units.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

constexpr double kNanosInSecond = 1e9;

struct Records {
  std::map<std::string, std::vector<double>> samples;  // by our family, in ms
  std::map<std::string, double> tokens;                // sums, by our metric
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  std::int64_t warm_up = 0;
  std::int64_t cancelled = 0;
  double begun_ns = 0;
  double ended_ns = 0;
};

void AddSamples(const Node& node, double factor, std::vector<double>& samples) {
  const auto add = [&](const Json& value) {
    if (value.is_number()) samples.push_back(value.get<double>() * factor);
  };
  if (!node.json().is_array()) return add(node.json());
  for (const Json& value : node.json()) add(value);
}

void ReadMetrics(Fields& metrics, Records& records) {
  for (const AiperfFamily& family : kAiperfFamilies) {
    const std::optional<Node> node = metrics.Object(family.theirs);
    if (!node) continue;
    Fields metric(*node);
    const std::optional<double> factor = AiperfMilliseconds(metric.RequiredText("unit"));
    if (!factor) return metrics.Fail(family.theirs, "its unit is no time: " + metric.Text("unit").value_or("none"));
    if (metric.Has("value")) AddSamples(node->Member("value"), *factor, records.samples[family.ours]);
  }
  for (const auto& [theirs, ours] : {std::pair("input_sequence_length", "prompt_tokens.mean"),
                                     std::pair("output_sequence_length", "output_tokens.mean")}) {
    if (const auto node = metrics.Object(theirs)) records.tokens[ours] += Fields(*node).Number("value").value_or(0);
  }
}

// A record of the warm-up stands among the measured ones and is none of them.
Status ReadRecord(const Node& node, Records& records) {
  Fields record(node);
  const std::optional<Node> metadata_node = record.Object("metadata");
  if (!metadata_node) return node.Fail("has no metadata");
  Fields metadata(*metadata_node);
  const std::string phase = metadata.RequiredText("benchmark_phase");
  const double begun = metadata.RequiredNumber("request_start_ns");
  const double ended = metadata.RequiredNumber("request_end_ns");
  RETURN_IF_ERROR(metadata.status());
  if (phase != "profiling") {
    ++records.warm_up;
    return {};
  }
  records.begun_ns = records.begun_ns > 0 ? std::min(records.begun_ns, begun) : begun;
  records.ended_ns = std::max(records.ended_ns, ended);
  if (metadata.Bool("was_cancelled").value_or(false)) {
    ++records.cancelled;
  } else if (record.Has("error")) {
    ++records.failed;
  } else if (const auto metrics_node = record.Object("metrics")) {
    ++records.completed;
    Fields metrics(*metrics_node);
    ReadMetrics(metrics, records);
    RETURN_IF_ERROR(metrics.status());
  }
  return record.status();
}

ForeignRun RunOf(const Records& records) {
  ForeignRun run;
  CountRequests(records.completed, records.failed, run);
  run.scenario = "all";  // the load is not stated
  for (const AiperfFamily& family : kAiperfFamilies) {
    const auto samples = records.samples.find(family.ours);
    if (samples == records.samples.end()) continue;
    RunMetrics metrics;
    Summarise(family.ours, samples->second, false, metrics);
    for (const auto& [metric, value] : metrics.values) Put(metric, value.value, value.n, family.definition, run);
  }
  const double duration_s = (records.ended_ns - records.begun_ns) / kNanosInSecond;
  const auto count = static_cast<double>(records.completed);
  if (records.completed > 0) {
    for (const auto& [metric, sum] : records.tokens) Put(metric, sum / count, records.completed, kAiperfTokens, run);
  }
  if (records.completed > 0 && duration_s > 0) {
    Put("request_rps", count / duration_s, records.completed, "", run);
    const auto tokens = records.tokens.find("output_tokens.mean");
    if (tokens != records.tokens.end())
      Put("output_tps", tokens->second / duration_s, records.completed, kAiperfTokens, run);
  }
  if (records.cancelled > 0) run.invalid.push_back(std::to_string(records.cancelled) + " requests were cancelled");
  CheckRun(0, run);
  return run;
}

}  // namespace

Result<ForeignFile> ReadAiperfRecords(const Documents& documents) {
  ForeignFile file;
  Records records;
  for (const auto& document : documents) RETURN_IF_ERROR(ReadRecord(Node(*document), records));
  if (records.warm_up > 0) file.notes.push_back(std::to_string(records.warm_up) + " warm-up records left out");
  file.runs.push_back(RunOf(records));
  file.not_stated = {"load", "model", "engine version", "GPU", "seed"};
  return file;
}

}  // namespace inferproof
