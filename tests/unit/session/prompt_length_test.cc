#include "harness/session/prompt_length.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/record_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;

// Prompts with their recorded and their counted tokens; 0 recorded: no record.
std::string Problem(const std::vector<std::pair<int, int>>& prompts) {
  RequestPlan plan;
  RunLog log;
  for (const auto& [recorded, counted] : prompts) {
    PlannedRequest request;
    request.id = plan.requests.size();
    if (recorded > 0) request.prompt_tokens = recorded;
    plan.requests.push_back(request);
    RequestRecord record = RecordBuilder(request.id).Events(4, 40, 3).Build();
    record.response.usage = Usage{counted, 4, std::nullopt};
    log.records.push_back(record);
  }
  return PromptLengthProblem(plan, log).value_or("none");
}

TEST(PromptLength, AgreesWhenEveryPromptHasAsManyTokensMore) {
  EXPECT_EQ(Problem({{20, 31}, {25, 36}, {300, 311}}), "none");
  EXPECT_EQ(Problem({{20, 20}, {25, 25}}), "none");
}

TEST(PromptLength, NamesThePromptThatDiffersFromItsRecord) {
  EXPECT_EQ(
      Problem({{20, 31}, {25, 39}, {30, 41}}),
      "1 of 3 prompts are not as long as recorded: \"p1\" is recorded with 25 tokens, the server counts 39, where "
      "the others count 11 more than recorded");
}

TEST(PromptLength, SeesPromptsThatWereCut) {
  EXPECT_THAT(Problem({{5000, 2048}, {6000, 2048}}), HasSubstr("prompts are shorter than recorded: \"p"));
}

TEST(PromptLength, NeedsARecord) { EXPECT_EQ(Problem({{0, 31}, {0, 36}}), "none"); }

}  // namespace
}  // namespace inferproof
