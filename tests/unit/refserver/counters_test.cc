#include "harness/refserver/counters.h"

#include <gtest/gtest.h>

namespace inferproof {
namespace {

TEST(Counters, AreWrittenAsPrometheusText) {
  const Counters counters{.process_start_s = 1764300000.25,
                          .requests = 5,
                          .running = 2,
                          .waiting = 1,
                          .prompt_tokens = 40,
                          .cached_tokens = 16,
                          .output_tokens = 99};
  EXPECT_EQ(counters.PrometheusText(),
            R"(# HELP process_start_time_seconds Start time of the process since the Unix epoch in seconds
# TYPE process_start_time_seconds gauge
process_start_time_seconds 1764300000.250
# HELP refserver:requests_total Generation requests accepted
# TYPE refserver:requests_total counter
refserver:requests_total 5
# HELP refserver:requests_running Requests that hold a slot
# TYPE refserver:requests_running gauge
refserver:requests_running 2
# HELP refserver:requests_waiting Requests that wait for a slot
# TYPE refserver:requests_waiting gauge
refserver:requests_waiting 1
# HELP refserver:prompt_tokens_total Prompt tokens of requests that got a slot
# TYPE refserver:prompt_tokens_total counter
refserver:prompt_tokens_total 40
# HELP refserver:prefix_cache_hit_tokens_total Prompt tokens found in the prefix cache
# TYPE refserver:prefix_cache_hit_tokens_total counter
refserver:prefix_cache_hit_tokens_total 16
# HELP refserver:generation_tokens_total Tokens generated
# TYPE refserver:generation_tokens_total counter
refserver:generation_tokens_total 99
)");
}

}  // namespace
}  // namespace inferproof
