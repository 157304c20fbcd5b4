#include <optional>
#include <utility>

#include "harness/import/aiperf_units.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {

std::optional<double> AiperfMilliseconds(const std::string& unit) {
  if (unit == "ns") return 1e-6;
  if (unit == "us") return 1e-3;
  if (unit == "ms") return 1;
  if (unit == "s" || unit == "sec" || unit == "seconds") return 1e3;
  return std::nullopt;
}

namespace {

constexpr double kMillisecondsInSecond = 1000;

// The average of a metric that is one number; its unit must be the one that is expected here.
std::optional<double> Average(Fields& root, const char* name, const std::string& unit) {
  const std::optional<Node> node = root.Object(name);
  if (!node) return std::nullopt;
  Fields metric(*node);
  const std::string stated = metric.RequiredText("unit");
  const std::optional<double> value = metric.Number("avg");
  if (!metric.status().ok()) root.Fail(name, metric.status().error().what);
  if (stated != unit) root.Fail(name, "must be in " + unit + ", is in " + stated);
  return value;
}

void ReadFamily(Fields& root, const AiperfFamily& family, std::int64_t completed, ForeignRun& run) {
  const std::optional<Node> node = root.Object(family.theirs);
  if (!node) return;
  Fields metric(*node);
  const std::optional<double> factor = AiperfMilliseconds(metric.RequiredText("unit"));
  if (!factor) return root.Fail(family.theirs, "its unit is no time: " + metric.Text("unit").value_or("none"));
  for (const auto& [theirs, ours] :
       {std::pair("avg", ".mean"), std::pair("p50", ".p50"), std::pair("p90", ".p90"), std::pair("p95", ".p95"),
        std::pair("p99", ".p99"), std::pair("min", ".min"), std::pair("max", ".max")}) {
    if (const auto value = metric.Number(theirs))
      Put(std::string(family.ours) + ours, *value * *factor, completed, family.definition, run);
  }
  if (!metric.status().ok()) root.Fail(family.theirs, metric.status().error().what);
}

double DurationOf(Fields& root) {
  const std::optional<Node> node = root.Object("benchmark_duration");
  if (!node) return 0;
  Fields metric(*node);
  const std::optional<double> factor = AiperfMilliseconds(metric.RequiredText("unit"));
  return factor ? metric.Number("avg").value_or(0) * *factor / kMillisecondsInSecond : 0;
}

// The phase that was measured; the others are named and left out.
void ReadLoad(const Node& config_node, std::int64_t requests, ForeignFile& file, ForeignRun& run) {
  Fields config(config_node);
  NameLoad(0, 0, requests, run);
  for (const Node& element : config.Array("phases")) {
    Fields phase(element);
    if (phase.Text("kind") == "warmup" || phase.Bool("exclude_from_results").value_or(false)) continue;
    NameLoad(phase.Number("rate").value_or(phase.Number("request_rate").value_or(0)),
             phase.Count("concurrency").value_or(0), requests, run);
    for (const char* key : {"type", "requests", "concurrency", "rate", "duration"}) AddWork(phase, key, run);
  }
  if (const auto load = config.Object("loadgen")) {  // before 0.10
    Fields old(*load);
    NameLoad(old.Number("request_rate").value_or(0), old.Count("concurrency").value_or(0), requests, run);
    for (const char* key : {"concurrency", "request_rate", "request_count", "benchmark_duration"})
      AddWork(old, key, run);
  }
  for (const Node& element : config.Array("datasets")) {
    Fields dataset(element);
    for (const char* key : {"path", "format", "entries"}) AddWork(dataset, key, run);
  }
  if (const auto models = config.Object("models")) {
    Fields list(*models);
    const std::vector<Node> items = list.Array("items");
    if (!items.empty()) file.model = Fields(items.front()).Text("name").value_or("");
  }
}

void ReadEnd(Fields& root, ForeignRun& run) {
  if (root.Bool("was_cancelled").value_or(false)) run.invalid.push_back("it was cancelled");
  if (!root.Bool("is_complete").value_or(true)) run.invalid.push_back("it did not complete");
}

void ReadTokens(Fields& root, std::int64_t completed, ForeignRun& run) {
  if (const auto rate = Average(root, "request_throughput", "requests/sec"))
    Put("request_rps", *rate, completed, "", run);
  if (const auto rate = Average(root, "output_token_throughput", "tokens/sec"))
    Put("output_tps", *rate, completed, kAiperfTokens, run);
  if (const auto count = Average(root, "input_sequence_length", "tokens"))
    Put("prompt_tokens.mean", *count, completed, kAiperfTokens, run);
  if (const auto count = Average(root, "output_sequence_length", "tokens"))
    Put("output_tokens.mean", *count, completed, kAiperfTokens, run);
}

}  // namespace

Result<ForeignFile> ReadAiperf(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    Fields root{Node(*document)};
    ForeignRun run;
    const auto completed = static_cast<std::int64_t>(Average(root, "request_count", "requests").value_or(0));
    const auto failed = static_cast<std::int64_t>(Average(root, "error_request_count", "requests").value_or(0));
    CountRequests(completed, failed, run);
    if (const auto config = root.Object("input_config")) ReadLoad(*config, run.requests, file, run);
    ReadTokens(root, completed, run);
    for (const AiperfFamily& family : kAiperfFamilies) ReadFamily(root, family, completed, run);
    ReadEnd(root, run);
    run.started_at = root.Text("start_time").value_or("");
    if (const auto version = root.Text("aiperf_version"))
      file.client["client.tool_version"] = {*version, std::string(kSourceReported)};
    const double duration_s = DurationOf(root);
    RETURN_IF_ERROR(root.status());
    CheckRun(duration_s, run);
    file.runs.push_back(std::move(run));
  }
  file.not_stated = {"engine version", "GPU", "seed"};
  return file;
}

}  // namespace inferproof
