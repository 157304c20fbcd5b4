#include <optional>

#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

// python/sglang/bench_serving.py
constexpr char kFirst[] = "sglang: first event with text";
constexpr char kLast[] = "sglang: last line of the answer, [DONE] included";
constexpr char kPerToken[] = "sglang: (e2e - ttft) / (tokens - 1)";
constexpr char kGaps[] = "sglang: gaps between events with text, pooled";
constexpr char kTokens[] = "sglang: usage, else the length that was asked for";

void ReadServer(Fields& fields, ForeignFile& file) {
  const std::optional<Node> info = fields.Object("server_info");
  if (!info) return;
  Fields server(*info);
  file.server["engine.name"] = {"sglang", std::string(kSourceReported)};
  if (const auto version = server.Text("version"))
    file.server["engine.version"] = {*version, std::string(kSourceReported)};
  if (const auto model = server.Text("model_path")) file.model = *model;
}

void ReadTokens(Fields& fields, std::int64_t completed, ForeignRun& run) {
  if (const auto rate = fields.Number("output_throughput")) Put("output_tps", *rate, completed, kTokens, run);
  if (const auto rate = fields.Number("request_throughput")) Put("request_rps", *rate, completed, "", run);
  if (completed == 0) return;
  for (const auto& [theirs, ours] : {std::pair("total_input_tokens", "prompt_tokens.mean"),
                                     std::pair("total_output_tokens", "output_tokens.mean")}) {
    if (const auto tokens = fields.Count(theirs))
      Put(ours, static_cast<double>(*tokens) / static_cast<double>(completed), completed, kTokens, run);
  }
}

Result<ForeignRun> ReadRun(const Node& node, ForeignFile& file) {
  Fields fields(node);
  ForeignRun run;
  run.line = node.position().line;
  const std::int64_t completed = fields.RequiredCount("completed");
  const double duration_s = fields.RequiredNumber("duration");
  CountCompletedOnly(completed, run);
  NameLoad(ReadRate(fields, "request_rate"), fields.Count("max_concurrency").value_or(0), completed, run);
  for (const char* key : {"backend", "dataset_name", "request_rate", "max_concurrency", "sharegpt_output_len",
                          "random_input_len", "random_output_len", "random_range_ratio"})
    AddWork(fields, key, run);
  ReadTokens(fields, completed, run);
  ReadSummaryKeys(fields, "ttft_ms", "ttft_ms", kFirst, completed, run);
  ReadSummaryKeys(fields, "tpot_ms", "tpot_ms", kPerToken, completed, run);
  ReadSummaryKeys(fields, "itl_ms", "chunk_gap_ms", kGaps, completed, run);
  ReadSummaryKeys(fields, "e2e_latency_ms", "e2e_ms", kLast, completed, run);
  ReadServer(fields, file);
  if (fields.Number("accept_length").value_or(0) > 1)
    file.notes.push_back("speculative decoding: several tokens may arrive in one event");
  RETURN_IF_ERROR(fields.status());
  CheckRun(duration_s, run);
  return run;
}

}  // namespace

Result<ForeignFile> ReadSglang(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    ASSIGN_OR_RETURN(ForeignRun run, ReadRun(Node(*document), file));
    file.runs.push_back(std::move(run));
  }
  file.not_stated = {"number of failed requests", "GPU", "seed", "warm-up", "date"};
  if (file.server.empty()) file.not_stated.push_back("engine version");
  return file;
}

}  // namespace inferproof
