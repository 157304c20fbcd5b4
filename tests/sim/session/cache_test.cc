#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "tests/sim/session/two_endpoints.h"

namespace inferproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

// Bodies that each host was sent, in order.
std::map<std::string, std::vector<std::string>> Bodies(const TwoEndpoints& endpoints) {
  std::map<std::string, std::vector<std::string>> bodies;
  for (const auto& started : endpoints.transport.started()) {
    if (started.method == "POST") bodies[started.url.substr(0, 10)].push_back(started.body);
  }
  return bodies;
}

TEST(CacheBusting, SendsNoRequestTwiceAndBothSidesTheSame) {
  TwoEndpoints endpoints;
  endpoints.options.looks = {4};
  ASSERT_TRUE(endpoints.Run().ok());
  auto bodies = Bodies(endpoints);
  std::vector<std::string>& base = bodies["http://old"];
  const std::vector<std::string>& candidate = bodies["http://new"];
  ASSERT_EQ(candidate.size(), 4u * 28u);
  EXPECT_EQ(std::set<std::string>(candidate.begin(), candidate.end()).size(), candidate.size());
  EXPECT_EQ(std::set<std::string>(base.begin(), base.end()).size(), base.size()) << "what is thrown away included";
  base.erase(base.begin(), base.begin() + 2);  // thrown away
  EXPECT_EQ(base, candidate);
}

TEST(CachedTokens, ThatAreNotOfferedAreSaidOnceASide) {
  TwoEndpoints endpoints;
  endpoints.options.looks = {4};
  const auto result = endpoints.Run();
  ASSERT_TRUE(result.ok());
  int said = 0;
  for (const std::string& note : result->evidence.notes) said += note.find("not offered") != std::string::npos ? 1 : 0;
  EXPECT_EQ(said, 1) << "of two scenarios";
  EXPECT_THAT(result->base_evidence->notes, Contains(HasSubstr("cached tokens: not offered")));
}

TEST(Flush, IsRefusedWhereTheDialectHasNoEndpointForIt) {
  TwoEndpoints endpoints;
  endpoints.target.flush = true;
  EXPECT_THAT(endpoints.Refusal(), HasSubstr("asks for flush, but a server of the dialect openai-compatible"));
}

TEST(SyntheticPrompts, ArePlannedByCharactersAndSaidSoWhereNobodyCounts) {
  TwoEndpoints endpoints;
  endpoints.options.looks = {2};
  endpoints.suite_json["scenarios"][0]["prompts"] = {{"synthetic", {{"tokens", 32}, {"count", 16}}}};
  const SessionPlan plan = endpoints.Good();
  // [d d d d d d d d d d] and a blank: 22 characters, then 4 a token.
  EXPECT_EQ(plan.candidate.scenarios[0].requests[0].prompt_chars, 22 + 4 * 32);
  const auto result = endpoints.Run();
  ASSERT_TRUE(result.ok()) << result.error().Text();
  EXPECT_THAT(result->evidence.notes, Contains(HasSubstr("about 32 tokens, approximate: made by characters")));
  EXPECT_EQ(result->scenarios[0].plan_digest, PlanDigest(plan.candidate.scenarios[0]));
}

}  // namespace
}  // namespace inferproof
