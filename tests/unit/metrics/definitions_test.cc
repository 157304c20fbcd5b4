#include "harness/metrics/definitions.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "harness/metrics/run_metrics.h"
#include "tests/unit/metrics/run_builder.h"

namespace inferproof {
namespace {

std::string MetricsPage() {
  std::ifstream file(INFERPROOF_SOURCE_DIR "/docs/metrics.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(FindMetric, KnowsFamiliesAndTheSummariesTheyHave) {
  for (const char* name : {"ttft_ms", "ttft_ms.p50", "tpot_ms.p99", "client_lag_ms.max", "output_tps",
                           "prompt_tokens.mean", "cached_tokens.sum", "finish_length", "success_rate"}) {
    EXPECT_NE(FindMetric(name), nullptr) << name;
  }
  EXPECT_EQ(FindMetric("ttft_ms.p95")->name, "ttft_ms");
}

TEST(FindMetric, RefusesWhatNoRunCanHave) {
  for (const char* name : {"", ".", "ttft", "ttft_ms.", "ttft_ms.p42", "ttft_ms.sum", "output_tps.mean",
                           "prompt_tokens.p50", "finish_length.mean", "ttft_ms.p50.p50", "TTFT_MS"}) {
    EXPECT_EQ(FindMetric(name), nullptr) << name;
  }
}

TEST(MetricDefinitions, SayWhichWayIsBetter) {
  EXPECT_EQ(FindMetric("ttft_ms")->better, Better::kLower);
  EXPECT_EQ(FindMetric("tpot_ms")->better, Better::kLower);
  EXPECT_EQ(FindMetric("output_tps")->better, Better::kHigher);
  EXPECT_EQ(FindMetric("success_rate")->better, Better::kHigher);
  for (const MetricDefinition& definition : MetricDefinitions()) {
    EXPECT_TRUE(!definition.counter || definition.better == Better::kNeither) << definition.name;
  }
}

TEST(MetricDefinitions, HaveEachNameOnceWithUnitAndMeaning) {
  std::set<std::string> names;
  for (const MetricDefinition& definition : MetricDefinitions()) {
    EXPECT_TRUE(names.insert(definition.name).second) << definition.name;
    EXPECT_FALSE(definition.unit.empty()) << definition.name;
    EXPECT_FALSE(definition.meaning.empty()) << definition.name;
  }
}

TEST(MetricDefinitions, CoverEveryMetricOfARun) {
  RequestBuilder request;
  request.record().connect.reused = false;
  request.record().response.headers_at = Stamp{At(30), At(29)};
  request.record().response.deltas[0].kernel = At(39);
  const RunMetrics metrics = ReduceRun(RunOf({request, RequestBuilder().Tokens(9), RequestBuilder().Finish("weird")}));
  EXPECT_GT(metrics.values.size(), 40u);
  for (const auto& [name, value] : metrics.values) EXPECT_NE(FindMetric(name), nullptr) << name;
}

TEST(MetricDefinitions, EachHaveTheirRowInTheDocumentation) {
  const std::string page = MetricsPage();
  for (const MetricDefinition& definition : MetricDefinitions()) {
    const std::size_t row = page.find("| `" + definition.name + "` |");
    ASSERT_NE(row, std::string::npos) << definition.name;
    const std::string line = page.substr(row, page.find('\n', row) - row);
    EXPECT_NE(line.find("| " + definition.unit + " |"), std::string::npos) << line;
  }
  EXPECT_NE(page.find("Version of these definitions: " + std::to_string(kMetricDefinitionsVersion)), std::string::npos);
}

TEST(FinishMetric, GivesAServerNoNamesOfItsOwn) {
  EXPECT_EQ(FinishMetric("stop"), "finish_stop");
  EXPECT_EQ(FinishMetric("tool_calls"), "finish_tool_calls");
  for (const char* reason : {"", "eos", "stop\n", "length.p50", "../../x"})
    EXPECT_EQ(FinishMetric(reason), "finish_other");
}

}  // namespace
}  // namespace inferproof
