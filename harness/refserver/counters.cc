#include "harness/refserver/counters.h"

#include <string_view>

#include "harness/base/number.h"

namespace inferproof {
namespace {

void AppendMetric(std::string_view name, std::string_view type, std::string_view help, std::int64_t value,
                  std::string& text) {
  const std::string full = "refserver:" + std::string(name);
  text.append("# HELP ").append(full).append(" ").append(help).append("\n");
  text.append("# TYPE ").append(full).append(" ").append(type).append("\n");
  text.append(full).append(" ").append(std::to_string(value)).append("\n");
}

}  // namespace

std::string Counters::PrometheusText() const {
  std::string text;
  // The name that every Prometheus client library uses.
  text +=
      "# HELP process_start_time_seconds Start time of the process since the Unix epoch in seconds\n"
      "# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds " +
      FormatFixed(process_start_s, 3) + "\n";
  AppendMetric("requests_total", "counter", "Generation requests accepted", requests, text);
  AppendMetric("requests_running", "gauge", "Requests that hold a slot", running, text);
  AppendMetric("requests_waiting", "gauge", "Requests that wait for a slot", waiting, text);
  AppendMetric("prompt_tokens_total", "counter", "Prompt tokens of requests that got a slot", prompt_tokens, text);
  AppendMetric("prefix_cache_hit_tokens_total", "counter", "Prompt tokens found in the prefix cache", cached_tokens,
               text);
  AppendMetric("generation_tokens_total", "counter", "Tokens generated", output_tokens, text);
  return text;
}

}  // namespace inferproof
