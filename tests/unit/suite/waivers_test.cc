#include "harness/suite/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/suite/suite_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

Json ForMetric(const std::string& expires) {
  return {{"scenario", "single"},
          {"metric", "ttft_ms.p50"},
          {"reason", "longer prompts accepted"},
          {"owner", "ann"},
          {"expires", expires}};
}

QualityCase CaseWith(const std::string& id, const std::vector<std::string>& tags) {
  QualityCase entry;
  entry.id = id;
  entry.tags = tags;
  return entry;
}

TEST(Waivers, AreReadWithTheirPlace) {
  const Suite suite = SuiteBuilder().Set("/waivers", Json::array({ForMetric("2026-12-31")})).Loaded();
  ASSERT_EQ(suite.waivers.size(), 1u);
  EXPECT_EQ(suite.waivers[0].scenario, "single");
  EXPECT_EQ(suite.waivers[0].metric, "ttft_ms.p50");
  EXPECT_EQ(suite.waivers[0].owner, "ann");
  EXPECT_EQ(suite.waivers[0].expires, "2026-12-31");
  EXPECT_GT(suite.waivers[0].position.line, 1);
}

TEST(Waivers, ChangeNothingOfWhatIsMeasured) {
  const Suite with = SuiteBuilder().Set("/waivers", Json::array({ForMetric("2026-12-31")})).Loaded();
  EXPECT_EQ(with.digest, SuiteBuilder().Loaded().digest);
}

TEST(Waivers, HoldThroughTheirLastDayAndAreAnErrorAfterIt) {
  const Suite suite = SuiteBuilder().Set("/waivers", Json::array({ForMetric("2026-02-28")})).Loaded();
  EXPECT_TRUE(CheckWaivers(suite, {}, "2026-02-28T23:59:59Z").ok());
  const Status over = CheckWaivers(suite, {}, "2026-03-01T00:00:00Z");
  ASSERT_FALSE(over.ok());
  EXPECT_EQ(over.error().code, ErrorCode::kConfig);
  EXPECT_THAT(over.error().Text(), HasSubstr("waiver for ttft_ms.p50 of single: it ended on 2026-02-28 (owner: ann)"));
}

TEST(Waivers, AreRefusedForACriticalCaseAlone) {
  Json waiver = ForMetric("2026-12-31");
  waiver.erase("scenario");
  waiver.erase("metric");
  waiver["case"] = "sum-2";
  const Suite suite = SuiteBuilder().Set("/waivers", Json::array({waiver})).Loaded();
  EXPECT_TRUE(CheckWaivers(suite, {CaseWith("sum-2", {"math"}), CaseWith("x", {"critical"})}, "2026-01-01").ok());
  const Status refused = CheckWaivers(suite, {CaseWith("sum-2", {"critical"})}, "2026-01-01");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kConfig);
  EXPECT_THAT(refused.error().Text(), HasSubstr("quality case sum-2: a case tagged critical admits no waiver"));
}

TEST(Waivers, NameADayOfTheCalendar) {
  for (const char* day : {"2026-02-29", "2026-00-10", "2026-13-01", "2026-04-31", "0000-01-01", "2026-1-011"}) {
    EXPECT_THAT(SuiteBuilder().Set("/waivers", Json::array({ForMetric(day)})).Refusal(), HasSubstr("must be a day"))
        << day;
  }
  EXPECT_EQ(SuiteBuilder().Set("/waivers", Json::array({ForMetric("2028-02-29")})).Refusal(), "loaded");
}

}  // namespace
}  // namespace inferproof
