#include "harness/metrics/definitions.h"

#include <algorithm>
#include <array>

namespace inferproof {
namespace {

constexpr std::array<std::string_view, 7> kDistributionSummaries = {"p50", "p90", "p95", "p99", "mean", "min", "max"};
constexpr std::array<std::string_view, 2> kSummedSummaries = {"mean", "sum"};

// The finish reasons of the chat API that a completed answer can have; every other word is "other".
constexpr std::array<std::string_view, 5> kFinishReasons = {"stop", "length", "tool_calls", "function_call",
                                                            "content_filter"};

MetricDefinition Distribution(std::string name, std::string unit, Better better, std::string meaning) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .better = better,
          .distribution = true,
          .counter = false,
          .summed = false,
          .meaning = std::move(meaning)};
}

MetricDefinition Single(std::string name, std::string unit, Better better, std::string meaning) {
  MetricDefinition definition = Distribution(std::move(name), std::move(unit), better, std::move(meaning));
  definition.distribution = false;
  return definition;
}

MetricDefinition Tokens(std::string name, std::string meaning) {
  MetricDefinition definition = Single(std::move(name), "tokens", Better::kNeither, std::move(meaning));
  definition.counter = true;
  definition.summed = true;
  return definition;
}

MetricDefinition Finish(std::string_view reason) {
  MetricDefinition definition =
      Single("finish_" + std::string(reason), "ratio", Better::kNeither,
             "share of completed requests whose finish reason is " +
                 (reason == "other" ? "none of the others here" : "\"" + std::string(reason) + "\""));
  definition.counter = true;
  return definition;
}

std::vector<MetricDefinition> MakeDefinitions() {
  std::vector<MetricDefinition> rows = {
      Distribution("ttft_ms", "ms", Better::kLower,
                   "time to first token: arrival of the first event with generated text, less the moment of sending"),
      Distribution("ttft_visible_ms", "ms", Better::kLower,
                   "the same for the first text that a user sees: content, not reasoning or tool arguments"),
      Distribution("headers_ms", "ms", Better::kLower, "arrival of the response headers, less the moment of sending"),
      Distribution("connect_ms", "ms", Better::kLower,
                   "start of the request until a new connection was ready, TLS included; absent on a reused one"),
      Distribution("e2e_ms", "ms", Better::kLower,
                   "arrival of the last event with generated text (not streamed: end of the answer), less the moment "
                   "of sending"),
      Distribution("tpot_ms", "ms/token", Better::kLower,
                   "time per output token after the first event: (last text - first text) / (output tokens - tokens of "
                   "the first event)"),
      Distribution("itl_ms", "ms", Better::kLower,
                   "gaps between successive text events of a request, where each event is one token"),
      Distribution("chunk_gap_ms", "ms", Better::kLower,
                   "gaps between successive text events of a request, where events are not tokens"),
      Distribution("tokens_per_chunk", "tokens/chunk", Better::kNeither,
                   "output tokens of a request over its text events"),
      Single("output_tps", "tokens/s", Better::kHigher, "output tokens of completed requests over the measured time"),
      Single("request_rps", "1/s", Better::kHigher, "completed requests over the measured time"),
      Single("success_rate", "ratio", Better::kHigher, "completed requests over planned requests"),
      Tokens("prompt_tokens", "prompt tokens of a completed request, as the server counts them"),
      Tokens("output_tokens", "output tokens of a completed request, as the server counts them"),
      Tokens("cached_tokens", "prompt tokens of a completed request that the server took from its cache"),
      Single("cache_hit_share", "ratio", Better::kNeither,
             "prompt tokens that the server took from its cache over prompt tokens, of completed requests"),
      Distribution("ttft_cold_ms", "ms", Better::kLower,
                   "time to first token of requests with no more of their prompt from the cache than a chat template "
                   "takes, in a run that has warm ones too"),
      Distribution("ttft_warm_ms", "ms", Better::kLower,
                   "time to first token of the other requests, in a run that has cold ones too"),
      Distribution("client_lag_ms", "ms", Better::kLower,
                   "how late this program saw a text event: its own stamp less the kernel's"),
      Distribution("send_lag_ms", "ms", Better::kLower,
                   "handing a request over until it was about to be written, new connection included"),
      Single(kControlProbeMetric, "ms", Better::kLower,
             "one unit of fixed CPU and memory work on the machine that measures, before the run (median)"),
      Single("prompt_tps", "tokens/s", Better::kHigher,
             "imported: prompt tokens over the time to process them, without a server"),
      Single("generation_tps", "tokens/s", Better::kHigher,
             "imported: generated tokens over the time to generate them, without a server"),
      Single("real_time_ns", "ns", Better::kLower, "imported: wall time of one iteration of a microbenchmark"),
      Single("cpu_time_ns", "ns", Better::kLower, "imported: processor time of one iteration of a microbenchmark"),
      Single("items_per_second", "1/s", Better::kHigher, "imported: items that a microbenchmark processed a second"),
      Single("bytes_per_second", "1/s", Better::kHigher, "imported: bytes that a microbenchmark processed a second"),
      Single("smaller_is_better", "value", Better::kLower,
             "imported: a value in a unit of its own, of a file that says that less is better"),
      Single("bigger_is_better", "value", Better::kHigher,
             "imported: a value in a unit of its own, of a file that says that more is better"),
  };
  for (const std::string_view reason : kFinishReasons) rows.push_back(Finish(reason));
  rows.push_back(Finish("other"));
  return rows;
}

template <typename Names>
bool Contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool HasSummary(const MetricDefinition& definition, std::string_view summary) {
  if (definition.distribution) return Contains(kDistributionSummaries, summary);
  return definition.summed && Contains(kSummedSummaries, summary);
}

}  // namespace

const std::vector<MetricDefinition>& MetricDefinitions() {
  static const std::vector<MetricDefinition> definitions = MakeDefinitions();
  return definitions;
}

const MetricDefinition* FindMetric(std::string_view metric) {
  const std::size_t dot = metric.find('.');
  const std::string_view family = metric.substr(0, dot);
  for (const MetricDefinition& definition : MetricDefinitions()) {
    if (definition.name != family) continue;
    const bool known = dot == std::string_view::npos || HasSummary(definition, metric.substr(dot + 1));
    return known ? &definition : nullptr;
  }
  return nullptr;
}

std::string FinishMetric(std::string_view finish_reason) {
  return "finish_" + std::string(Contains(kFinishReasons, finish_reason) ? finish_reason : "other");
}

}  // namespace inferproof
