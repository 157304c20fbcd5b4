#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/json/canonical.h"
#include "harness/metrics/run_metrics.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

Result<RunMetrics> Read(const std::string& text) {
  const Result<Document> document = Document::Parse(text, "result.json");
  EXPECT_TRUE(document.ok());
  return RunMetricsFromJson(Node(*document));
}

RunMetrics Example() {
  RunMetrics metrics;
  metrics.values["ttft_ms.p50"] = {.value = 40.25, .n = 24};
  metrics.values["ttft_ms.p99"] = {.value = 1.0 / 3, .n = 24, .approximate = false, .n_too_small = true};
  metrics.values["output_tps"] = {.value = 98.5, .n = 24, .approximate = true, .n_too_small = false};
  metrics.warnings = {"9 measured requests completed: latency wants at least 10"};
  return metrics;
}

TEST(RunMetricsJson, ReadsBackWhatItWrote) {
  const Result<std::string> text = WriteCanonical(RunMetricsToJson(Example()));
  ASSERT_TRUE(text.ok());
  const Result<RunMetrics> back = Read(*text);
  ASSERT_TRUE(back.ok()) << back.error().Text();
  EXPECT_EQ(RunMetricsToJson(*back), RunMetricsToJson(Example()));
  EXPECT_EQ(back->values.at("ttft_ms.p99").value, 1.0 / 3);
  EXPECT_TRUE(back->values.at("ttft_ms.p99").n_too_small);
  EXPECT_TRUE(back->values.at("output_tps").approximate);
  EXPECT_EQ(back->values.at("output_tps").n, 24);
}

TEST(RunMetricsJson, RefusesWhatIsWrongWithItsPlace) {
  const auto error = [](const std::string& text) {
    const Result<RunMetrics> result = Read(text);
    return result.ok() ? "no error" : result.error().Text();
  };
  EXPECT_THAT(error(R"({"warnings": []})"), HasSubstr("needs the key \"values\""));
  EXPECT_THAT(error(R"({"values": {"a": {"value": "x", "n": 1}}})"), HasSubstr("values.a.value: must be a number"));
  EXPECT_THAT(error(R"({"values": {"a": {"value": 1, "n": -1}}})"), HasSubstr("must be >= 0"));
  EXPECT_THAT(error(R"({"values": {"a": {"value": 1, "n": 1, "nn": 2}}})"), HasSubstr("unknown key"));
  EXPECT_THAT(error(R"({"values": {}, "warning": []})"), HasSubstr("Did you mean \"warnings\"?"));
}

}  // namespace
}  // namespace inferproof
