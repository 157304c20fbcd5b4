#include <array>
#include <optional>
#include <string_view>

#include "harness/base/text.h"
#include "harness/import/readers.h"
#include "harness/import/summary_keys.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

// What github-action-benchmark takes less of as better; the rest counts rates.
constexpr std::array<std::string_view, 6> kSmaller = {
    "customSmallerIsBetter", "googlecpp", "go", "cargo", "catch2", "jmh"};
constexpr std::array<std::string_view, 4> kBigger = {"customBiggerIsBetter", "benchmarkjs", "pytest", "benchmarkluau"};

std::optional<std::string> MetricOf(const std::string& tool) {
  for (const std::string_view name : kSmaller) {
    if (tool == name) return "smaller_is_better";
  }
  for (const std::string_view name : kBigger) {
    if (tool == name) return "bigger_is_better";
  }
  return std::nullopt;
}

struct Place {
  std::string scenario;
  std::string metric;
};

// "chat/ttft_ms.p95", as our own exporter names it, is that metric again; every other name is a series of its own.
Place PlaceOf(const std::string& name, const std::string& unit, const std::string& fallback) {
  const std::size_t slash = name.rfind('/');
  if (slash != std::string::npos && slash > 0) {
    const std::string metric = name.substr(slash + 1);
    const MetricDefinition* definition = FindMetric(metric);
    if (definition != nullptr && definition->unit == unit) return {name.substr(0, slash), metric};
  }
  return {name, fallback};
}

// A point is one commit's run: a run of each series, or one run of a scenario with all of its metrics.
Status ReadPoint(const Node& node, ForeignFile& file) {
  Fields point(node);
  const std::string tool = point.RequiredText("tool");
  const std::optional<std::string> metric = MetricOf(tool);
  if (!metric && point.status().ok()) point.Fail("tool", "is \"" + tool + "\", whose direction is not known here");
  RETURN_IF_ERROR(point.status());
  std::map<std::string, ForeignRun> runs;
  for (const Node& element : point.Array("benches")) {
    Fields bench(element);
    const std::string unit = bench.Text("unit").value_or("");
    const Place place = PlaceOf(bench.RequiredText("name"), unit, *metric);
    const double value = bench.RequiredNumber("value");
    RETURN_IF_ERROR(bench.status());
    ForeignRun& run = runs[place.scenario];
    if (run.scenario.empty()) {
      run.scenario = place.scenario;
      run.line = element.position().line;
      CountCompletedOnly(1, run);
    }
    if (run.metrics.values.contains(place.metric)) return element.Fail("stands twice in one point: " + place.scenario);
    Put(place.metric, value, 1, "github-action-benchmark: " + tool + ", unit " + (unit.empty() ? "none" : unit), run);
  }
  RETURN_IF_ERROR(point.status());
  for (auto& [scenario, run] : runs) {
    CheckRun(0, run);
    file.runs.push_back(std::move(run));
  }
  return {};
}

std::optional<std::string> CommitOf(const Node& node) {
  Fields point(node);
  const std::optional<Node> commit = point.Object("commit");
  if (!commit) return std::nullopt;
  Fields fields(*commit);
  return fields.Text("id");
}

// The newest commit's points alone: the runs of one state of the code. A history is no side of a comparison.
Status ReadSeries(const Node& series, ForeignFile& file) {
  if (!series.json().is_array() || series.json().empty()) return series.Fail("must be an array of at least one point");
  const std::optional<std::string> newest = CommitOf(series.Element(series.json().size() - 1));
  if (!newest) return series.Fail("its newest point names no commit");
  file.server["engine.version"] = {*newest, std::string(kSourceReported)};
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < series.json().size(); ++i) {
    if (CommitOf(series.Element(i)) == newest) {
      RETURN_IF_ERROR(ReadPoint(series.Element(i), file));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0)
    file.notes.push_back("points of other commits left out: " + std::to_string(left_out) + ", the newest is " +
                         Truncate(*newest, 40));
  return {};
}

}  // namespace

Result<ForeignFile> ReadBenchmarkAction(const Documents& documents) {
  ForeignFile file;
  for (const auto& document : documents) {
    Fields root{Node(*document)};
    const std::optional<Node> entries = root.Object("entries");
    if (!entries) root.Fail("entries", "is missing");
    RETURN_IF_ERROR(root.status());
    for (const auto& [name, points] : entries->json().items()) RETURN_IF_ERROR(ReadSeries(entries->Member(name), file));
  }
  file.not_stated = {"number of failed requests", "number of requests", "model", "GPU", "seed"};
  return file;
}

}  // namespace inferproof
