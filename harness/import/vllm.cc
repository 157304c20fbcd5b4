#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "harness/base/number.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

// vllm/benchmarks/serve.py
constexpr char kFirst[] = "vllm: first event with choices, also one without text";
constexpr char kLast[] = "vllm: last event with choices";
constexpr char kPerToken[] = "vllm: (e2e - ttft) / (tokens - 1)";
constexpr char kGaps[] = "vllm: gaps between events, pooled";
constexpr char kTokens[] = "vllm: usage, else tokenizer";
constexpr double kMillisecondsInSecond = 1000;

struct Load {
  std::int64_t prompts = 0;
  std::int64_t completed = 0;
  std::int64_t failed = 0;
  double duration_s = 0;
};

// Older files state no `failed`; what was asked for and not completed failed.
std::int64_t FailedOf(Fields& fields, const Load& load) {
  if (const auto failed = fields.Count("failed")) return *failed;
  return std::max<std::int64_t>(0, load.prompts - load.completed);
}

Load ReadLoad(Fields& fields, ForeignRun& run) {
  Load load;
  load.prompts = fields.RequiredCount("num_prompts");
  load.completed = fields.RequiredCount("completed");
  load.failed = FailedOf(fields, load);
  load.duration_s = fields.RequiredNumber("duration");
  CountRequests(load.completed, load.failed, run);
  NameLoad(ReadRate(fields, "request_rate"), fields.Count("max_concurrency").value_or(0), load.prompts, run);
  for (const char* key : {"backend", "endpoint_type", "num_prompts", "request_rate", "burstiness", "max_concurrency",
                          "tokenizer_id", "dataset_name", "random_input_len", "random_output_len"})
    AddWork(fields, key, run);
  if (load.completed + load.failed != load.prompts) {
    run.invalid.push_back("completed " + std::to_string(load.completed) + " and failed " + std::to_string(load.failed) +
                          " of num_prompts " + std::to_string(load.prompts) + ": not every request is accounted for");
  }
  if (load.completed > 0 && !(load.duration_s > 0)) run.invalid.push_back("duration is 0, which no clock measures");
  return load;
}

void ReadRates(Fields& fields, const Load& load, ForeignRun& run) {
  if (const auto rate = fields.Number("output_throughput")) Put("output_tps", *rate, load.completed, kTokens, run);
  if (const auto rate = fields.Number("request_throughput")) Put("request_rps", *rate, load.completed, "", run);
  if (load.completed == 0) return;
  const auto count = static_cast<double>(load.completed);
  if (const auto tokens = fields.Count("total_input_tokens"))
    Put("prompt_tokens.mean", static_cast<double>(*tokens) / count, load.completed, kTokens, run);
  if (const auto tokens = fields.Count("total_output_tokens"))
    Put("output_tokens.mean", static_cast<double>(*tokens) / count, load.completed, kTokens, run);
}

// What --save-detailed adds: seconds, one entry a request, failed ones included as zeros.
struct Detail {
  std::vector<double> ttft_ms;
  std::vector<double> tpot_ms;
  std::vector<double> gap_ms;
  std::vector<double> e2e_ms;
};

std::optional<Detail> ReadDetail(Fields& fields, const Load& load) {
  const std::vector<double> ttfts = fields.Numbers("ttfts");
  const std::vector<double> lengths = fields.Numbers("output_lens");
  const std::vector<Node> gaps = fields.Array("itls");
  const std::vector<Node> errors = fields.Array("errors");
  if (ttfts.empty() || lengths.size() != ttfts.size() || gaps.size() != ttfts.size()) return std::nullopt;
  Detail detail;
  for (std::size_t i = 0; i < ttfts.size(); ++i) {
    const bool failed = i < errors.size() && errors[i].json().is_string() && errors[i].json() != "";
    if (failed || lengths[i] <= 0 || !gaps[i].json().is_array()) continue;
    double sum_s = 0;
    for (const Json& gap : gaps[i].json()) {
      if (!gap.is_number()) return std::nullopt;
      sum_s += gap.get<double>();
      detail.gap_ms.push_back(gap.get<double>() * kMillisecondsInSecond);
    }
    detail.ttft_ms.push_back(ttfts[i] * kMillisecondsInSecond);
    detail.e2e_ms.push_back((ttfts[i] + sum_s) * kMillisecondsInSecond);
    if (lengths[i] > 1) detail.tpot_ms.push_back(sum_s * kMillisecondsInSecond / (lengths[i] - 1));
  }
  if (static_cast<std::int64_t>(detail.ttft_ms.size()) != load.completed) return std::nullopt;
  return detail;
}

void PutDistribution(const std::string& family, const std::vector<double>& samples, const std::string& definition,
                     std::int64_t completed, ForeignRun& run) {
  RunMetrics metrics;
  Summarise(family, samples, false, metrics);
  for (const auto& [metric, value] : metrics.values) Put(metric, value.value, completed, definition, run);
}

// The requests themselves are worth more than the percentiles that somebody chose; both must tell the same.
void UseDetail(const Detail& detail, const Load& load, ForeignRun& run) {
  const auto summary = run.metrics.values.find("ttft_ms.mean");
  if (summary != run.metrics.values.end()) {
    const double sum = std::accumulate(detail.ttft_ms.begin(), detail.ttft_ms.end(), 0.0);
    const double mean = sum / static_cast<double>(detail.ttft_ms.size());
    if (std::abs(mean - summary->second.value) > 0.01 * std::max(mean, summary->second.value))
      run.invalid.push_back("mean_ttft_ms is " + FormatFixed(summary->second.value, 3) +
                            " and the mean of ttfts (seconds) is " + FormatFixed(mean, 3) +
                            " ms: mixed units or a damaged file");
  }
  PutDistribution("ttft_ms", detail.ttft_ms, kFirst, load.completed, run);
  PutDistribution("tpot_ms", detail.tpot_ms, kPerToken, load.completed, run);
  PutDistribution("chunk_gap_ms", detail.gap_ms, kGaps, load.completed, run);
  PutDistribution("e2e_ms", detail.e2e_ms, kLast, load.completed, run);
}

Result<ForeignRun> ReadRun(const Node& node, ForeignFile& file) {
  Fields fields(node);
  ForeignRun run;
  run.line = node.position().line;
  const Load load = ReadLoad(fields, run);
  ReadRates(fields, load, run);
  ReadSummaryKeys(fields, "ttft_ms", "ttft_ms", kFirst, load.completed, run);
  ReadSummaryKeys(fields, "tpot_ms", "tpot_ms", kPerToken, load.completed, run);
  ReadSummaryKeys(fields, "itl_ms", "chunk_gap_ms", kGaps, load.completed, run);
  ReadSummaryKeys(fields, "e2el_ms", "e2e_ms", kLast, load.completed, run);
  const std::optional<Detail> detail = load.completed > 0 ? ReadDetail(fields, load) : std::nullopt;
  if (detail) UseDetail(*detail, load, run);
  run.started_at = fields.Text("date").value_or("");
  file.model = fields.Text("model_id").value_or(file.model);
  if (fields.Has("spec_decode_acceptance_rate") || fields.Has("spec_decode_acceptance_length"))
    file.notes.push_back("speculative decoding: several tokens may arrive in one event");
  RETURN_IF_ERROR(fields.status());
  CheckRun(load.duration_s, run);
  return run;
}

}  // namespace

Result<ForeignFile> ReadVllm(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    ASSIGN_OR_RETURN(ForeignRun run, ReadRun(Node(*document), file));
    file.runs.push_back(std::move(run));
  }
  file.not_stated = {"engine version", "GPU", "seed", "prompts", "warm-up"};
  return file;
}

}  // namespace inferproof
