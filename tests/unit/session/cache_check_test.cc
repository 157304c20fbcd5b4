#include "harness/session/cache_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/record_builder.h"

namespace inferproof {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// A run whose measured requests took so many of 100 prompt tokens from the cache; -1: the server did not tell.
RunLog Cached(std::initializer_list<int> cached, std::int64_t prompt = 100) {
  RunLog log;
  for (const int tokens : cached) {
    RequestRecord record = RecordBuilder(log.records.size()).Events(4, 40, 3).Build();
    record.response.usage = Usage{prompt, 4, std::nullopt};
    if (tokens >= 0) record.response.usage->cached_tokens = tokens;
    log.records.push_back(record);
  }
  return log;
}

std::string Words(const CacheFinding& finding) {
  if (finding.invalid) return "invalid: " + *finding.invalid;
  if (finding.not_offered) return "not offered";
  return finding.note ? "note: " + *finding.note : "nothing";
}

std::string Bust(const RunLog& log, CacheMeans means) { return Words(CheckCache(log, CacheMode::kBust, means)); }

TEST(CacheCheck, AnyHitUnderTheEnginesOwnMeansVoidsTheRun) {
  EXPECT_EQ(Bust(Cached({0, 0}), CacheMeans::kSalt), "nothing");
  EXPECT_THAT(Bust(Cached({0, 16, 0}), CacheMeans::kSalt),
              StartsWith("invalid: cache hits under \"bust\": 1 of 3 measured requests took 16 of 300 prompt tokens"));
  EXPECT_THAT(Bust(Cached({1}), CacheMeans::kSwitch), StartsWith("invalid"));
}

TEST(CacheCheck, ANonceStandsBehindTheTemplateWhichAllShare) {
  EXPECT_EQ(Bust(Cached({16, 32, 50}), CacheMeans::kNonce), "nothing");
  EXPECT_THAT(Bust(Cached({16, 51}), CacheMeans::kNonce), HasSubstr("1 of 2 measured requests"));
  EXPECT_EQ(Bust(Cached({64}, 4000), CacheMeans::kNonce), "nothing");
  EXPECT_THAT(Bust(Cached({65}, 4000), CacheMeans::kNonce), StartsWith("invalid"));
}

TEST(CacheCheck, WarmUpRequestsMayHitWhatTheyLike) {
  RunLog log = Cached({90, 0});
  log.records[0].phase = Phase::kWarmUp;
  EXPECT_EQ(Bust(log, CacheMeans::kSalt), "nothing");
}

TEST(CacheCheck, SaysWhereNothingIsTold) {
  EXPECT_EQ(Bust(Cached({-1, -1}), CacheMeans::kNonce), "not offered");
  EXPECT_EQ(Words(CheckCache(Cached({-1}), CacheMode::kSharedPrefix, CacheMeans::kNonce)), "not offered");
}

TEST(CacheCheck, NamesASharedPrefixThatNobodyHit) {
  EXPECT_THAT(Words(CheckCache(Cached({0, 0}), CacheMode::kSharedPrefix, CacheMeans::kSalt)),
              StartsWith("note: no cache hit under \"shared_prefix\": 0 of 2 measured requests"));
  EXPECT_EQ(Words(CheckCache(Cached({0, 64}), CacheMode::kSharedPrefix, CacheMeans::kSalt)), "nothing");
}

TEST(CacheCheck, PromisesNothingAsIs) {
  EXPECT_EQ(Words(CheckCache(Cached({64, -1}), CacheMode::kAsIs, CacheMeans::kNone)), "nothing");
}

}  // namespace
}  // namespace inferproof
