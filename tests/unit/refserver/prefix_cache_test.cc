#include "harness/refserver/prefix_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace inferproof {
namespace {

// A prompt of one token for each letter.
PrefixHashes Prompt(std::string_view letters, std::string_view salt = "") {
  PrefixHashes hashes;
  if (!salt.empty()) hashes.Salt(salt);
  for (const char letter : letters) hashes.Append(std::string(1, letter));
  return hashes;
}

std::int64_t Found(PrefixCache& cache, std::string_view letters, std::string_view salt = "") {
  return cache.Find(Prompt(letters, salt).values());
}

TEST(PrefixCache, FindsTheWholeBlocksThatTwoPromptsShare) {
  PrefixCache cache(4, 100);
  cache.Hold(Prompt("abcdefghij").values());
  EXPECT_EQ(cache.blocks(), 2u) << "the tail of two tokens is no block";
  EXPECT_EQ(Found(cache, "abcdefghxyz"), 8);
  EXPECT_EQ(Found(cache, "abcdefgxxyz"), 4);
  EXPECT_EQ(Found(cache, "xbcdefghij"), 0) << "a prefix begins at the head";
}

TEST(PrefixCache, LeavesTheLastTokenToBeComputed) {
  PrefixCache cache(4, 100);
  cache.Hold(Prompt("abcdefgh").values());
  EXPECT_EQ(Found(cache, "abcdefgh"), 4);
  EXPECT_EQ(Found(cache, ""), 0);
}

TEST(PrefixCache, ComparesWholePrefixesAndNotBlocks) {
  PrefixCache cache(2, 100);
  cache.Hold(Prompt("abcd").values());
  EXPECT_EQ(Found(cache, "cdab!"), 0);
}

TEST(PrefixCache, KeepsPromptsOfDifferentSaltsApart) {
  PrefixCache cache(2, 100);
  cache.Hold(Prompt("abcd", "one").values());
  EXPECT_EQ(Found(cache, "abcde", "two"), 0);
  EXPECT_EQ(Found(cache, "abcde"), 0);
  EXPECT_EQ(Found(cache, "abcde", "one"), 4);
}

TEST(PrefixCache, SeesWhereATokenEnds) {
  PrefixHashes one;
  one.Append("ab");
  one.Append("c");
  PrefixHashes two;
  two.Append("a");
  two.Append("bc");
  EXPECT_NE(one.values().back(), two.values().back());
}

TEST(PrefixCache, DropsTheLeastRecentlyUsedBlockFirst) {
  PrefixCache cache(1, 3);
  cache.Hold(Prompt("ab").values());
  cache.Hold(Prompt("x").values());
  EXPECT_EQ(Found(cache, "ab!"), 2);  // used again: x is the oldest now
  cache.Hold(Prompt("y").values());
  EXPECT_EQ(cache.blocks(), 3u);
  EXPECT_EQ(Found(cache, "x!"), 0);
  EXPECT_EQ(Found(cache, "ab!"), 2);
}

TEST(PrefixCache, KeepsTheHeadOfAPromptThatDoesNotFit) {
  PrefixCache cache(1, 2);
  cache.Hold(Prompt("abcd").values());
  EXPECT_EQ(Found(cache, "abcd!"), 2);
}

TEST(PrefixCache, HoldsNothingWithoutCapacity) {
  PrefixCache cache(1, 0);
  cache.Hold(Prompt("ab").values());
  EXPECT_EQ(Found(cache, "ab!"), 0);
}

}  // namespace
}  // namespace inferproof
