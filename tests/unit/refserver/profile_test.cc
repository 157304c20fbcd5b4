#include "harness/refserver/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace inferproof {
namespace {

using testing::HasSubstr;

Profile Parsed(std::string_view field) {
  Profile profile;
  const Status status = ParseProfileField(field, profile);
  EXPECT_TRUE(status.ok()) << field << ": " << (status.ok() ? "" : status.error().Text());
  return profile;
}

std::string ProfileError(std::string_view field) {
  Profile profile;
  const Status status = ParseProfileField(field, profile);
  if (status.ok()) return "accepted";
  EXPECT_EQ(status.error().code, ErrorCode::kUsage);
  return status.error().Text();
}

PlantedFaults ParsedFault(std::string_view fault) {
  PlantedFaults faults;
  const Status status = ParseFault(fault, faults);
  EXPECT_TRUE(status.ok()) << fault << ": " << (status.ok() ? "" : status.error().Text());
  return faults;
}

std::string FaultError(std::string_view fault) {
  PlantedFaults faults;
  const Status status = ParseFault(fault, faults);
  if (status.ok()) return "accepted";
  EXPECT_EQ(status.error().code, ErrorCode::kUsage);
  return status.error().Text();
}

TEST(Profile, ReadsEachFieldByItsName) {
  EXPECT_EQ(Parsed("model=m-7b").model, "m-7b");
  EXPECT_EQ(Parsed("ttft-ms=12.5").ttft_ms, 12.5);
  EXPECT_EQ(Parsed("prefill-ms-per-token=0.25").prefill_ms_per_token, 0.25);
  EXPECT_EQ(Parsed("token-ms=0").token_ms, 0);
  EXPECT_EQ(Parsed("slots=6").slots, 6);
  EXPECT_EQ(Parsed("batch-slowdown=0.05").batch_slowdown, 0.05);
  EXPECT_EQ(Parsed("run-noise=0").run_noise, 0);
  EXPECT_EQ(Parsed("request-noise=0.1").request_noise, 0.1);
  EXPECT_EQ(Parsed("tokens-per-event=4").tokens_per_event, 4);
  EXPECT_EQ(Parsed("cache-blocks=500").cache_blocks, 500);
  EXPECT_EQ(Parsed("cache-block-tokens=32").cache_block_tokens, 32);
}

TEST(Profile, KeepsAnEqualsSignInTheValue) { EXPECT_EQ(Parsed("model=a=b").model, "a=b"); }

TEST(Profile, RefusesAnUnknownFieldWithTheNearestName) {
  EXPECT_THAT(ProfileError("ttft_ms=40"), HasSubstr("did you mean 'ttft-ms'?"));
  EXPECT_THAT(ProfileError("zzzzzzzz=40"), HasSubstr("known: model, "));
}

TEST(Profile, RefusesValuesOutsideTheirRange) {
  for (const char* field : {"ttft-ms=-1", "ttft-ms=nan", "ttft-ms=", "ttft-ms", "ttft-ms=40ms", "slots=0", "slots=1.5",
                            "slots=99999999999", "tokens-per-event=0", "run-noise=1.5", "model=", "model"}) {
    EXPECT_THAT(ProfileError(field), HasSubstr("expected")) << field;
  }
}

TEST(Profile, KeepsTheOldValueWhenAFieldIsRefused) {
  Profile profile;
  EXPECT_FALSE(ParseProfileField("slots=0", profile).ok());
  EXPECT_EQ(profile.slots, Profile().slots);
}

TEST(Profile, DigestChangesWithEveryField) {
  const std::vector<std::function<void(Profile&)>> changes = {
      [](Profile& p) { p.model = "other"; },
      [](Profile& p) { p.ttft_ms += 1; },
      [](Profile& p) { p.prefill_ms_per_token = 1; },
      [](Profile& p) { p.token_ms += 1; },
      [](Profile& p) { p.slots += 1; },
      [](Profile& p) { p.batch_slowdown = 0.1; },
      [](Profile& p) { p.run_noise = 0.1; },
      [](Profile& p) { p.request_noise = 0.1; },
      [](Profile& p) { p.tokens_per_event = 2; },
      [](Profile& p) { p.cache_blocks = 100; },
      [](Profile& p) { p.cache_blocks = 100, p.cache_block_tokens = 32; },
  };
  ASSERT_EQ(changes.size(), ProfileFieldNames().size());
  std::set<std::string> digests = {Profile().Digest()};
  for (const auto& change : changes) {
    Profile profile;
    change(profile);
    EXPECT_TRUE(digests.insert(profile.Digest()).second);
  }
}

TEST(Profile, DigestLeavesOutACacheThatIsNotThere) {
  Profile profile;
  profile.cache_block_tokens = 32;
  EXPECT_EQ(profile.Digest(), Profile().Digest());
}

TEST(Profile, DigestOfTheDefaultsIsTheOneThatBaselinesHold) {
  // sha256sum of the lines "model=reference-model", "batch-slowdown=0" ... in the table's order; another value makes
  // every committed baseline of the reference engine incomparable.
  EXPECT_EQ(Profile().Digest(), "sha256:2c58029781f5843a");
}

TEST(Faults, AreReadByTheirNames) {
  EXPECT_EQ(ParsedFault("slow=0.2").slow, 0.2);
  EXPECT_TRUE(ParsedFault("wrong").wrong);
  EXPECT_EQ(ParsedFault("truncated=0.1").truncated, 0.1);
  EXPECT_EQ(ParsedFault("error-mid-stream=1").error_mid_stream, 1);
  EXPECT_TRUE(ParsedFault("early-stop").early_stop);
  EXPECT_TRUE(ParsedFault("buffered").buffered);
  EXPECT_EQ(ParsedFault("die-after=30").die_after, 30);
  EXPECT_EQ(ParsedFault("429=0.1").too_many, 0.1);
  EXPECT_EQ(ParsedFault("503=0.2").unavailable, 0.2);
  EXPECT_EQ(ParsedFault("hang=0.3").hang, 0.3);
  EXPECT_EQ(ParsedFault("reset=0.4").reset, 0.4);
  EXPECT_EQ(ParsedFault("clump=8").clump, 8);
  EXPECT_EQ(ParsedFault("usage-wrong=2").usage_factor, 2);
  EXPECT_EQ(ParsedFault("restart=30").restart_after, 30);
}

TEST(Faults, EveryNamedFaultIsKnownToTheParser) {
  for (const std::string& name : FaultNames())
    EXPECT_THAT(FaultError(name), testing::Not(HasSubstr("unknown"))) << name;
}

TEST(Faults, AreAddedToThoseReadBefore) {
  PlantedFaults faults;
  ASSERT_TRUE(ParseFault("wrong", faults).ok());
  ASSERT_TRUE(ParseFault("slow=0.5", faults).ok());
  EXPECT_TRUE(faults.wrong);
  EXPECT_EQ(faults.slow, 0.5);
}

TEST(Faults, RefusesAnUnknownFaultWithTheNearestName) {
  EXPECT_THAT(FaultError("slwo=0.2"), HasSubstr("did you mean 'slow'?"));
  EXPECT_THAT(FaultError("truncate=0.2"), HasSubstr("did you mean 'truncated'?"));
}

TEST(Faults, RefusesValuesThatDoNotFit) {
  for (const char* fault : {"slow", "slow=", "slow=-0.1", "slow=fast", "truncated=1.1", "error-mid-stream=-1",
                            "die-after=0", "die-after=2.5", "die-after"}) {
    EXPECT_THAT(FaultError(fault), HasSubstr("expected")) << fault;
  }
  EXPECT_THAT(FaultError("wrong=1"), HasSubstr("takes no value"));
  EXPECT_THAT(FaultError("buffered=yes"), HasSubstr("takes no value"));
}

}  // namespace
}  // namespace inferproof
