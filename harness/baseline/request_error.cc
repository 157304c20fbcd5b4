#include "harness/baseline/request_error.h"

#include <cmath>

#include "harness/json/object_reader.h"
#include "harness/stats/spread.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

std::optional<double> NumberIn(const Json& record, const std::string& key) {
  const auto found = record.find(key);
  if (found == record.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::string TextIn(const Json& record, const std::string& key, std::string fallback) {
  const auto found = record.find(key);
  return found == record.end() || !found->is_string() ? fallback : found->get<std::string>();
}

void AddGap(const Json& record, const char* from, const char* to, const char* family,
            std::map<std::string, std::vector<double>>& values) {
  const auto start = NumberIn(record, from);
  const auto end = NumberIn(record, to);
  if (start && end) values[family].push_back(*end - *start);
}

// Time per token after the first event, as docs/metrics.md defines it.
void AddTimePerToken(const Json& record, std::map<std::string, std::vector<double>>& values) {
  const auto first = NumberIn(record, "first_ms");
  const auto last = NumberIn(record, "last_ms");
  const auto usage = record.find("usage");
  if (!first || !last || usage == record.end() || !usage->is_object()) return;
  const auto tokens = NumberIn(*usage, "output_tokens");
  double in_first_event = 1;
  const auto told = record.find("delta_tokens");
  if (told != record.end() && told->is_array() && !told->empty() && told->front().is_number())
    in_first_event = std::max(1.0, told->front().get<double>());
  if (tokens && *tokens - in_first_event >= 1)
    values["tpot_ms"].push_back((*last - *first) / (*tokens - in_first_event));
}

bool Counts(const Json& record) {
  return TextIn(record, "phase", "") == "measured" && TextIn(record, "outcome", "") == "completed" &&
         TextIn(record, "side", "candidate") == "candidate";
}

std::optional<double> ShareOfError(const std::vector<double>& values, const std::string& summary) {
  if (summary == "p50") {
    const std::optional<double> error = MedianStandardError(values);
    const double median = Median(values);
    if (!error || !(median > 0)) return std::nullopt;
    return *error / median;
  }
  if (summary != "mean" || values.size() < 2 || !(Mean(values) > 0)) return std::nullopt;
  return std::sqrt(SampleVariance(values) / static_cast<double>(values.size())) / Mean(values);
}

}  // namespace

Result<RequestValues> ReadRequestValues(std::string_view samples, const std::string& path) {
  RequestValues values;
  int line = 0;
  while (true) {
    const std::size_t end = samples.find('\n');
    if (end == std::string_view::npos) return values;
    const std::string_view text = samples.substr(0, end);
    samples.remove_prefix(end + 1);
    ++line;
    ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path, line));
    const Json& record = document.root();
    // -1 is no run.
    const double run = record.is_object() ? NumberIn(record, "run").value_or(-1) : -1;
    const std::string scenario = run >= 0 ? TextIn(record, "scenario", "") : "";
    if (scenario.empty() || run > 1e6)
      return MakeError(ErrorCode::kConfig, path + ":" + std::to_string(line), "is no record of a request");
    if (!Counts(record)) continue;
    auto& of_run = values[scenario][static_cast<int>(run)];
    AddGap(record, "sent_ms", "first_ms", "ttft_ms", of_run);
    AddGap(record, "sent_ms", "first_visible_ms", "ttft_visible_ms", of_run);
    AddGap(record, "sent_ms", "last_ms", "e2e_ms", of_run);
    AddTimePerToken(record, of_run);
  }
}

std::optional<double> RequestError(const RequestValues& values, const std::string& scenario,
                                   const std::string& metric) {
  const std::size_t dot = metric.find('.');
  const auto runs = values.find(scenario);
  if (dot == std::string::npos || runs == values.end()) return std::nullopt;
  double squares = 0;
  int count = 0;
  for (const auto& [run, families] : runs->second) {
    const auto family = families.find(metric.substr(0, dot));
    if (family == families.end()) continue;
    const std::optional<double> share = ShareOfError(family->second, metric.substr(dot + 1));
    if (!share) continue;
    squares += *share * *share;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return std::sqrt(squares / count);
}

}  // namespace inferproof
