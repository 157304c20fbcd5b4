#include <array>
#include <utility>

#include "harness/base/text.h"
#include "harness/import/import.h"
#include "harness/import/readers.h"

namespace inferproof {
namespace {

constexpr char kActionPrefix[] = "window.BENCHMARK_DATA";

bool Has(const Json& json, const char* key) { return json.is_object() && json.contains(key); }

const Json& FirstOf(const Json& json) { return json.is_array() && !json.empty() ? json.front() : json; }

bool IsVllm(const Json& json) { return Has(json, "completed") && Has(json, "num_prompts") && Has(json, "duration"); }

bool IsSglang(const Json& json) {
  return Has(json, "completed") && Has(json, "duration") && !Has(json, "num_prompts") &&
         (Has(json, "mean_e2e_latency_ms") || Has(json, "total_output_tokens_retokenized") || Has(json, "server_info"));
}

bool IsAiperf(const Json& json) {
  return Has(json, "input_config") && (Has(json, "request_latency") || Has(json, "request_count") ||
                                       Has(json, "records") || Has(json, "error_request_count"));
}

bool IsAiperfRecord(const Json& json) {
  return Has(json, "metadata") && Has(json, "metrics") && Has(json["metadata"], "benchmark_phase");
}

bool IsGuidellm(const Json& json) {
  if (!Has(json, "benchmarks") || Has(json, "context") || !json["benchmarks"].is_array()) return false;
  const Json& first = FirstOf(json["benchmarks"]);
  return Has(json, "metadata") || Has(first, "metrics");
}

bool IsLlamaBench(const Json& json) {
  const Json& first = FirstOf(json);
  return Has(first, "build_commit") && Has(first, "n_prompt") && Has(first, "n_gen");
}

bool IsGoogleBenchmark(const Json& json) { return Has(json, "context") && Has(json, "benchmarks"); }

bool IsBenchmarkAction(const Json& json) { return Has(json, "entries") && Has(json, "lastUpdate"); }

struct Importer {
  ForeignFormat format;
  bool (*is)(const Json&);
  Result<ForeignFile> (*read)(const Documents&);
};

constexpr std::array<Importer, 8> kImporters = {
    {{{"vllm", "JSON of `vllm bench serve --save-result`"}, IsVllm, ReadVllm},
     {{"sglang", "JSONL of SGLang's bench_serving"}, IsSglang, ReadSglang},
     {{"aiperf", "profile_export_aiperf.json of AIPerf"}, IsAiperf, ReadAiperf},
     {{"aiperf-records", "profile_export.jsonl of AIPerf, a request a line"}, IsAiperfRecord, ReadAiperfRecords},
     {{"guidellm", "JSON of GuideLLM"}, IsGuidellm, ReadGuidellm},
     {{"llama-bench", "llama-bench -o json or jsonl"}, IsLlamaBench, ReadLlamaBench},
     {{"google-benchmark", "--benchmark_out of Google Benchmark, with repetitions"},
      IsGoogleBenchmark,
      ReadGoogleBenchmark},
     {{"github-action-benchmark", "data.js of github-action-benchmark"}, IsBenchmarkAction, ReadBenchmarkAction}}};
constexpr ForeignFormat kCsv = {"csv", "CSV with the columns of docs/importing.md"};

// The script that holds the data of a page: an assignment of one JSON value.
std::string_view WithoutAssignment(std::string_view text) {
  const std::string_view trimmed = TrimAscii(text);
  if (!trimmed.starts_with(kActionPrefix)) return text;
  const std::size_t equals = trimmed.find('=');
  if (equals == std::string_view::npos) return text;
  std::string_view value = TrimAscii(trimmed.substr(equals + 1));
  if (value.ends_with(';')) value.remove_suffix(1);
  return value;
}

Error Unknown(const std::string& path) {
  std::vector<std::string> names;
  for (const ForeignFormat& format : ForeignFormats()) names.emplace_back(format.name);
  return MakeError(ErrorCode::kConfig, path, "no result of this program and of no other tool that is known here",
                   "Known: " + Join(names, ", "));
}

bool IsCsvPath(const std::string& path) { return ToLowerAscii(path).ends_with(".csv"); }

}  // namespace

const std::vector<ForeignFormat>& ForeignFormats() {
  static const std::vector<ForeignFormat> formats = [] {
    std::vector<ForeignFormat> all;
    for (const Importer& importer : kImporters) all.push_back(importer.format);
    all.push_back(kCsv);
    return all;
  }();
  return formats;
}

bool LooksForeign(std::string_view text, const std::string& path) {
  if (IsCsvPath(path)) return true;
  const std::string_view value = WithoutAssignment(text);
  if (value.data() != text.data() || value.size() != text.size()) return true;
  const Result<Documents> documents = ParseDocuments(value, path);
  if (!documents.ok()) return false;
  const Json& first = documents->front()->root();
  for (const Importer& importer : kImporters) {
    if (importer.is(first)) return true;
  }
  return false;
}

bool IsBroken(std::string_view text, const std::string& path) {
  return !IsCsvPath(path) && !ParseDocuments(WithoutAssignment(text), path).ok();
}

Result<ForeignFile> ReadForeign(std::string_view text, const std::string& path) {
  ForeignFile file;
  if (IsCsvPath(path)) {
    if (text.size() > kMostForeignBytes) return MakeError(ErrorCode::kConfig, path, "is larger than 64 MiB");
    ASSIGN_OR_RETURN(file, ReadCsv(text, path));
    file.format = kCsv.name;
    file.path = path;
    return file;
  }
  ASSIGN_OR_RETURN(const Documents documents, ParseDocuments(WithoutAssignment(text), path));
  const Json& first = documents.front()->root();
  for (const Importer& importer : kImporters) {
    if (!importer.is(first)) continue;
    for (const auto& document : documents) {
      if (!importer.is(document->root()))
        return Node(*document).Fail("is no value of " + std::string(importer.format.name) + ", as the first one is");
    }
    ASSIGN_OR_RETURN(file, importer.read(documents));
    file.format = importer.format.name;
    file.path = path;
    if (file.runs.empty()) return MakeError(ErrorCode::kConfig, path, "holds no run");
    return file;
  }
  return Unknown(path);
}

}  // namespace inferproof
