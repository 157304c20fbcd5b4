#include <algorithm>
#include <array>
#include <optional>

#include "harness/base/number.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

// src/guidellm/schemas and benchmark/schemas (0.8); older files keep the strategy under `args`.
struct Family {
  const char* theirs;
  const char* ours;
  double to_ms;
  const char* definition;
};
constexpr std::array<Family, 4> kFamilies = {
    {{"time_to_first_token_ms", "ttft_ms", 1, "guidellm: first event with text"},
     {"request_latency", "e2e_ms", 1000, "guidellm: end of the answer"},
     {"time_per_output_token_ms", "tpot_ms", 1, "guidellm: e2e / tokens, the first token included"},
     {"inter_token_latency_ms", "itl_ms", 1, "guidellm: (last - first) / (tokens - 1) of a request"}}};
constexpr char kTokens[] = "guidellm: usage, else events";

std::optional<Node> Below(Fields& fields, const char* outer, const char* inner) {
  const std::optional<Node> object = fields.Object(outer);
  if (!object) return std::nullopt;
  Fields nested(*object);
  return nested.Object(inner);
}

// "concurrent-2", "constant-4", "synchronous".
void ReadStrategy(Fields& benchmark, ForeignRun& run) {
  std::optional<Node> node = Below(benchmark, "config", "strategy");
  if (!node) node = Below(benchmark, "args", "strategy");
  if (!node) return benchmark.Fail("config", "states no strategy");
  Fields strategy(*node);
  run.scenario = strategy.RequiredText("type_");
  const std::optional<std::int64_t> streams = strategy.Count("streams");
  const std::optional<double> rate = strategy.Number("rate");
  run.concurrency = static_cast<int>(std::min<std::int64_t>(1'000'000, streams.value_or(0)));
  if (streams) run.scenario += "-" + std::to_string(*streams);
  if (!streams && rate) run.scenario += "-" + FormatShortest(*rate);
  if (!strategy.status().ok()) benchmark.Fail("config", strategy.status().error().what);
}

// An incomplete request was under way when the time was over: neither a success nor a failure.
std::int64_t ReadTotals(Fields& metrics, ForeignFile& file, ForeignRun& run) {
  const std::optional<Node> node = metrics.Object("request_totals");
  if (!node) {
    metrics.Fail("request_totals", "is missing");
    return 0;
  }
  Fields totals(*node);
  const std::int64_t good = totals.RequiredCount("successful");
  CountRequests(good, totals.RequiredCount("errored"), run);
  if (const auto incomplete = totals.Count("incomplete"); incomplete && *incomplete > 0)
    file.notes.push_back(run.scenario + ": " + std::to_string(*incomplete) +
                         " requests were under way at the end; they count neither as completed nor as failed");
  if (!totals.status().ok()) metrics.Fail("request_totals", totals.status().error().what);
  return good;
}

void ReadFamily(const Node& successful, const Family& family, ForeignRun& run) {
  Fields summary(successful);
  const std::int64_t n = summary.Count("count").value_or(0);
  if (n == 0) return;
  const auto put = [&](const char* suffix, std::optional<double> value) {
    if (value) Put(std::string(family.ours) + suffix, *value * family.to_ms, n, family.definition, run);
  };
  put(".mean", summary.Number("mean"));
  put(".p50", summary.Number("median"));
  put(".min", summary.Number("min"));
  put(".max", summary.Number("max"));
  const std::optional<Node> node = summary.Object("percentiles");
  if (!node) return;
  Fields percentiles(*node);
  for (const char* name : {"p90", "p95", "p99"}) put((std::string(".") + name).c_str(), percentiles.Number(name));
}

void ReadTokens(Fields& metrics, const char* theirs, const char* ours, double duration_s, ForeignRun& run) {
  const std::optional<Node> successful = Below(metrics, theirs, "successful");
  if (!successful) return;
  Fields counts(*successful);
  const std::int64_t n = counts.Count("count").value_or(0);
  const std::optional<double> sum = counts.Number("total_sum");
  if (n == 0 || !sum) return;
  Put(ours, *sum / static_cast<double>(n), n, kTokens, run);
  if (std::string_view(ours) == "output_tokens.mean" && duration_s > 0)
    Put("output_tps", *sum / duration_s, n, kTokens, run);
}

void ReadWork(Fields& benchmark, ForeignFile& file, ForeignRun& run) {
  const std::optional<Node> node = Below(benchmark, "config", "backend");
  if (!node) return;
  Fields backend(*node);
  file.model = backend.Text("model").value_or(file.model);
  AddWork(backend, "request_format", run);
  AddWork(backend, "stream", run);
  AddWork(backend, "max_tokens", run);
}

Result<ForeignRun> ReadBenchmark(const Node& node, ForeignFile& file) {
  Fields benchmark(node);
  ForeignRun run;
  run.line = node.position().line;
  ReadStrategy(benchmark, run);
  ReadWork(benchmark, file, run);
  const double duration_s = benchmark.Number("duration").value_or(0);
  const std::optional<Node> member = benchmark.Object("metrics");
  if (!member) benchmark.Fail("metrics", "is missing");
  RETURN_IF_ERROR(benchmark.status());
  Fields metrics(*member);
  const std::int64_t good = ReadTotals(metrics, file, run);
  if (run.concurrency == 0) run.concurrency = static_cast<int>(std::clamp<std::int64_t>(run.requests, 1, 1'000'000));
  if (run.scenario == "synchronous") run.concurrency = 1;
  for (const Family& family : kFamilies) {
    if (const auto successful = Below(metrics, family.theirs, "successful")) ReadFamily(*successful, family, run);
  }
  ReadTokens(metrics, "prompt_token_count", "prompt_tokens.mean", duration_s, run);
  ReadTokens(metrics, "output_token_count", "output_tokens.mean", duration_s, run);
  if (duration_s > 0) Put("request_rps", static_cast<double>(good) / duration_s, good, "", run);
  RETURN_IF_ERROR(metrics.status());
  CheckRun(duration_s, run);
  return run;
}

}  // namespace

Result<ForeignFile> ReadGuidellm(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    Fields root{Node(*document)};
    if (const auto metadata = root.Object("metadata")) {
      Fields known(*metadata);
      if (const auto version = known.Text("guidellm_version"))
        file.client["client.tool_version"] = {*version, std::string(kSourceReported)};
    }
    for (const Node& benchmark : root.Array("benchmarks")) {
      ASSIGN_OR_RETURN(ForeignRun run, ReadBenchmark(benchmark, file));
      file.runs.push_back(std::move(run));
    }
    RETURN_IF_ERROR(root.status());
  }
  file.not_stated = {"engine version", "GPU", "prompts"};
  return file;
}

}  // namespace inferproof
