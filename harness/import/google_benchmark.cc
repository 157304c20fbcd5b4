#include <algorithm>
#include <optional>
#include <set>

#include "harness/base/text.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"

namespace inferproof {
namespace {

// src/json_reporter.cc, from 1.7.1 on.
constexpr char kDefinition[] = "google-benchmark";

// What stands in a row beside the user's counters.
const std::set<std::string>& OwnKeys() {
  static const std::set<std::string> keys = {"name",
                                             "family_index",
                                             "per_family_instance_index",
                                             "run_name",
                                             "run_type",
                                             "repetitions",
                                             "iterations",
                                             "repetition_index",
                                             "threads",
                                             "aggregate_name",
                                             "aggregate_unit",
                                             "real_time",
                                             "cpu_time",
                                             "time_unit",
                                             "error_occurred",
                                             "error_message",
                                             "skipped",
                                             "skip_message",
                                             "label",
                                             "items_per_second",
                                             "bytes_per_second",
                                             "allocs_per_iter",
                                             "max_bytes_used",
                                             "total_allocated_bytes",
                                             "net_heap_growth"};
  return keys;
}

std::optional<double> NanosIn(const std::string& unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  return std::nullopt;
}

void ReadContext(Fields& root, ForeignFile& file) {
  const std::optional<Node> node = root.Object("context");
  if (!node) return root.Fail("context", "is missing");
  Fields context(*node);
  if (const auto host = context.Text("host_name")) file.client["client.host"] = {*host, std::string(kSourceReported)};
  if (const auto version = context.Text("library_version"))
    file.client["client.tool_version"] = {*version, std::string(kSourceReported)};
  if (context.Text("library_build_type") == "debug")
    file.notes.push_back("the benchmark library was built as DEBUG: its timings may be affected");
  if (context.Bool("cpu_scaling_enabled").value_or(false))
    file.notes.push_back("CPU scaling was enabled: its timings may be noisy");
  if (context.Bool("aslr_enabled").value_or(false)) file.notes.push_back("ASLR was enabled: its timings may be noisy");
  if (!context.status().ok()) root.Fail("context", context.status().error().what);
}

void PutTime(Fields& row, const char* theirs, const char* ours, double nanos, std::int64_t n, ForeignRun& run) {
  const std::optional<double> value = row.Number(theirs);
  if (!value) return run.invalid.push_back(std::string(theirs) + " is not a finite number");
  Put(ours, *value * nanos, n, kDefinition, run);
}

void ReadNumbers(Fields& row, ForeignRun& run) {
  const std::optional<double> nanos = NanosIn(row.RequiredText("time_unit"));
  if (!nanos) return row.Fail("time_unit", "must be ns, us, ms or s");
  const std::int64_t iterations = row.RequiredCount("iterations");
  PutTime(row, "real_time", "real_time_ns", *nanos, iterations, run);
  PutTime(row, "cpu_time", "cpu_time_ns", *nanos, iterations, run);
  for (const char* rate : {"items_per_second", "bytes_per_second"}) {
    if (const auto value = row.Number(rate)) Put(rate, *value, iterations, kDefinition, run);
  }
}

void NoteCounters(const Node& node, std::set<std::string>& counters) {
  for (const auto& [key, value] : node.json().items()) {
    if (value.is_number() && !OwnKeys().contains(key)) counters.insert(Truncate(key, 60));
  }
}

Status ReadRow(const Node& node, std::set<std::string>& counters, ForeignFile& file) {
  Fields row(node);
  ForeignRun run;
  run.line = node.position().line;
  const std::string name = row.RequiredText("name");
  run.scenario = row.Text("run_name").value_or(name);
  const bool aggregate = row.Text("run_type") == "aggregate" || row.Has("aggregate_name") || row.Has("big_o");
  RETURN_IF_ERROR(row.status());
  if (aggregate) return {};
  run.concurrency = static_cast<int>(std::clamp<std::int64_t>(row.Count("threads").value_or(1), 1, 1'000'000));
  const bool failed = row.Bool("error_occurred").value_or(false);
  if (failed) run.invalid.push_back("the benchmark failed: " + row.Text("error_message").value_or("no message"));
  const bool skipped = row.Bool("skipped").value_or(false);
  if (skipped) run.invalid.push_back("the benchmark was skipped: " + row.Text("skip_message").value_or("no message"));
  CountCompletedOnly(1, run);
  if (!failed && !skipped) {
    ReadNumbers(row, run);
    NoteCounters(node, counters);
    CheckRun(0, run);
  }
  RETURN_IF_ERROR(row.status());
  file.runs.push_back(std::move(run));
  return {};
}

}  // namespace

Result<ForeignFile> ReadGoogleBenchmark(const Documents& documents) {
  ForeignFile file;
  std::set<std::string> counters;
  for (const auto& document : documents) {
    const Node node(*document);
    Fields root(node);
    ReadContext(root, file);
    const std::vector<Node> rows = root.Array("benchmarks");
    RETURN_IF_ERROR(root.status());
    for (const Node& row : rows) RETURN_IF_ERROR(ReadRow(row, counters, file));
    if (!rows.empty() && file.runs.empty())
      return node.Fail("holds aggregates and no repetition", "Run without --benchmark_report_aggregates_only");
  }
  for (const std::string& counter : counters) file.not_stated.push_back("direction of the counter " + counter);
  file.not_stated.push_back("seed");
  return file;
}

}  // namespace inferproof
