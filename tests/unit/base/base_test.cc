#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "harness/base/digest.h"
#include "harness/base/number.h"
#include "harness/base/random.h"
#include "harness/base/result.h"
#include "harness/base/secret.h"
#include "harness/base/text.h"
#include "harness/base/time.h"

namespace inferproof {
namespace {

TEST(ErrorText, JoinsWhereWhatAndHint) {
  EXPECT_EQ(MakeError(ErrorCode::kConfig, "a.json:1:2", "must be > 0, got -3").Text(),
            "a.json:1:2: must be > 0, got -3");
  EXPECT_EQ(MakeError(ErrorCode::kUsage, "", "no suite", "Name one").Text(), "no suite. Name one");
}

TEST(ParseNumber, TakesOnlyTheWholeTextAndFiniteValues) {
  EXPECT_EQ(ParseDouble("1.5e3"), 1500);
  EXPECT_EQ(ParseDouble("-0.25"), -0.25);
  for (const char* bad : {"", " 1", "1 ", "1,5", "nan", "inf", "1e999", "0x10", "1.5.2"})
    EXPECT_FALSE(ParseDouble(bad)) << bad;
  EXPECT_EQ(ParseInt("-42"), -42);
  for (const char* bad : {"", "1.0", "9223372036854775808", "+1"}) EXPECT_FALSE(ParseInt(bad)) << bad;
}

TEST(FormatNumber, IsShortestFixedOrSignedPercent) {
  EXPECT_EQ(FormatShortest(0.1), "0.1");
  EXPECT_EQ(FormatShortest(1e300), "1e+300");
  EXPECT_EQ(FormatFixed(12.345, 1), "12.3");
  EXPECT_EQ(FormatFixed(-0.04, 1), "0.0");
  EXPECT_EQ(FormatPercent(0.2), "+20.0 %");
  EXPECT_EQ(FormatPercent(-0.051), "-5.1 %");
}

// First outputs of the reference implementation of xoshiro256** seeded by SplitMix64(42), computed by a second
// implementation.
TEST(Random, GivesTheSameNumbersEverywhere) {
  Random random(42);
  EXPECT_EQ(random.Next(), 1546998764402558742u);
  EXPECT_EQ(random.Next(), 6990951692964543102u);
}

TEST(Random, SamplersHaveTheirMeans) {
  Random random(7);
  double unit = 0;
  double normal = 0;
  double normal_square = 0;
  double exponential = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    unit += random.Unit();
    const double z = random.Normal();
    normal += z;
    normal_square += z * z;
    exponential += random.Exponential();
  }
  EXPECT_NEAR(unit / kDraws, 0.5, 0.005);
  EXPECT_NEAR(normal / kDraws, 0, 0.015);
  EXPECT_NEAR(normal_square / kDraws, 1, 0.02);
  EXPECT_NEAR(exponential / kDraws, 1, 0.015);
}

TEST(Random, BelowCoversItsRangeEvenly) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) ++counts[static_cast<std::size_t>(random.Below(7))];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 400);
}

TEST(DeriveSeed, GivesEachPurposeItsOwn) {
  EXPECT_NE(DeriveSeed(1, "order"), DeriveSeed(1, "nonce"));
  EXPECT_NE(DeriveSeed(1, "order"), DeriveSeed(2, "order"));
  EXPECT_EQ(DeriveSeed(1, "order"), DeriveSeed(1, "order"));
}

// FIPS 180-2, appendix B.1.
TEST(Digest, IsSha256) {
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(ShortDigest("abc"), "sha256:ba7816bf8f01cfea");
}

TEST(NearestWord, FindsTypingErrorsAndNothingElse) {
  const std::vector<std::string> known = {"scenarios", "seed", "budget"};
  EXPECT_EQ(NearestWord("scenario", known), "scenarios");
  EXPECT_EQ(NearestWord("sead", known), "seed");
  EXPECT_FALSE(NearestWord("xyzzy", known));
}

TEST(Truncate, CutsAtACharacterBoundary) {
  EXPECT_EQ(Truncate("hello", 5), "hello");
  EXPECT_EQ(Truncate("hello world", 8), "hello...");
  EXPECT_EQ(Truncate("a\xC3\xA9\xC3\xA9\xC3\xA9", 5), "a...");
}

TEST(Utf8, RefusesWhatTheStandardRefuses) {
  EXPECT_TRUE(IsValidUtf8("plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"));
  for (const char* bad : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\xC3", "\xE2\x82"}) {
    EXPECT_FALSE(IsValidUtf8(bad)) << bad;
  }
  EXPECT_EQ(RepairUtf8("a\xFFz"), "a\xEF\xBF\xBDz");
}

TEST(Redactor, RemovesSecretsPlainAndPercentEncoded) {
  Redactor redactor;
  redactor.Remember("sk-a/b+c");
  redactor.Remember("abc");  // too short to be a secret
  EXPECT_EQ(redactor.Clean("key sk-a/b+c and sk-a%2Fb%2Bc, abc"), "key [redacted] and [redacted], abc");
}

TEST(Redactor, ReplacesTheLongestSecretFirst) {
  Redactor redactor;
  redactor.Remember("token");
  redactor.Remember("token-long");
  EXPECT_EQ(redactor.Clean("token-long token"), "[redacted] [redacted]");
}

TEST(Redactor, DropsThePieceOfASecretThatACutLeftBehind) {
  Redactor redactor;
  redactor.Remember("sk-0123456789");
  EXPECT_EQ(redactor.Clean("bad key sk-01234..."), "bad key [redacted]...");
  EXPECT_EQ(redactor.Clean("bad key sk-012345678"), "bad key [redacted]");
  EXPECT_EQ(redactor.Clean("ask"), "ask");
}

TEST(UrlForPeople, HidesCredentialsAndQuery) {
  EXPECT_EQ(UrlForPeople("https://user:pw@host:1/v1?key=x"), "https://host:1/v1?...");
  EXPECT_EQ(UrlForPeople("http://127.0.0.1:80/a@b"), "http://127.0.0.1:80/a@b");
}

TEST(Time, KeepsOrderAndPrintsForPeople) {
  EXPECT_LT(MonoTime{1}, MonoTime{2});
  EXPECT_EQ((MonoTime{5} - MonoTime{2}).count(), 3);
  EXPECT_EQ(WallTime{1'767'225'600'000'000'000}.Iso8601(), "2026-01-01T00:00:00Z");
  EXPECT_EQ(HumanDuration(FromMillis(320)), "320 ms");
  EXPECT_EQ(HumanDuration(FromSeconds(125)), "2 min 5 s");
}

TEST(Stamp, PrefersTheKernel) {
  EXPECT_EQ((Stamp{MonoTime{10}, MonoTime{7}}).best().ns, 7);
  EXPECT_EQ((Stamp{MonoTime{10}, MonoTime{}}).best().ns, 10);
}

TEST(Text, ReplaceAllDoesNotSearchWhatItPutIn) {
  std::string text = "a RESULT and a RESULT";
  EXPECT_EQ(ReplaceAll(text, "RESULT", "out/RESULT-1"), 2);
  EXPECT_EQ(text, "a out/RESULT-1 and a out/RESULT-1");
  EXPECT_EQ(ReplaceAll(text, "other", "x"), 0);
}

}  // namespace
}  // namespace inferproof
