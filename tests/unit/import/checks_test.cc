#include <gmock/gmock.h>

#include "harness/import/documents.h"
#include "tests/unit/import/foreign_text.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ImportChecks, AFileWhoseRequestsAllFailedKeepsNoLatency) {
  const ForeignRun run = Read(VllmText(R"(, "mean_e2el_ms": 0.0)", 0, 20, 0)).runs[0];
  EXPECT_EQ(run.metrics.values.size(), 1u);
  EXPECT_EQ(ValueOf(run, "success_rate"), 0);
  EXPECT_EQ(run.conservation.by_outcome.at("failed"), 20);
}

TEST(ImportChecks, ATimeOfZeroVoidsARunThatCompletedRequests) {
  EXPECT_THAT(Read(VllmText("", 20, 0, 0)).runs[0].invalid, Contains(HasSubstr("ttft_ms.mean is 0")));
}

TEST(ImportChecks, GapsOfBurstsAreNotKept) {
  const ForeignRun bursts = Read(VllmText(R"(, "median_itl_ms": 0.02, "mean_itl_ms": 3.0)")).runs[0];
  EXPECT_EQ(ValueOf(bursts, "chunk_gap_ms.p50"), -1);
  EXPECT_THAT(bursts.metrics.warnings, Contains(HasSubstr("bursts")));
  EXPECT_EQ(ValueOf(Read(VllmText(R"(, "median_itl_ms": 2.9, "mean_itl_ms": 3.0)")).runs[0], "chunk_gap_ms.p50"), 2.9);
}

TEST(ImportChecks, MixedUnitsVoidTheRun) {
  // The median in ms and the mean in seconds: no values >= 0 have a median beyond twice their mean.
  EXPECT_THAT(Read(VllmText(R"(, "median_e2el_ms": 150.0, "mean_e2el_ms": 0.15)")).runs[0].invalid,
              Contains(HasSubstr("mixed units")));
  // 20 requests of 1500 ms do not fit into 4 streams of one second.
  EXPECT_THAT(Read(VllmText(R"(, "mean_e2el_ms": 1500.0)")).runs[0].invalid, Contains(HasSubstr("duration")));
  EXPECT_THAT(Read(VllmText(R"(, "mean_e2el_ms": 150.0)")).runs[0].invalid, IsEmpty());
  EXPECT_THAT(Read(VllmText(R"(, "p99_ttft_ms": 39.0)")).runs[0].invalid, Contains(HasSubstr("quantiles fall")));
}

TEST(ImportChecks, ARunThatDoesNotAccountForEveryPromptIsVoid) {
  EXPECT_THAT(Read(VllmText("", 15, 2)).runs[0].invalid, Contains(HasSubstr("15 and failed 2 of num_prompts 20")));
}

TEST(ImportChecks, AFileThatIsCutOffIsRefused) {
  const std::string whole = VllmText();
  for (const std::size_t length : {whole.size() - 1, whole.size() / 2, std::size_t{20}})
    EXPECT_THAT(WhyRefused(whole.substr(0, length)), HasSubstr("cut off")) << length;
  EXPECT_THAT(WhyRefused(R"({"some": "thing"})"), HasSubstr("no result of this program"));
}

TEST(ImportChecks, OnlyBareWordsAreNotFinite) {
  EXPECT_EQ(WithoutNonFinite(R"({"a NaN": NaN, "b": [Infinity, -Infinity], "c\"": "NaN"})"),
            R"({"a NaN": null, "b": [null, null], "c\"": "NaN"})");
}

}  // namespace
}  // namespace inferproof
