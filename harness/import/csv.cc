#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/import/readers.h"
#include "harness/metrics/definitions.h"

namespace inferproof {
namespace {

constexpr std::array<std::string_view, 10> kColumns = {"scenario",   "run",       "metric", "value",       "unit",
                                                       "definition", "completed", "failed", "concurrency", "model"};
constexpr std::size_t kRequired = 4;
constexpr std::size_t kMostColumns = 64;

// One line of RFC 4180, without line breaks inside of quotes. Nothing when a quote stays open.
std::optional<std::vector<std::string>> Cells(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  return cells;
}

std::optional<double> FactorTo(const std::string& unit, const std::string& wanted) {
  static const std::map<std::string, double> kNanos = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  if (unit == wanted) return 1;
  const std::string base = wanted.substr(0, wanted.find('/'));
  const auto from = kNanos.find(unit.substr(0, unit.find('/')));
  const auto to = kNanos.find(base);
  if (from == kNanos.end() || to == kNanos.end()) return std::nullopt;
  return from->second / to->second;
}

class CsvReader {
 public:
  explicit CsvReader(std::string name) : name_(std::move(name)) {}

  Result<ForeignFile> Read(std::string_view text) {
    for (const std::string& raw : Split(text, '\n')) {
      ++line_;
      const std::string_view line = TrimAscii(raw);
      if (line.empty() || line.starts_with('#')) continue;
      const auto cells = Cells(line);
      if (!cells) return Wrong("a quote stays open");
      RETURN_IF_ERROR(header_.empty() ? ReadHeader(*cells) : ReadRow(*cells));
    }
    return Finish();
  }

 private:
  Error Wrong(std::string what, std::string hint = {}) const {
    return MakeError(ErrorCode::kConfig, name_ + ":" + std::to_string(line_), std::move(what), std::move(hint));
  }

  Status ReadHeader(const std::vector<std::string>& cells) {
    if (cells.size() > kMostColumns) return Wrong("has more than 64 columns");
    for (const std::string& cell : cells) {
      const std::string column(TrimAscii(cell));
      if (std::find(header_.begin(), header_.end(), column) != header_.end())
        return Wrong("the column \"" + Truncate(column, 60) + "\" stands twice");
      header_.push_back(column);
    }
    for (std::size_t i = 0; i < kRequired; ++i) {
      if (std::find(header_.begin(), header_.end(), kColumns[i]) == header_.end())
        return Wrong("has no column \"" + std::string(kColumns[i]) + "\"", "docs/importing.md names the columns");
    }
    return {};
  }

  std::string Cell(const std::vector<std::string>& cells, std::string_view column) const {
    const auto at = std::find(header_.begin(), header_.end(), column);
    return at == header_.end() ? "" : std::string(TrimAscii(cells[static_cast<std::size_t>(at - header_.begin())]));
  }

  Status ReadRow(const std::vector<std::string>& cells) {
    if (cells.size() != header_.size())
      return Wrong("has " + std::to_string(cells.size()) + " cells, the header has " + std::to_string(header_.size()),
                   "If the file is cut off, nothing of it counts");
    const std::string scenario = Truncate(Cell(cells, "scenario"), kMostName);
    const std::string metric = Cell(cells, "metric");
    const std::string run_name = Truncate(Cell(cells, "run"), kMostName);
    if (scenario.empty() || run_name.empty()) return Wrong("scenario and run must not be empty");
    ASSIGN_OR_RETURN(const double value, ValueOf(cells, metric));
    ASSIGN_OR_RETURN(ForeignRun * run, RunOf(cells, scenario, run_name));
    if (run->metrics.values.contains(metric)) return Wrong(metric + " stands twice in one run");
    const std::string definition = Cell(cells, "definition");
    Put(metric, value, run->requests, "csv: " + (definition.empty() ? "not stated" : Truncate(definition, kMostName)),
        *run);
    if (const std::string model = Cell(cells, "model"); !model.empty()) file_.model = Truncate(model, kMostName);
    return {};
  }

  // The value in our unit.
  Result<double> ValueOf(const std::vector<std::string>& cells, const std::string& metric) {
    const MetricDefinition* definition = FindMetric(metric);
    const bool bare = metric.find('.') == std::string::npos;
    if (definition == nullptr || metric == "success_rate" || (bare && (definition->distribution || definition->summed)))
      return Wrong(
          "no such metric: \"" + Truncate(metric, 60) + "\"",
          "Name one of docs/metrics.md, such as ttft_ms.p50; failures go into the columns completed and failed");
    const std::optional<double> value = ParseDouble(Cell(cells, "value"));
    if (!value) return Wrong("the value of " + metric + " is not a finite number");
    const std::string unit = Cell(cells, "unit");
    const std::optional<double> factor = unit.empty() ? 1 : FactorTo(unit, definition->unit);
    if (!factor)
      return Wrong("the unit of " + metric + " is " + definition->unit + ", got \"" + Truncate(unit, 30) + "\"");
    return *value * *factor;
  }

  // The run of a row, begun by its first row; every row must tell the same counts.
  Result<ForeignRun*> RunOf(const std::vector<std::string>& cells, const std::string& scenario,
                            const std::string& run_name) {
    const std::string counts =
        Cell(cells, "completed") + "," + Cell(cells, "failed") + "," + Cell(cells, "concurrency");
    const auto key = std::pair(scenario, run_name);
    if (const auto known = places_.find(key); known != places_.end()) {
      if (counts_.at(key) != counts) return Wrong("completed, failed and concurrency must be the same in one run");
      return &file_.runs[known->second];
    }
    ForeignRun run;
    run.scenario = scenario;
    run.line = line_;
    RETURN_IF_ERROR(ReadCounts(cells, run));
    places_[key] = file_.runs.size();
    counts_[key] = counts;
    file_.runs.push_back(std::move(run));
    return &file_.runs.back();
  }

  Status ReadCounts(const std::vector<std::string>& cells, ForeignRun& run) {
    std::map<std::string, std::optional<std::int64_t>> counts;
    for (const char* column : {"completed", "failed", "concurrency"}) {
      const std::string text = Cell(cells, column);
      if (text.empty()) continue;
      counts[column] = ParseInt(text);
      if (!counts[column] || *counts[column] < 0 || *counts[column] > kMostCount)
        return Wrong(std::string(column) + " must be a whole number >= 0, got \"" + Truncate(text, 30) + "\"");
    }
    const std::int64_t completed = counts["completed"].value_or(1);
    if (counts["failed"] && !counts["completed"]) return Wrong("failed is stated and completed is not");
    if (counts["failed"]) CountRequests(completed, *counts["failed"], run);
    if (!counts["failed"]) CountCompletedOnly(completed, run);
    run.concurrency = static_cast<int>(std::max<std::int64_t>(1, counts["concurrency"].value_or(1)));
    return {};
  }

  Result<ForeignFile> Finish() {
    if (file_.runs.empty()) return Wrong("holds no value");
    bool stated = true;
    for (ForeignRun& run : file_.runs) {
      stated = stated && run.conservation.failures_stated;
      CheckRun(0, run);
    }
    if (!stated) file_.not_stated.push_back("number of failed requests");
    file_.not_stated.insert(file_.not_stated.end(), {"engine version", "GPU", "seed"});
    return std::move(file_);
  }

  static constexpr std::int64_t kMostCount = 1'000'000;
  static constexpr std::size_t kMostName = 200;
  std::string name_;
  int line_ = 0;
  std::vector<std::string> header_;
  ForeignFile file_;
  std::map<std::pair<std::string, std::string>, std::size_t> places_;
  std::map<std::pair<std::string, std::string>, std::string> counts_;
};

}  // namespace

Result<ForeignFile> ReadCsv(std::string_view text, const std::string& name) { return CsvReader(name).Read(text); }

}  // namespace inferproof
