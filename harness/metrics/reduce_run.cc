#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/metrics/cache_figures.h"
#include "harness/metrics/request_figures.h"
#include "harness/metrics/run_metrics.h"
#include "harness/stats/summary.h"

namespace inferproof {
namespace {

using Records = std::vector<const RequestRecord*>;

// Below this many requests the latency of a run is an anecdote.
constexpr std::size_t kFewRequests = 10;

Records CompletedMeasured(const RunLog& log) {
  Records records;
  for (const RequestRecord& record : log.records) {
    if (record.phase == Phase::kMeasured && IsCompleted(record.outcome)) records.push_back(&record);
  }
  return records;
}

// The figure of every request that has it.
template <typename Figure>
std::vector<double> Collect(const Records& records, Figure figure) {
  std::vector<double> values;
  values.reserve(records.size());
  for (const RequestRecord* record : records) {
    if (const auto value = figure(*record)) values.push_back(static_cast<double>(*value));
  }
  return values;
}

// Output tokens of all requests of a run.
struct TokenCounts {
  std::vector<double> counts;  // of the requests whose count is known
  std::int64_t estimated = 0;
  bool complete = true;  // each request's count is known

  bool approximate() const { return estimated > 0 || !complete; }
};

TokenCounts CountTokens(const Records& records) {
  TokenCounts tokens;
  for (const RequestRecord* record : records) {
    const std::optional<TokenCount> count = OutputTokensOf(record->response);
    tokens.complete = tokens.complete && count.has_value();
    if (!count) continue;
    tokens.counts.push_back(static_cast<double>(count->tokens));
    if (count->estimated()) ++tokens.estimated;
  }
  return tokens;
}

double Sum(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void AddLatencies(const Records& records, RunMetrics& metrics) {
  Summarise("ttft_ms", Collect(records, TtftOf), false, metrics);
  Summarise("ttft_visible_ms", Collect(records, TtftVisibleOf), false, metrics);
  Summarise("headers_ms", Collect(records, HeadersOf), false, metrics);
  Summarise("connect_ms", Collect(records, ConnectOf), false, metrics);
  Summarise("e2e_ms", Collect(records, E2eOf), false, metrics);
  Summarise("send_lag_ms", Collect(records, SendLagOf), false, metrics);
}

// Pooled over the run. Called inter-token latency only when every stream's events are tokens: with several tokens an
// event the same speed gives other gaps.
void AddGaps(const Records& records, RunMetrics& metrics) {
  std::vector<double> gaps;
  std::vector<double> lags;
  bool events_are_tokens = true;
  for (const RequestRecord* record : records) {
    AppendClientLags(record->response, lags);
    if (!record->response.streamed) continue;
    AppendGaps(record->response, gaps);
    events_are_tokens = events_are_tokens && EventsAreTokens(record->response);
  }
  Summarise(events_are_tokens ? "itl_ms" : "chunk_gap_ms", std::move(gaps), false, metrics);
  Summarise("client_lag_ms", std::move(lags), false, metrics);
}

std::optional<double> TokensPerChunk(const RequestRecord& record) {
  const std::optional<TokenCount> count = OutputTokensOf(record.response);
  if (!count || count->estimated() || !record.response.streamed || record.response.deltas.empty()) return std::nullopt;
  return static_cast<double>(count->tokens) / static_cast<double>(record.response.deltas.size());
}

// A counter that only some answers told is no basis to say that two sides did equal work.
void AddCounter(const std::string& name, const std::vector<double>& counts, bool approximate, RunMetrics& metrics) {
  if (counts.empty()) return;
  const auto n = static_cast<std::int64_t>(counts.size());
  metrics.values[name + ".mean"] = {.value = Mean(counts), .n = n, .approximate = approximate};
  metrics.values[name + ".sum"] = {.value = Sum(counts), .n = n, .approximate = approximate};
}

void AddTokens(const Records& records, const TokenCounts& tokens, RunMetrics& metrics) {
  Summarise("tpot_ms", Collect(records, TpotOf), tokens.estimated > 0, metrics);
  Summarise("tokens_per_chunk", Collect(records, TokensPerChunk), false, metrics);
  AddCounter("output_tokens", tokens.counts, tokens.approximate(), metrics);

  const auto prompt = Collect(records, [](const RequestRecord& record) -> std::optional<std::int64_t> {
    const std::optional<Usage>& usage = record.response.usage;
    return usage && usage->prompt_tokens.value_or(-1) >= 0 ? usage->prompt_tokens : std::nullopt;
  });
  AddCounter("prompt_tokens", prompt, prompt.size() < records.size(), metrics);
  const auto cached = Collect(records, [](const RequestRecord& record) { return CachedTokensOf(record.response); });
  AddCounter("cached_tokens", cached, cached.size() < records.size(), metrics);
}

void AddRates(const RunLog& log, const Records& records, const TokenCounts& tokens, RunMetrics& metrics) {
  const double measured_s = ToSeconds(log.ended - log.begun);
  if (measured_s <= 0) return;
  const auto n = static_cast<std::int64_t>(records.size());
  metrics.values["request_rps"] = {.value = static_cast<double>(n) / measured_s, .n = n};
  // With a count missing the sum is too small by what nobody knows.
  if (tokens.complete)
    metrics.values["output_tps"] = {
        .value = Sum(tokens.counts) / measured_s, .n = n, .approximate = tokens.approximate()};
}

// "stop" and "length" always, so that none at all is a measured 0 on one side and not a metric that is missing there.
void AddFinishReasons(const Records& records, RunMetrics& metrics) {
  std::map<std::string, std::int64_t> counts = {{FinishMetric("stop"), 0}, {FinishMetric("length"), 0}};
  for (const RequestRecord* record : records) ++counts[FinishMetric(record->response.finish_reason.value_or(""))];
  const auto n = static_cast<std::int64_t>(records.size());
  for (const auto& [name, count] : counts)
    metrics.values[name] = {.value = static_cast<double>(count) / static_cast<double>(n), .n = n};
}

void AddSuccessRate(const RunLog& log, const Records& records, RunMetrics& metrics) {
  const auto planned = log.planned.find(Phase::kMeasured);
  if (planned == log.planned.end() || planned->second <= 0) return;
  metrics.values["success_rate"] = {.value = static_cast<double>(records.size()) / static_cast<double>(planned->second),
                                    .n = planned->second};
}

void AddWarnings(const Records& records, const TokenCounts& tokens, RunMetrics& metrics) {
  if (records.size() < kFewRequests) {
    metrics.warnings.push_back(std::to_string(records.size()) +
                               " measured requests completed: latency wants at least " + std::to_string(kFewRequests));
  }
  const auto without_usage = tokens.estimated + static_cast<std::int64_t>(records.size() - tokens.counts.size());
  if (without_usage > 0) {
    metrics.warnings.push_back("no output token count from the server in " + std::to_string(without_usage) + " of " +
                               std::to_string(records.size()) + " answers: tokens estimated from text events");
  }
}

}  // namespace

RunMetrics ReduceRun(const RunLog& log) {
  RunMetrics metrics;
  const Records records = CompletedMeasured(log);
  const TokenCounts tokens = CountTokens(records);
  AddSuccessRate(log, records, metrics);
  AddWarnings(records, tokens, metrics);
  if (records.empty()) return metrics;

  AddLatencies(records, metrics);
  AddCacheFigures(log, metrics);
  AddGaps(records, metrics);
  AddTokens(records, tokens, metrics);
  AddRates(log, records, tokens, metrics);
  AddFinishReasons(records, metrics);
  return metrics;
}

}  // namespace inferproof
