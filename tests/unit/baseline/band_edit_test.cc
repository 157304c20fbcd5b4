#include "harness/baseline/band_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace inferproof {
namespace {

using ::testing::HasSubstr;

std::string Edited(const std::string& suite, const BandChange& change) {
  const Result<std::string> text = WithBands(suite, "suite.json", {change});
  return text.ok() ? *text : text.error().Text();
}

TEST(BandEdit, ChangesTheNumberAndNoOtherByte) {
  EXPECT_EQ(Edited(R"({"gates": {"rules": [
    {"scenario": "single", "metric": "output_tps", "band": {"relative": 0.05,  "absolute": 2}}]}}
)",
                   {"single", "output_tps", 0.071, 2}),
            R"({"gates": {"rules": [
    {"scenario": "single", "metric": "output_tps", "band": {"relative": 0.071,  "absolute": 2}}]}}
)");
}

TEST(BandEdit, GivesARuleTheBandThatItLacks) {
  EXPECT_EQ(
      Edited(R"({"gates": {"rules": [{"scenario": "single", "metric": "output_tps"}]}})",
             {"single", "output_tps", 0.08, 0}),
      R"({"gates": {"rules": [{"band": {"relative": 0.08, "absolute": 0}, "scenario": "single", "metric": "output_tps"}]}})");
  EXPECT_EQ(
      Edited(R"({"gates": {"rules": [{"scenario": "single", "metric": "output_tps", "band": {"absolute": 2}}]}})",
             {"single", "output_tps", 0.08, 2}),
      R"({"gates": {"rules": [{"scenario": "single", "metric": "output_tps", "band": {"relative": 0.08, "absolute": 2}}]}})");
}

TEST(BandEdit, AddsARuleOfItsOwnBesideOneForAllScenarios) {
  EXPECT_EQ(
      Edited("{\"gates\": {\"rules\": [\n  {\"scenario\": \"*\", \"metric\": \"output_tps\", \"role\": \"gate\"}\n]}}",
             {"single", "output_tps", 0.08, 1}),
      "{\"gates\": {\"rules\": [\n  {\"scenario\": \"single\", \"metric\": \"output_tps\", \"band\": {\"relative\": "
      "0.08, \"absolute\": 1}},\n  {\"scenario\": \"*\", \"metric\": \"output_tps\", \"role\": \"gate\"}\n]}}");
}

TEST(BandEdit, SaysWhatToAddWhereThereIsNoRule) {
  for (const char* suite : {"{}", "[]", R"({"gates": []})", R"({"gates": {"rules": []}})"}) {
    EXPECT_THAT(
        Edited(suite, {"single", "output_tps", 0.08, 0}),
        HasSubstr(R"(has no gates.rules to change. Add: {"scenario": "single", "metric": "output_tps", "band")"))
        << suite;
  }
  EXPECT_THAT(Edited("{", {"single", "output_tps", 0.08, 0}), HasSubstr("not JSON"));
}

}  // namespace
}  // namespace inferproof
